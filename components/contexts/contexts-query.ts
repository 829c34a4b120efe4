import { type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs';
import type { ContextListInput } from '#lib/contexts/client.ts';

/** All filters of the contexts page, as stored in the URL. */
export const contextsParsers = {
  q: parseAsString.withDefault(''),
  type: parseAsString,
  order: parseAsStringLiteral(['ASC', 'DESC']).withDefault('ASC'),
  after: parseAsString,
  before: parseAsString,
  /** The open dialog. */
  dialog: parseAsStringLiteral(['new']),
};

export type ContextsQuery = inferParserType<typeof contextsParsers>;

/** Returns the query for the API. */
export function contextsInput({ q, type, order, after, before }: ContextsQuery): ContextListInput {
  return {
    ...{ limit: 30, orderDirection: order },
    ...(q && { search: q }),
    ...(type && { type }),
    ...(after && { after }),
    ...(before && { before }),
  };
}
