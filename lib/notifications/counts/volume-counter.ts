import { retentionStart } from '#lib/environments/retention.ts';
import { ID_PATTERN, idTime } from '#lib/id.ts';
import { bucketStarts } from './bucket-starts.ts';
import { readPeriod } from './period.ts';
import type { Volume } from './volume-schema.ts';

const MAX_BUCKETS = 72;
const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];
const WIDTHS_MS = [
  ...[1, 5, 15].map((seconds) => seconds * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12, 24, 48, 96, 192, 384, 768, 1_536].map((hours) => hours * HOUR),
];

/** Adds up counts in the buckets of a range. */
export interface Counter {
  add(at: number, total: number, failed: number): void;
  volume: Volume;
}

export interface Range {
  from: number;
  to: number;
}

/** A range whose days begin at midnight in a time zone. */
export interface ZonedRange extends Range {
  zone: string;
}

/** Returns the range of the input, which ends now at the latest. */
export async function rangeOf(environmentId: string, input: { after?: string; before?: string }): Promise<Range> {
  const { floor, ceiling } = readPeriod(input, await retentionStart(environmentId));
  // The ceiling is the first ID of the next millisecond.
  const to = Math.min(Date.now(), ID_PATTERN.test(ceiling) ? idTime(ceiling).getTime() - 1 : Date.now());
  return { from: Math.min(idTime(floor).getTime(), to), to };
}

/** Returns a counter for a range. @param least the minimum length of a bucket. Bucket starts are multiples of it. */
export function counterFor({ from, to, zone }: ZonedRange, least = 1): Counter {
  const bucketMs =
    WIDTHS_MS.find((width) => width >= least && (to - from) / width <= MAX_BUCKETS - 1) ?? WIDTHS_MS.at(-1) ?? HOUR;
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
