import { expect, test } from 'vitest';
import { at, barAt, firstAndLast, heightsOf, moved, rangesOf, sideOf } from './volume-bars.ts';

test('keys move the selection among the bars, and Shift extends it in both directions', () => {
  expect(moved(undefined, 'ArrowLeft', false, 24)).toEqual(at(23));
  expect(moved(undefined, 'ArrowRight', false, 24)).toEqual(at(0));
  expect(moved(at(23), 'ArrowRight', false, 24)).toEqual(at(23));
  expect(moved(at(3), 'Home', false, 24)).toEqual(at(0));
  expect(moved(at(3), 'Enter', false, 24)).toBeUndefined();
  const grown = ['ArrowLeft', 'ArrowLeft'].reduce((choice, key) => moved(choice, key, true, 24) ?? choice, at(5));
  expect(firstAndLast(grown)).toEqual({ first: 3, last: 5 });
  expect(moved(grown, 'ArrowRight', false, 24)).toEqual(at(4));
});

const hour = 3_600_000;
const start = Date.parse('2026-11-22T12:00:00.000Z');
const none = { total: 0, failed: 0 };
/** Three hours. The range begins in the middle of the first hour and ends in the middle of the last. */
const ranges = rangesOf({
  from: new Date(start).toISOString(),
  bucketMs: hour,
  buckets: [0, 1, 2].map((hours) => ({ ...none, from: new Date(start + hours * hour).toISOString() })),
  total: 0,
  failed: 0,
  range: { from: start + hour / 2, to: start + 2.5 * hour },
});

test('the axis begins and ends with the range, so no bar is in the future', () => {
  expect(ranges).toEqual([
    { from: start + hour / 2, to: start + hour },
    { from: start + hour, to: start + 2 * hour },
    { from: start + 2 * hour, to: start + 2.5 * hour },
  ]);
});

test('every position selects the bar of its time, also beyond the edges', () => {
  expect([-0.2, 0, 0.24, 0.26, 0.74, 0.76, 1, 3].map((share) => barAt(share, ranges))).toEqual([
    0, 0, 0, 1, 1, 2, 2, 2,
  ]);
});

const heights = (...buckets: [total: number, failed: number][]) =>
  heightsOf(
    buckets.map(([total, failed]) => ({ total, failed })),
    56,
  );

test('all bars have one scale, and a quiet hour is visible next to a peak', () => {
  expect(heights([900, 0], [450, 0], [1, 0], [0, 0]).map(({ total }) => total)).toEqual([56, 28, 2, 0]);
});

test('the red part is the share of failed runs, and a bar of failed runs is all red', () => {
  expect(heights([100, 25], [50, 50])).toEqual([
    { total: 56, failed: 14 },
    { total: 28, failed: 28 },
  ]);
  expect(heights([2, 2], [1, 1]).every(({ total, failed }) => total === failed)).toBe(true);
});

test('a few failures of many are a thin line, in every bar', () => {
  const bars = heights(...Array.from({ length: 31 }, (): [number, number] => [300, 7]));
  for (const { total, failed } of bars) expect(failed / total).toBeCloseTo(7 / 300);
});

test('one failure is visible, and so are the runs that did not fail', () => {
  expect(heights([10_000, 1], [20, 1], [20, 0])).toEqual([
    { total: 56, failed: 1 },
    { total: 3, failed: 1 },
    { total: 2, failed: 0 },
  ]);
});

test('a burst is cut, so that the other bars and their failures are readable', () => {
  const quiet: [number, number][] = Array.from({ length: 15 }, (_, n) => [5 + n, n % 5]);
  const bars = heights(...quiet, [600, 12]);
  expect(bars.at(-1)).toMatchObject({ total: 56, cut: 600 });
  expect(bars[14]?.total).toBeCloseTo(56 * 0.62);
  expect(bars[4]?.total).toBeCloseTo(((56 * 0.62) / 19) * 9);
  expect(bars.filter(({ cut }) => cut !== undefined)).toHaveLength(1);
  for (const { total, failed } of bars) expect(failed).toBeLessThan(total);
  expect(heights(...quiet, [600, 600]).at(-1)).toEqual({ total: 56, failed: 56, cut: 600 });
  expect(heights(...quiet, [600, 300]).at(-1)).toEqual({ total: 56, failed: 28, cut: 600 });
});

test('bursts every few days are cut like a single one', () => {
  const month = Array.from({ length: 60 }, (_, n): [number, number] => [n % 7 === 3 ? 200 + n : 10 + (n % 9), 1]);
  expect(heights(...month).flatMap(({ cut }) => cut ?? [])).toHaveLength(9);
});

test.each<[string, [number, number][]]>([
  [
    'few bars',
    [
      [600, 0],
      [5, 0],
      [6, 0],
    ],
  ],
  ['bars of every height', Array.from({ length: 24 }, (_, n) => [1 + n * n, 0])],
  ['a bar that is not much higher', [[60, 0], ...Array.from({ length: 20 }, (): [number, number] => [20, 0])]],
  ['many high bars', Array.from({ length: 24 }, (_, n) => [n % 3 ? 5 : 600, 0])],
  [
    'no runs',
    [
      [0, 0],
      [0, 0],
    ],
  ],
])('%s: nothing is cut', (_, buckets) => {
  expect(heights(...buckets).filter(({ cut }) => cut !== undefined)).toEqual([]);
});

test('the number of a cut bar does not overlap another cut bar', () => {
  const bars = (...cuts: boolean[]) => cuts.map((cut) => ({ total: 1, failed: 0, ...(cut && { cut: 9 }) }));
  expect(sideOf(bars(true, false, false), 0)).toBe('after');
  expect(sideOf(bars(false, true, true, false), 1)).toBe('before');
  expect(sideOf(bars(false, false, true), 2)).toBe('before');
  expect(sideOf(bars(true, true, true), 1)).toBeUndefined();
  // The bars are too close for two numbers.
  const near = bars(...Array(9).fill(false), true, false, false, true, ...Array(9).fill(false));
  expect([9, 12].map((index) => sideOf(near, index))).toEqual(['before', 'after']);
  expect(sideOf(bars(...Array(9).fill(false), true, false, false, true), 12)).toBe('tight');
  expect(sideOf(bars(...Array(9).fill(false), true, false, true), 11)).toBeUndefined();
});
