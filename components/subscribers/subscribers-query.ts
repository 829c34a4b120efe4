import { type inferParserType, parseAsArrayOf, parseAsString, parseAsStringLiteral } from 'nuqs';
import { addressName } from '#lib/reasons/links.ts';
import type { SubscriberFilterInput, SubscriberListInput } from '#lib/subscribers/client.ts';
import { MISSABLE } from '#lib/subscribers/missing.ts';
import { languageName } from '#lib/text/language.ts';

/** All filters of the subscribers page, as stored in the URL. */
export const subscriberParsers = {
  q: parseAsString.withDefault(''),
  /** The key of a topic. */
  topic: parseAsString.withDefault(''),
  /** A context, type:id. */
  context: parseAsString.withDefault(''),
  /** A language without a region: `de`. */
  language: parseAsString.withDefault(''),
  /** The channels for which the subscribers have no address. */
  missing: parseAsArrayOf(parseAsStringLiteral(MISSABLE)).withDefault([]),
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
    ...filterInput(query),
  };
}

type Filters = Pick<SubscribersQuery, 'q' | 'topic' | 'context' | 'language' | 'missing'>;

/** Returns the filters for the API. */
export function filterInput({ q, topic, context, language, missing }: Filters): SubscriberFilterInput {
  return {
    ...(q && { q }),
    ...(topic && { topicKey: topic }),
    ...(context && { contextKey: context }),
    ...(language && { language }),
    ...(missing.length > 0 && { missing }),
  };
}

/** Returns the values of the filters, without the search text. */
export function filterValues({ topic, context, language, missing }: Filters): (string | readonly string[])[] {
  return [topic, context, language, missing];
}

/** Returns the filters as text: "topic “news”", "language German", "no phone number". */
export function subscriberFilterSummary({ topic, context, language, missing }: Filters): string[] {
  return [
    topic && `topic “${topic}”`,
    context && `context ${context}`,
    language && `language ${languageName(language) ?? language}`,
    ...missing.map((channel) => `no ${addressName(channel)}`),
  ].filter((label): label is string => Boolean(label));
}

/** Returns the effective sort order: `relevance` requires a search text. */
export function sortOf({ q, sort }: Pick<SubscribersQuery, 'q' | 'sort'>): SubscribersQuery['sort'] {
  return sort === 'relevance' && q === '' ? '_id' : sort;
}
