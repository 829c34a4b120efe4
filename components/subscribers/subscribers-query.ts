import { type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs';
import type { SubscriberListInput } from '#lib/subscribers/client.ts';

/** All filters of the subscribers page, as the URL holds them. */
export const subscriberParsers = {
  q: parseAsString.withDefault(''),
  /** Without a text to search, what is relevant is the newest. */
  sort: parseAsStringLiteral(['relevance', '_id', 'updatedAt']).withDefault('relevance'),
  order: parseAsStringLiteral(['ASC', 'DESC']).withDefault('DESC'),
  after: parseAsString,
  before: parseAsString,
  /** The dialog that is open over the list. */
  dialog: parseAsStringLiteral(['new', 'import']),
};

export type SubscribersQuery = inferParserType<typeof subscriberParsers>;

const limit = 30;

/** The query for the API. */
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

/** What the list is sorted by: relevance only where there is a text to search. */
export function sortOf({ q, sort }: Pick<SubscribersQuery, 'q' | 'sort'>): SubscribersQuery['sort'] {
  return sort === 'relevance' && q === '' ? '_id' : sort;
}
