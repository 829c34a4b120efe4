import { type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs';

export const sorts = ['key', 'updatedAt'] as const;

/** The state of the page, as stored in the URL. */
export const variablesParsers = {
  q: parseAsString.withDefault(''),
  sort: parseAsStringLiteral(sorts).withDefault('key'),
  order: parseAsStringLiteral(['ASC', 'DESC']).withDefault('ASC'),
  /** The key whose form is open. */
  variable: parseAsString,
  /** The slug of the environment whose value has the focus. */
  in: parseAsString,
};

export type VariablesQuery = inferParserType<typeof variablesParsers>;
