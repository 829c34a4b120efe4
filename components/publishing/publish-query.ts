import { parseAsArrayOf, parseAsString } from 'nuqs';

/** The state of the publish page in the URL. */
export const publishParsers = {
  /** The slug of the environment to publish to. */
  target: parseAsString.withDefault(''),
  q: parseAsString.withDefault(''),
  /** Identifiers of workflows and layouts that are selected when the page opens. */
  workflows: parseAsArrayOf(parseAsString).withDefault([]),
  layouts: parseAsArrayOf(parseAsString).withDefault([]),
};
