/** Calculates the chosen bars of the chart, and the places and heights of all bars. Pure. Used for pointer and keys. */
import type { RangedVolume } from '#lib/notifications/client.ts';

/** The chosen bars from `anchor` to `head`, both inclusive. */
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

/**
 * Returns the chosen bars after a key press. Shift extends the choice. Undefined for keys that do not move the choice.
 */
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

/** The start and the end of a bar, in milliseconds. */
export interface TimeRange {
  from: number;
  to: number;
}

/**
 * Returns the times of the bars. The first and the last bar are cut at the ends of the range, so that no bar is in the
 * future.
 */
export function rangesOf({ buckets, range }: RangedVolume): TimeRange[] {
  const starts = buckets.map(({ from }) => Date.parse(from));
  return starts.map((start, index) => ({
    from: Math.max(start, range.from),
    to: Math.max(start + 1, Math.min(starts[index + 1] ?? range.to, range.to)),
  }));
}

/** Returns the time from the start of the first chosen bar to the end of the last chosen bar. */
export function rangeOf(ranges: readonly TimeRange[], choice: Choice): TimeRange {
  const { first, last } = firstAndLast(choice);
  return { from: ranges[first]?.from ?? 0, to: ranges[last]?.to ?? 0 };
}

/** Returns the bar at a horizontal position, which is a share of the width. */
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

/** The minimum heights in pixels of counts above zero: a few failures of many runs must not look like most of them. */
const MIN_HEIGHT = { total: 2, failed: 1 } as const;

/** The heights of one bar in pixels: of all its runs, and of the failed runs at the bottom. */
export interface Heights {
  total: number;
  failed: number;
  /** The number of runs, shown next to a cut bar, which would be higher than the chart. */
  cut?: number;
}

/** The share of the chart's height for the uncut bars, if some bars are cut. */
export const UNCUT_SHARE = 0.62;

/**
 * Returns the heights of the bars on one scale: twice the height is twice as many runs, failed or not. A few bars that
 * would flatten all others, for example after a campaign, are cut.
 */
export function heightsOf(buckets: readonly Bucket[], height: number): Heights[] {
  const { most, isCutAbove } = scaleOf(buckets);
  const room = isCutAbove ? height * UNCUT_SHARE : height;
  const heightOf = (count: number, least: number) => (count === 0 ? 0 : Math.max(least, (count * room) / most));
  return buckets.map(({ total, failed }) => {
    if (isCutAbove && total > most) return { total: height, failed: shareOf(failed, total, height), cut: total };
    const red = heightOf(failed, total > failed ? MIN_HEIGHT.failed : MIN_HEIGHT.total);
    // Unless every run failed, keep part of the bar non-red.
    const whole = Math.max(heightOf(total, MIN_HEIGHT.total), red + MIN_HEIGHT.total);
    return total > failed
      ? { total: Math.min(height, whole), failed: Math.min(red, height - MIN_HEIGHT.total) }
      : { total: red, failed: red };
  });
}

/** Returns the height of the red part of a cut bar: the share of failed runs, as in any other bar. */
function shareOf(failed: number, total: number, height: number): number {
  if (failed === 0 || failed === total) return failed === 0 ? 0 : height;
  return Math.min(height - MIN_HEIGHT.total, Math.max(MIN_HEIGHT.failed, (failed * height) / total));
}

/**
 * At most every sixth bar is cut, and only if the highest bar is more than four times as high as the highest uncut bar.
 */
const [CUT_EVERY, CUT_FROM] = [6, 4];

/** Returns the number of runs that the height of the chart, or of the part below the cut, represents. */
function scaleOf(buckets: readonly Bucket[]): { most: number; isCutAbove: boolean } {
  const totals = buckets
    .map(({ total }) => total)
    .filter((total) => total > 0)
    .sort((one, other) => other - one);
  const [highest = 1] = totals;
  const gaps = totals.slice(1, 1 + totals.length / CUT_EVERY).map((total, above) => (totals[above] ?? 0) / total);
  const most = totals[gaps.indexOf(Math.max(...gaps)) + 1] ?? highest;
  return highest > CUT_FROM * most ? { most, isCutAbove: true } : { most: highest, isCutAbove: false };
}

/** The width that the number next to a cut bar needs, in uncut bars of minimum width. */
const ROOM = 6;

/** The number of bars that are as wide as the number, if the chart has the full width of a desktop. */
const TIGHT_ROOM = 2;

/**
 * Returns the side of a cut bar on which its number has room because no other cut bar is near. `tight`: before the bar,
 * with room only where bars are widest. Undefined between two cut bars.
 */
export function sideOf(bars: readonly Heights[], index: number): 'after' | 'before' | 'tight' | undefined {
  const isFree = (nearby: readonly Heights[]) => nearby.length > 0 && nearby.every(({ cut }) => cut === undefined);
  const isLate = index > bars.length * 0.9;
  if (!isLate && isFree(bars.slice(index + 1, index + 1 + ROOM))) return 'after';
  if (isFree(bars.slice(Math.max(0, index - ROOM), index))) return 'before';
  return index >= TIGHT_ROOM && isFree(bars.slice(index - TIGHT_ROOM, index)) ? 'tight' : undefined;
}
