import { type inferParserType, parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral } from 'nuqs';
import type { NotificationListInput } from '#lib/notifications/client.ts';

export const ranges = [
  { value: '1h', label: 'Last hour', ms: 3_600_000 },
  { value: '24h', label: 'Last 24 hours', ms: 86_400_000 },
  { value: '7d', label: 'Last 7 days', ms: 7 * 86_400_000 },
  { value: '30d', label: 'Last 30 days', ms: 30 * 86_400_000 },
  { value: '90d', label: 'Last 90 days', ms: 90 * 86_400_000 },
] as const;

export type Range = (typeof ranges)[number]['value'];

const list = parseAsArrayOf(parseAsString).withDefault([]);
const text = parseAsString.withDefault('');

/** All filters of the activity page, as the URL holds them. */
export const activityParsers = {
  range: parseAsStringLiteral(ranges.map(({ value }) => value)).withDefault('24h'),
  workflow: list,
  channel: list,
  severity: list,
  search: text,
  transaction: text,
  topic: text,
  context: list,
  page: parseAsInteger.withDefault(0),
};

export type ActivityQuery = inferParserType<typeof activityParsers>;

/**
 * The query for the API. `until` (milliseconds) fixes the end of the range, so that pages do not shift while somebody
 * reads them.
 */
export function activityInput(query: ActivityQuery, until: number): NotificationListInput {
  const span = ranges.find(({ value }) => value === query.range)?.ms ?? 0;
  return {
    after: new Date(until - span).toISOString(),
    before: new Date(until).toISOString(),
    templates: query.workflow,
    channels: query.channel,
    severity: query.severity,
    search: query.search,
    transactionId: query.transaction,
    topicKey: query.topic,
    contextKeys: query.context,
    page: query.page,
    limit: 30,
  };
}

/** Whether a filter other than the range is set. */
export function isFiltered({ range: _range, page: _page, ...filters }: ActivityQuery): boolean {
  return Object.values(filters).some((value) => value.length > 0);
}

/** The filters as text for the empty state: "e-mail, “jane@”". */
export function filterSummary({ range: _range, page: _page, ...filters }: ActivityQuery): string {
  return Object.entries(filters)
    .filter(([, value]) => value.length > 0)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? `“${value}”` : value.join(', ')}`)
    .join(' · ');
}
