import type { Volume } from '#lib/notifications/counts/volume-schema.ts';
import { counted } from '#lib/text/counted.ts';
import { timesAt } from '#lib/time/day-time.ts';
import { durationText, momentText } from '#lib/time/time.ts';
import { type RowNoun, runsText } from './runs-text.ts';
import { type Choice, firstAndLast, rangeOf, type TimeRange } from './volume-bars.ts';

/** Returns "22 Nov, 14:08". */
export function timeText(ms: number | undefined, zone: string | undefined): string {
  return ms === undefined ? '' : momentText(new Date(ms).toISOString(), zone);
}

/** Returns "3 Nov, 12:00 to 13:00: 45 runs, 2 of them failed". */
export function choiceText(
  { buckets }: Volume,
  ranges: readonly TimeRange[],
  choice: Choice,
  zone: string | undefined,
  noun?: RowNoun,
): string {
  const { first, last } = firstAndLast(choice);
  const chosen = buckets.slice(first, last + 1);
  const sum = (key: 'total' | 'failed') => chosen.reduce((total, bucket) => total + bucket[key], 0);
  const { from, to } = rangeOf(ranges, choice);
  const end = timesAt(from, zone).time(new Date(to).toISOString());
  return `${timeText(from, zone)} to ${end}: ${runsText(sum('total'), sum('failed'), noun)}`;
}

export function totalText({ total, failed, countedSince }: Volume, noun: RowNoun = 'run'): string {
  return countedSince ? `The newest ${counted(total, noun)}; there may be more` : runsText(total, failed, noun);
}

/** Returns the number of runs of the highest bar: "Busiest 6 h: 45 runs". */
export function peakText({ buckets, bucketMs }: Volume, noun: RowNoun = 'run'): string {
  return `Busiest ${durationText(bucketMs)}: ${counted(Math.max(0, ...buckets.map(({ total }) => total)), noun)}`;
}
