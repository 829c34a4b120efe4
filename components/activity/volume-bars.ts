/** Which bars are chosen, where they stand and how high they are: pure, so that pointer and keys do the same. */
import type { RangedVolume } from '#lib/notifications/client.ts';

/** From `anchor` to `head`, both inclusive. */
export interface Choice {
  anchor: number;
  head: number;
}

export function firstAndLast({ anchor, head }: Choice): { first: number; last: number } {
  return { first: Math.min(anchor, head), last: Math.max(anchor, head) };
}

const steps: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** The choice after a key; with shift it grows. Undefined for keys that do not move it. */
export function moved(choice: Choice | undefined, key: string, shift: boolean, count: number): Choice | undefined {
  const step = steps[key];
  if (step === undefined) return undefined;
  if (!choice) return at(step < 0 ? count - 1 : 0);
  const head = Math.min(count - 1, Math.max(0, choice.head + step));
  return shift ? { anchor: choice.anchor, head } : at(head);
}

export function at(index: number): Choice {
  return { anchor: index, head: index };
}

/** When a bar begins and ends, in milliseconds. */
export interface TimeRange {
  from: number;
  to: number;
}

/** The times of the bars. The first and the last one are cut at the ends of the range, so that none is in the future. */
export function rangesOf({ from, bucketMs, buckets, range }: RangedVolume): TimeRange[] {
  const start = Date.parse(from);
  return buckets.map((_, index) => ({
    from: Math.max(start + index * bucketMs, range.from),
    to: Math.max(start + index * bucketMs + 1, Math.min(start + (index + 1) * bucketMs, range.to)),
  }));
}

/** From the start of the first chosen bar to the end of the last one. */
export function rangeOf(ranges: readonly TimeRange[], choice: Choice): TimeRange {
  const { first, last } = firstAndLast(choice);
  return { from: ranges[first]?.from ?? 0, to: ranges[last]?.to ?? 0 };
}

/** The bar under a place, as a share of the width. */
export function barAt(share: number, ranges: readonly TimeRange[]): number {
  const [first, last] = [ranges[0]?.from ?? 0, ranges.at(-1)?.to ?? 0];
  const time = first + share * (last - first);
  const found = ranges.findIndex(({ to }) => time < to);
  return found < 0 ? ranges.length - 1 : found;
}

interface Bucket {
  total: number;
  failed: number;
}

/** In pixels: the least height of a bar that is not empty, what one failure has at most, and all of them. */
const LEAST = 1;
const ONE_FAILURE = 2;
const ALL_FAILURES = 14;

/**
 * The heights of the bars, in pixels: `up` for all runs, which grows with the square root of the count, so that a quiet
 * hour is seen beside a peak, and `down` for the failed ones on a track of their own below the line, which grows with
 * their count: one failure is small, and twice as many are twice as high.
 */
export function heightsOf(buckets: readonly Bucket[], height: number): { down: number; bars: Heights[] } {
  const most = (key: keyof Bucket) => Math.max(1, ...buckets.map((bucket) => bucket[key]));
  const ofFailure = Math.min(ONE_FAILURE, ALL_FAILURES / most('failed'));
  const bars = buckets.map(({ failed }) => (failed === 0 ? 0 : Math.max(LEAST, failed * ofFailure)));
  const down = Math.max(0, ...bars);
  const ofRoot = (height - down) / Math.sqrt(most('total'));
  return {
    down,
    bars: buckets.map(({ total }, index) => ({
      up: total === 0 ? 0 : Math.max(LEAST, Math.sqrt(total) * ofRoot),
      down: bars[index] ?? 0,
    })),
  };
}

interface Heights {
  up: number;
  down: number;
}
