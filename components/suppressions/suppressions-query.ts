import { type inferParserType, parseAsArrayOf, parseAsString, parseAsStringLiteral } from 'nuqs';
import { CAUSE_NAMES, CAUSES, SUPPRESSED_CHANNELS } from '#lib/suppressions/causes.ts';
import type { SuppressionFilterInput, SuppressionListInput } from '#lib/suppressions/client.ts';

/** All filters of the page Suppressions, as stored in the URL. */
export const suppressionParsers = {
  q: parseAsString.withDefault(''),
  cause: parseAsArrayOf(parseAsStringLiteral(CAUSE_NAMES)).withDefault([]),
  channel: parseAsArrayOf(parseAsStringLiteral(SUPPRESSED_CHANNELS)).withDefault([]),
  /** The ID of a subscriber whose addresses are listed. If it is set, the other filters do not apply. */
  subscriber: parseAsString.withDefault(''),
  after: parseAsString,
  before: parseAsString,
  /** The open dialog. */
  dialog: parseAsStringLiteral(['new', 'import']),
};

export type SuppressionsQuery = inferParserType<typeof suppressionParsers>;

/** Returns the query for the API. */
export function suppressionInput({ subscriber, after, before, ...query }: SuppressionsQuery): SuppressionListInput {
  if (subscriber) return { limit: 30, subscriberId: subscriber };
  return { limit: 30, ...filterInput(query), ...(after && { after }), ...(before && { before }) };
}

/** Returns the filters for the API. */
export function filterInput({
  q,
  cause,
  channel,
}: Pick<SuppressionsQuery, 'q' | 'cause' | 'channel'>): SuppressionFilterInput {
  return {
    ...(q && { q }),
    ...(cause.length > 0 && { cause }),
    ...(channel.length > 0 && { channel }),
  };
}

/** Returns the filters as text: "Hard bounce or Reported as spam", "SMS". */
export function filterSummary({ q, cause, channel }: SuppressionsQuery): string[] {
  return [
    ...(q ? [`addresses that begin with “${q}”`] : []),
    ...(cause.length > 0 ? [cause.map((one) => CAUSES[one].label).join(' or ')] : []),
    ...(channel.length > 0 ? [channel.map((one) => (one === 'sms' ? 'SMS' : 'email')).join(' or ')] : []),
  ];
}
