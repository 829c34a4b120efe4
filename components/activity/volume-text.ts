import type { Volume } from '#lib/notifications/volume-schema.ts';
import { durationText, momentText } from '#lib/time.ts';
import { runsText } from './runs-text.ts';
import { type Choice, firstAndLast, rangeOf, type TimeRange } from './volume-bars.ts';

/** "22 Nov, 14:08" */
export function timeText(ms: number | undefined, zone: string | undefined): string {
  return ms === undefined ? '' : momentText(new Date(ms).toISOString(), zone);
}

/** "3 Nov, 12:00 to 3 Nov, 13:00: 45 runs, 2 of them failed" */
export function choiceText(
  { buckets }: Volume,
  ranges: readonly TimeRange[],
  choice: Choice,
  zone: string | undefined,
): string {
  const { first, last } = firstAndLast(choice);
  const chosen = buckets.slice(first, last + 1);
  const sum = (key: 'total' | 'failed') => chosen.reduce((total, bucket) => total + bucket[key], 0);
  const { from, to } = rangeOf(ranges, choice);
  return `${timeText(from, zone)} to ${timeText(to, zone)}: ${runsText(sum('total'), sum('failed'))}`;
}

export function totalText({ total, failed, countedSince }: Volume): string {
  return countedSince ? `The newest ${total.toLocaleString('en')} runs; more match` : runsText(total, failed);
}

/** "at most 45 in 6 h": the highest bar. */
export function peakText({ buckets, bucketMs }: Volume): string {
  const most = Math.max(0, ...buckets.map(({ total }) => total));
  return `at most ${most.toLocaleString('en')} in ${durationText(bucketMs)}`;
}
