import type { Ctx } from '#lib/api/context.ts';
import { idFloor, idTime } from '#lib/id.ts';
import { isLiveStatus, type NotificationFilter } from '#lib/notifications/list/filter.ts';
import { countAnyByTime, findAnyIds } from '#lib/notifications/list/query.ts';
import { type RunFilterInput, resolveSearch } from '#lib/notifications/service.ts';
import { LIVE_STATUSES } from '#lib/notifications/status/live-statuses.ts';
import { prisma } from '#lib/postgres/db.ts';
import { counterFor, type Range, rangeOf, type ZonedRange } from './volume-counter.ts';
import type { Volume, VolumeQuery } from './volume-schema.ts';

const [MINUTE, HOUR] = [60_000, 3_600_000];
/** The largest number of runs that are counted one by one. */
export const MAX_COUNTED = 20_000;
/** The longest range that one statement counts, even in a busy environment. Longer ranges use the hourly counts. */
const SHORT_MS = 90 * MINUTE;

/**
 * Counts the runs that match a filter over time, and the failed ones among them. Few runs and short ranges are counted
 * exactly. Many runs are read from the hourly counts if the filter is only by workflow and status. Otherwise only the
 * newest runs are counted.
 *
 * @throws ApiError `bad_request` for bad dates.
 */
export async function getVolume({ environmentId }: Ctx, { zone, ...input }: VolumeQuery): Promise<Volume> {
  const { filters, searchedTo } = await resolveSearch(environmentId, input);
  const range = { ...(await rangeOf(environmentId, input)), zone };
  const isLong = range.to - range.from > SHORT_MS;
  const hours = isLong && hasHourlyCounts(input) ? await readHours(environmentId, input, range) : undefined;
  if (hours && sum(hours) > MAX_COUNTED) return countHours(hours, filters, range);
  const ids = await findAnyIds(filters, { offset: 0, limit: MAX_COUNTED + 1 });
  if (ids.length <= MAX_COUNTED) {
    return { ...(await countIds(ids, filters, range)), ...(searchedTo && { countedSince: searchedTo.toISOString() }) };
  }
  if (!isLong) return countShort(filters, range);
  if (hours) return countHours(hours, filters, range);
  const newest = ids.slice(0, MAX_COUNTED);
  const since = idTime(newest.at(-1) ?? '');
  const counted = filters.map((filter) => ({ ...filter, floor: idFloor(since) }));
  return { ...(await countIds(newest, counted, range)), countedSince: since.toISOString() };
}

async function countIds(ids: readonly string[], filters: NotificationFilter[], range: ZonedRange): Promise<Volume> {
  const counter = counterFor(range);
  const failed = await findAnyIds(failedOf(filters), { offset: 0, limit: MAX_COUNTED });
  for (const id of ids) counter.add(idTime(id).getTime(), 1, 0);
  for (const id of failed) counter.add(idTime(id).getTime(), 0, 1);
  return counter.volume;
}

async function countShort(filters: NotificationFilter[], range: ZonedRange): Promise<Volume> {
  const counter = counterFor(range);
  const [all, failed] = await Promise.all([countAnyByTime(filters), countAnyByTime(failedOf(filters))]);
  for (const { at, count } of all) counter.add(at, count, 0);
  for (const { at, count } of failed) counter.add(at, 0, count);
  return counter.volume;
}

interface HourlyCount {
  hour: Date;
  outcome: string;
  count: number;
}

/** Reads the hourly counts of finished runs. A killed worker loses counts. */
async function readHours(
  environmentId: string,
  { templates, status }: RunFilterInput,
  range: Range,
): Promise<HourlyCount[]> {
  const hours = await prisma().outcomeCount.groupBy({
    by: ['hour', 'outcome'],
    where: {
      environmentId,
      hour: { gte: new Date(Math.floor(range.from / HOUR) * HOUR), lt: new Date(range.to) },
      ...(templates && { workflowId: { in: templates } }),
      ...(status && { outcome: { in: status.filter((each) => !isLiveStatus(each)) } }),
    },
    _sum: { count: true },
  });
  return hours.map(({ hour, outcome, _sum }) => ({ hour, outcome, count: Math.max(0, _sum.count ?? 0) }));
}

const sum = (hours: readonly HourlyCount[]) => hours.reduce((total, { count }) => total + count, 0);

/** Adds the unfinished runs to the hourly counts. */
async function countHours(
  hours: readonly HourlyCount[],
  filters: NotificationFilter[],
  range: ZonedRange,
): Promise<Volume> {
  const counter = counterFor(range, HOUR);
  for (const { hour, outcome, count } of hours) counter.add(hour.getTime(), count, outcome === 'failed' ? count : 0);
  const unfinished = filters.flatMap((filter) => {
    if (filter.outcomes) return [];
    return [filter.live ? filter : { ...filter, live: { statuses: [...LIVE_STATUSES], now: new Date() } }];
  });
  for (const id of await findAnyIds(unfinished, { offset: 0, limit: MAX_COUNTED })) {
    counter.add(idTime(id).getTime(), 1, 0);
  }
  return counter.volume;
}

/** Whether the filter uses only fields of the hourly counts. */
function hasHourlyCounts({ templates, status, after, before, ...others }: RunFilterInput): boolean {
  return !status?.includes('partly') && Object.values(others).every((value) => value === undefined);
}

/** Narrows the filters to failed runs. */
function failedOf(filters: readonly NotificationFilter[]): NotificationFilter[] {
  return filters.flatMap((filter) => {
    if (filter.live || (filter.outcomes && !filter.outcomes.includes('failed'))) return [];
    return [{ ...filter, outcomes: ['failed'] }];
  });
}
