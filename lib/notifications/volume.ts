import type { Ctx } from '#lib/api/context.ts';
import { retentionStart } from '#lib/environments/retention.ts';
import { ID_PATTERN, idFloor, idTime } from '#lib/id.ts';
import { prisma } from '#lib/postgres/db.ts';
import { bucketStarts } from './bucket-starts.ts';
import { isLiveStatus, type NotificationFilter } from './filter.ts';
import { LIVE_STATUSES } from './live-statuses.ts';
import { readPeriod } from './period.ts';
import { countAnyByTime, findAnyIds } from './query.ts';
import { type RunFilterInput, resolveSearch } from './service.ts';
import type { Volume, VolumeQuery } from './volume-schema.ts';

const MOST_BUCKETS = 72;
const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];
const WIDTHS_MS = [
  ...[1, 5, 15].map((seconds) => seconds * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12, 24, 48, 96, 192, 384, 768, 1_536].map((hours) => hours * HOUR),
];
/** The largest number of runs that are counted one by one. */
export const MOST_COUNTED = 20_000;
/** The longest range that one statement counts, even in a busy environment. Longer ranges use the hourly counts. */
const SHORT_MS = 90 * MINUTE;

interface Counter {
  add(at: number, total: number, failed: number): void;
  volume: Volume;
}

/**
 * Counts the runs that match a filter over time, and the failed ones among them. Few runs are counted exactly. Many runs are
 * read from the hourly counts if the filter is only by workflow and status; otherwise only the newest are counted.
 *
 * @throws ApiError `bad_request` for bad dates.
 */
export async function getVolume({ environmentId }: Ctx, { zone, ...input }: VolumeQuery): Promise<Volume> {
  const { filters, searchedTo } = await resolveSearch(environmentId, input);
  const range = { ...(await rangeOf(environmentId, input)), zone };
  const isLong = range.to - range.from > SHORT_MS;
  const hours = isLong && hasHourlyCounts(input) ? await readHours(environmentId, input, range) : undefined;
  if (hours && sum(hours) > MOST_COUNTED) return countHours(hours, filters, range);
  const ids = await findAnyIds(filters, { offset: 0, limit: MOST_COUNTED + 1 });
  if (ids.length <= MOST_COUNTED) {
    return { ...(await countIds(ids, filters, range)), ...(searchedTo && { countedSince: searchedTo.toISOString() }) };
  }
  if (!isLong) return countShort(filters, range);
  if (hours) return countHours(hours, filters, range);
  const newest = ids.slice(0, MOST_COUNTED);
  const since = idTime(newest.at(-1) ?? '');
  const counted = filters.map((filter) => ({ ...filter, floor: idFloor(since) }));
  return { ...(await countIds(newest, counted, range)), countedSince: since.toISOString() };
}

interface Range {
  from: number;
  to: number;
}

/** A range whose days begin at midnight in a time zone. */
interface ZonedRange extends Range {
  zone: string;
}

/** Returns the range of the input, which ends now at the latest. */
async function rangeOf(environmentId: string, input: RunFilterInput): Promise<Range> {
  const { floor, ceiling } = readPeriod(input, await retentionStart(environmentId));
  // The ceiling is the first id of the next millisecond.
  const to = Math.min(Date.now(), ID_PATTERN.test(ceiling) ? idTime(ceiling).getTime() - 1 : Date.now());
  return { from: Math.min(idTime(floor).getTime(), to), to };
}

/** @param least the minimum length of a bucket. Bucket starts are multiples of it. */
function counterFor({ from, to, zone }: ZonedRange, least = 1): Counter {
  const bucketMs =
    WIDTHS_MS.find((width) => width >= least && (to - from) / width <= MOST_BUCKETS - 1) ?? WIDTHS_MS.at(-1) ?? HOUR;
  const starts = bucketStarts({ from, to }, bucketMs, zone).map((start) => Math.floor(start / least) * least);
  const buckets = starts.map((start) => ({ from: new Date(start).toISOString(), total: 0, failed: 0 }));
  const volume: Volume = { from: buckets[0]?.from ?? '', bucketMs, buckets, total: 0, failed: 0 };
  return {
    volume,
    add(at, total, failed) {
      const bucket = buckets[Math.max(0, lastAtMost(starts, at))];
      if (!bucket) return;
      bucket.total += total;
      bucket.failed += failed;
      volume.total += total;
      volume.failed += failed;
    },
  };
}

/** Returns the index of the last sorted number that is not greater than `value`, or -1. */
function lastAtMost(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

async function countIds(ids: readonly string[], filters: NotificationFilter[], range: ZonedRange): Promise<Volume> {
  const counter = counterFor(range);
  const failed = await findAnyIds(failedOf(filters), { offset: 0, limit: MOST_COUNTED });
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
  for (const id of await findAnyIds(unfinished, { offset: 0, limit: MOST_COUNTED })) {
    counter.add(idTime(id).getTime(), 1, 0);
  }
  return counter.volume;
}

/** Whether the filter uses only fields of the hourly counts. */
function hasHourlyCounts({ templates, status, after, before, ...others }: RunFilterInput): boolean {
  return Object.values(others).every((value) => value === undefined);
}

/** Narrows the filters to failed runs. */
function failedOf(filters: readonly NotificationFilter[]): NotificationFilter[] {
  return filters.flatMap((filter) => {
    if (filter.live || (filter.outcomes && !filter.outcomes.includes('failed'))) return [];
    return [{ ...filter, outcomes: ['failed'] }];
  });
}
