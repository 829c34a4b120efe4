import { type inferParserType, parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral } from 'nuqs/server';
import { statusOption } from '#components/status/states.ts';
import type { NotificationListInput } from '#lib/notifications/client.ts';
import { LISTED_STATUSES } from '#lib/notifications/status/live-statuses.ts';
import { SIDES } from '#lib/reasons/side.ts';
import { SLOWER_THAN } from '#lib/time/slowness.ts';
import { momentText } from '#lib/time/time.ts';
import { ALL_TIME, ranges, spanOf, type TimeQuery } from './time-range.ts';

/** The order in which statuses are offered: statuses that need attention first. */
export const statusOptions = (
  [
    'failed',
    'stuck',
    'waiting',
    'running',
    'queued',
    'sent',
    'partly',
    'done',
    'skipped',
    'throttled',
    'merged',
    'cancelled',
  ] as const
).map(statusOption);

const list = parseAsArrayOf(parseAsString).withDefault([]);
const text = parseAsString.withDefault('');

/** All filters of the activity page, as stored in the URL. `from` and `to` (ISO 8601) override `range`. */
export const activityParsers = {
  range: parseAsStringLiteral(ranges.map(({ value }) => value)).withDefault('24h'),
  from: text,
  to: text,
  /** An IANA time zone; empty: the reader's own. */
  zone: text,
  status: parseAsArrayOf(parseAsStringLiteral(LISTED_STATUSES)).withDefault([]),
  reason: list,
  /** The sides that caused the result. */
  side: parseAsArrayOf(parseAsStringLiteral(SIDES)).withDefault([]),
  workflow: list,
  channel: list,
  severity: list,
  /** The `_id`s of integrations. */
  integration: list,
  provider: list,
  /** The minimum duration. */
  slower: parseAsStringLiteral(['', ...SLOWER_THAN]).withDefault(''),
  subscriber: list,
  email: text,
  search: text,
  transaction: text,
  topic: text,
  /** The `_id` of a recovery that retried the runs. */
  recovery: text,
  context: list,
  page: parseAsInteger.withDefault(0),
};

export type ActivityQuery = inferParserType<typeof activityParsers>;

/** Whether new runs appear in the list: it shows the first page of a range that ends now. */
export function isTail({ to, page }: ActivityQuery): boolean {
  return page === 0 && to === '';
}

type ByState = Pick<ActivityQuery, 'status' | 'reason' | 'side' | 'integration' | 'provider' | 'slower'>;

/** Whether a filter uses values that change during a run, so that live rows would come and go. */
export function isByState({ status, reason, side, integration, provider, slower }: ByState): boolean {
  return [status, reason, side, integration, provider, slower].some(({ length }) => length > 0);
}

/** Why a list is not updated live. */
export type PauseReason = 'page' | 'range' | 'status' | 'integration' | 'duration' | 'reason' | 'search';

/** Returns why the list is not updated live. Undefined if it is updated live. */
export function whyPaused(query: ActivityQuery): PauseReason | undefined {
  if (query.page > 0) return 'page';
  if (query.to !== '') return 'range';
  if (query.status.length > 0) return 'status';
  if (query.integration.length + query.provider.length > 0) return 'integration';
  if (query.slower !== '') return 'duration';
  return isByState(query) ? 'reason' : undefined;
}

/** Returns the query for the API. `until` (milliseconds) fixes the end of the range, so that pages do not shift while a user reads them. */
export function activityInput(query: ActivityQuery, until: number): NotificationListInput {
  const span = spanOf(query, until);
  return {
    after: new Date(span.from).toISOString(),
    before: new Date(span.to).toISOString(),
    ...filterInput(query),
    page: query.page,
    limit: 30,
  };
}

/** Returns the filters without the range, for the API. */
export function filterInput(query: ActivityQuery): NotificationListInput {
  return {
    status: query.status,
    reason: query.reason,
    side: query.side,
    templates: query.workflow,
    channels: query.channel,
    severity: query.severity,
    integrationId: query.integration,
    providerId: query.provider,
    ...(query.slower && { slowerThan: query.slower }),
    subscriberIds: query.subscriber,
    emails: query.email ? [query.email] : [],
    search: query.search,
    transactionId: query.transaction,
    topicKey: query.topic,
    recoveryId: query.recovery,
    contextKeys: query.context,
  };
}

export type Filters = Omit<ActivityQuery, 'range' | 'from' | 'to' | 'zone' | 'page'>;

/** Returns all filters except the range. */
export function filtersOf({ range, from, to, zone, page, ...filters }: ActivityQuery): Filters {
  return filters;
}

/** Returns the values of all filters except the range. */
export function filterValues(query: ActivityQuery): (string | readonly string[])[] {
  return Object.values(filtersOf(query));
}

/** Whether a filter other than the range is set. */
export function isFiltered(query: ActivityQuery): boolean {
  return filterValues(query).some((value) => value.length > 0);
}

/** Returns "last 24 hours" or "3 Nov, 12:00 to 4 Nov, 12:00", in the zone of the query, or else in `readerZone`. */
export function rangeText(query: TimeQuery, until: number, readerZone?: string): string {
  if (!query.from && !query.to) {
    const range = [...ranges, ALL_TIME].find(({ value }) => value === query.range);
    return range?.label.toLowerCase() ?? '';
  }
  const { from, to } = spanOf(query, until);
  const zone = query.zone || readerZone;
  const end = query.to ? momentText(new Date(to).toISOString(), zone) : 'now';
  return `${momentText(new Date(from).toISOString(), zone)} to ${end}`;
}
