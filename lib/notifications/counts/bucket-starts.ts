import { DAY_MS, HOUR_MS } from '#lib/time/durations.ts';
import { instantOf, wallTime } from '#lib/time/zoned-time.ts';

/**
 * Returns the start of each bucket of a range, in milliseconds. Buckets follow the zone's local time, so that days begin
 * at local midnight. The first bucket contains `from`. When clocks change, a bucket of more than an hour is longer or shorter.
 *
 * @param bucketMs divides a day, or is several days.
 */
export function bucketStarts({ from, to }: { from: number; to: number }, bucketMs: number, zone: string): number[] {
  const wall = wallTime(new Date(from), zone);
  const shown = wall.toZonedDateTime('UTC').epochMilliseconds;
  const floor = Math.floor(shown / bucketMs) * bucketMs;
  if (bucketMs <= HOUR_MS) return evenly(from - (shown - floor), to, bucketMs);
  const starts: number[] = [];
  for (let at = floor; ; at += bucketMs) {
    const start = startOf(at, zone);
    if (start >= to && starts.length > 0) return starts;
    starts.push(start);
  }
}

function evenly(start: number, to: number, bucketMs: number): number[] {
  const count = Math.max(1, Math.ceil((to - start) / bucketMs));
  return Array.from({ length: count }, (_, index) => start + index * bucketMs);
}

/** @param shown the local time in the zone, as milliseconds since 1970. */
function startOf(shown: number, zone: string): number {
  const { year, month, day } = new Temporal.PlainDate(1970, 1, 1).add({ days: Math.floor(shown / DAY_MS) });
  const wall = new Temporal.PlainDateTime(year, month, day).add({
    milliseconds: shown - Math.floor(shown / DAY_MS) * DAY_MS,
  });
  return instantOf(wall, zone).getTime();
}
