import { type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs';
import type { SubscriberListInput } from '#lib/subscribers/client.ts';

/** All filters of the subscribers page, as stored in the URL. */
export const subscriberParsers = {
  q: parseAsString.withDefault(''),
  /** The sort order. Without a search text, `relevance` means newest first. */
  sort: parseAsStringLiteral(['relevance', '_id', 'updatedAt']).withDefault('relevance'),
  order: parseAsStringLiteral(['ASC', 'DESC']).withDefault('DESC'),
  after: parseAsString,
  before: parseAsString,
  /** The open dialog. */
  dialog: parseAsStringLiteral(['new', 'import']),
};

export type SubscribersQuery = inferParserType<typeof subscriberParsers>;

const limit = 30;

/** Returns the query for the API. */
export function subscriberInput(query: SubscribersQuery): SubscriberListInput {
  return {
    limit,
    orderBy: sortOf(query),
    orderDirection: query.order,
    includeLastMessage: true,
    ...(query.after && { after: query.after }),
    ...(query.before && { before: query.before }),
    ...(query.q && { q: query.q }),
  };
}

/** Returns the effective sort order: `relevance` requires a search text. */
export function sortOf({ q, sort }: Pick<SubscribersQuery, 'q' | 'sort'>): SubscribersQuery['sort'] {
  return sort === 'relevance' && q === '' ? '_id' : sort;
}
