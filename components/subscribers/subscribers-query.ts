import { type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs';
import type { SubscriberListInput } from '#lib/subscribers/client.ts';

/** All filters of the subscribers page, as the URL holds them. */
export const subscriberParsers = {
  q: parseAsString.withDefault(''),
  sort: parseAsStringLiteral(['_id', 'updatedAt']).withDefault('_id'),
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
    orderBy: query.sort,
    orderDirection: query.order,
    includeLastMessage: true,
    ...(query.after && { after: query.after }),
    ...(query.before && { before: query.before }),
    ...(query.q && { q: query.q }),
  };
}
