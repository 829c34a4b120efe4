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

/** In pixels: what is not zero has at least this height, so that one failure is seen. */
const LEAST = 2;

/** The heights of one bar, in pixels: of all its runs, and of the failed ones at its foot. */
export interface Heights {
  total: number;
  failed: number;
}

/** The heights of the bars, all on one scale: twice the height is twice as many, failed or not. */
export function heightsOf(buckets: readonly Bucket[], height: number): Heights[] {
  const most = Math.max(1, ...buckets.map(({ total }) => total));
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(LEAST, (count * height) / most));
  return buckets.map(({ total, failed }) => {
    const red = heightOf(failed);
    // Of a bar that is not all red, something else is seen above the foot.
    return { total: total > failed ? Math.min(height, Math.max(heightOf(total), red + LEAST)) : red, failed: red };
  });
}
