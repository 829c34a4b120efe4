/** Raw statements: they add up counts by the hour, and the messages of an index by the second. */
import type { Ctx } from '#lib/api/context.ts';
import { idFloor, idTime } from '#lib/id.ts';
import { STATS_DAYS } from '#lib/integrations/stats-days.ts';
import { counterFor, type Range, rangeOf, type ZonedRange } from '#lib/notifications/counts/volume-counter.ts';
import type { Volume } from '#lib/notifications/counts/volume-schema.ts';
import { execute, query } from '#lib/postgres/db.ts';
import { Values } from '#lib/postgres/sql.ts';
import { HOUR_MS } from '#lib/time/durations.ts';
import type { MessageFilter } from './filter.ts';
import { messageList } from './list-plan.ts';
import { findMessageIds, searchMessages } from './query.ts';
import { type MessageFilterInput, resolveFilter, searchOf } from './service.ts';
import type { MessageVolumeQuery } from './volume-schema.ts';

/** The largest number of messages that are counted one by one. */
export const MAX_COUNTED = 20_000;

/**
 * Counts the messages that match a filter over time, and the failed ones among them. Up to 20,000 messages are counted
 * one by one. If there are more, a filter only by time reads the counts of the integrations, and any other filter
 * counts only the newest 20,000.
 *
 * @throws ApiError `not_found` for a subscriber that never existed; `bad_request` for bad dates.
 */
export async function getMessageVolume(ctx: Ctx, { zone, ...input }: MessageVolumeQuery): Promise<Volume> {
  const { environmentId } = ctx;
  const filter = await resolveFilter(environmentId, input);
  const range = { ...(await rangeOf(environmentId, input)), zone };
  const hours = isByTimeOnly(input) ? await readHours(environmentId, range) : undefined;
  const isWhole = input.after === undefined;
  if (hours && sum(hours) > MAX_COUNTED) return countHours(hours, filter, isWhole ? sinceFirst(hours, range) : range);
  const search = await searchOf(ctx, filter, input.q);
  const { ids, searchedTo } = search
    ? await searchMessages(filter, search, MAX_COUNTED + 1)
    : { ids: await findMessageIds(filter, { offset: 0, limit: MAX_COUNTED + 1 }), searchedTo: undefined };
  const newest = ids.slice(0, MAX_COUNTED);
  const since = ids.length > MAX_COUNTED ? newest.at(-1) : searchedTo;
  // Without a range, the chart begins at the oldest message.
  const [oldest] = isWhole && !since ? newest.slice(-1) : [];
  const from = oldest === undefined ? range.from : Math.max(range.from, idTime(oldest).getTime());
  const counted = { ...filter, ...(since && { floor: since }) };
  const volume = await countIds(newest, await failedAmong(counted, search), { ...range, from });
  return { ...volume, ...(since && { countedSince: idTime(since).toISOString() }) };
}

async function countIds(ids: readonly string[], failed: readonly string[], range: ZonedRange): Promise<Volume> {
  const counter = counterFor(range);
  for (const id of ids) counter.add(idTime(id).getTime(), 1, 0);
  for (const id of failed) counter.add(idTime(id).getTime(), 0, 1);
  return counter.volume;
}

/** Returns the IDs of the failed messages among the matching ones. */
async function failedAmong(filter: MessageFilter, search: Awaited<ReturnType<typeof searchOf>>): Promise<string[]> {
  const { statuses, outcomes } = filter;
  if ((statuses && !statuses.includes('error')) || (outcomes && !outcomes.includes('failed'))) return [];
  const failed: MessageFilter = { ...filter, statuses: ['error'], outcomes: ['failed'] };
  if (search) return (await searchMessages(failed, search, MAX_COUNTED)).ids;
  return findMessageIds(failed, { offset: 0, limit: MAX_COUNTED });
}

/** Returns the range from the first count. Without a given range, the chart begins there. */
function sinceFirst([first]: readonly HourlyCount[], range: ZonedRange): ZonedRange {
  return { ...range, from: Math.max(range.from, first?.hour.getTime() ?? 0) };
}

interface HourlyCount {
  hour: Date;
  sent: number;
  failed: number;
}

/**
 * Reads the counts of sent and failed messages by the hour. The counts are kept for 30 days. If a worker is killed, its
 * latest counts are missing.
 */
async function readHours(environmentId: string, { from, to }: Range): Promise<HourlyCount[]> {
  return query<HourlyCount & Record<string, unknown>>('messages-hours', HOURS, [
    environmentId,
    new Date(Math.floor(from / HOUR_MS) * HOUR_MS),
    new Date(to),
  ]);
}

const HOURS = `SELECT date_trunc('hour', s.minute, 'UTC') AS hour, sum(s.sent)::int AS sent, greatest(0, sum(s.failed))::int AS failed
  FROM integration_stats s WHERE s.environment_id = $1 AND s.minute >= $2 AND s.minute < $3 GROUP BY 1 ORDER BY 1`;

const sum = (hours: readonly HourlyCount[]) => hours.reduce((total, { sent, failed }) => total + sent + failed, 0);

/**
 * Adds the unsent messages, which have their own index, to the sent ones. Messages older than the counts are left out.
 */
async function countHours(hours: readonly HourlyCount[], filter: MessageFilter, range: ZonedRange): Promise<Volume> {
  const kept = new Date(Date.now() - STATS_DAYS * 24 * HOUR_MS);
  const [older] = await findMessageIds({ ...filter, ceiling: idFloor(kept) }, { offset: 0, limit: 1 });
  const isCut = range.from < kept.getTime() && older !== undefined;
  const counter = counterFor(range, HOUR_MS);
  for (const { hour, sent, failed } of hours) counter.add(hour.getTime(), sent, failed);
  const unsent = await countByTime({
    ...filter,
    ...(isCut && { floor: idFloor(kept) }),
    statuses: ['error', 'warning'],
  });
  for (const { at, count } of unsent) counter.add(at, count, 0);
  return { ...counter.volume, ...(isCut && { countedSince: kept.toISOString() }) };
}

async function countByTime(filter: MessageFilter): Promise<{ at: number; count: number }[]> {
  const values = new Values();
  const text = `SELECT left(id, 8) AS second, count(*)::int AS count FROM (${messageList.statement(filter, values)}) matching GROUP BY 1`;
  // Planned for these values, because the statement reads all matching rows.
  const rows = await execute<{ second: string; count: number }>(text, values.list);
  return rows.map(({ second, count }) => ({ at: Number.parseInt(second, 16) * 1_000, count }));
}

/** Whether the filter is only a range of time. */
function isByTimeOnly({ after: _after, before: _before, ...others }: MessageFilterInput): boolean {
  return Object.values(others).every((value) => value === undefined);
}
