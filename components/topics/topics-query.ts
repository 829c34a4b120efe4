import { type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs';
import type { TopicListInput } from '#lib/topics/client.ts';

/** All filters of the topics page, as stored in the URL. */
export const topicsParsers = {
  q: parseAsString.withDefault(''),
  sort: parseAsStringLiteral(['key', '_id']).withDefault('key'),
  order: parseAsStringLiteral(['ASC', 'DESC']).withDefault('ASC'),
  after: parseAsString,
  before: parseAsString,
  /** The open dialog. */
  dialog: parseAsStringLiteral(['new']),
};

export type TopicsQuery = inferParserType<typeof topicsParsers>;

/** Returns the query for the API. */
export function topicsInput({ q, sort, order, after, before }: TopicsQuery): TopicListInput {
  return {
    ...{ limit: 30, orderBy: sort, orderDirection: order, includeSubscriptionCount: true },
    ...(q && { q }),
    ...(after && { after }),
    ...(before && { before }),
  };
}
