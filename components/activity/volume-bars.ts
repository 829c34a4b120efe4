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
export interface Span {
  from: number;
  to: number;
}

/** The times of the bars. The first and the last one are cut at the ends of the range, so that none is in the future. */
export function spansOf({ from, bucketMs, buckets, range }: RangedVolume): Span[] {
  const start = Date.parse(from);
  return buckets.map((_, index) => ({
    from: Math.max(start + index * bucketMs, range.from),
    to: Math.max(start + index * bucketMs + 1, Math.min(start + (index + 1) * bucketMs, range.to)),
  }));
}

/** From the start of the first chosen bar to the end of the last one. */
export function spanOf(spans: readonly Span[], choice: Choice): Span {
  const { first, last } = firstAndLast(choice);
  return { from: spans[first]?.from ?? 0, to: spans[last]?.to ?? 0 };
}

/** The bar under a place, as a share of the width. */
export function barAt(share: number, spans: readonly Span[]): number {
  const [first, last] = [spans[0]?.from ?? 0, spans.at(-1)?.to ?? 0];
  const time = first + share * (last - first);
  const found = spans.findIndex(({ to }) => time < to);
  return found < 0 ? spans.length - 1 : found;
}

interface Bucket {
  total: number;
  failed: number;
}

/** The least height of a bar that is not empty, in pixels. */
const LEAST = 2;

/**
 * The heights of the bars, in pixels: `up` for all runs, `down` for the failed ones below the line. Both grow with the
 * square root of the count on one scale, so that a quiet hour is seen beside a peak, and one failure is as small as one
 * run. The two highest fill `height` together.
 */
export function heightsOf(buckets: readonly Bucket[], height: number): { up: number; down: number; bars: Heights[] } {
  const most = (key: keyof Bucket) => Math.sqrt(Math.max(0, ...buckets.map((bucket) => bucket[key])));
  const unit = height / Math.max(1, most('total') + most('failed'));
  const of = (count: number) => (count === 0 ? 0 : Math.max(LEAST, Math.sqrt(count) * unit));
  const bars = buckets.map(({ total, failed }) => ({ up: of(total), down: of(failed) }));
  const down = Math.max(0, ...bars.map((bar) => bar.down));
  const up = height - down;
  return { up, down, bars: bars.map((bar) => ({ ...bar, up: Math.min(up, bar.up) })) };
}

interface Heights {
  up: number;
  down: number;
}
