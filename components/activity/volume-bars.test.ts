import { expect, test } from 'vitest';
import { at, barAt, firstAndLast, heightsOf, moved, rangesOf } from './volume-bars.ts';

test('keys move the choice within the bars, and shift makes it grow in both directions', () => {
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
/** Three hours, of which the range has the second half of the first one and the first half of the last one. */
const ranges = rangesOf({
  from: new Date(start).toISOString(),
  bucketMs: hour,
  buckets: [none, none, none],
  total: 0,
  failed: 0,
  range: { from: start + hour / 2, to: start + 2.5 * hour },
});

test('the axis begins and ends with the range: no bar is in the future', () => {
  expect(ranges).toEqual([
    { from: start + hour / 2, to: start + hour },
    { from: start + hour, to: start + 2 * hour },
    { from: start + 2 * hour, to: start + 2.5 * hour },
  ]);
});

test('every place belongs to the bar of its time, also beyond the edges', () => {
  expect([-0.2, 0, 0.24, 0.26, 0.74, 0.76, 1, 3].map((share) => barAt(share, ranges))).toEqual([
    0, 0, 0, 1, 1, 2, 2, 2,
  ]);
});

const heights = (...buckets: [total: number, failed: number][]) =>
  heightsOf(
    buckets.map(([total, failed]) => ({ total, failed })),
    56,
  );

test('bars are on one scale, and a quiet hour is seen beside a peak', () => {
  expect(heights([900, 0], [450, 0], [1, 0], [0, 0]).map(({ total }) => total)).toEqual([56, 28, 2, 0]);
});

test('the failed runs are their share of the bar, on its scale: all failed is all red', () => {
  expect(heights([100, 25], [50, 50])).toEqual([
    { total: 56, failed: 14 },
    { total: 28, failed: 28 },
  ]);
  expect(heights([2, 2], [1, 1]).every(({ total, failed }) => total === failed)).toBe(true);
});

test('one failure is seen, and so is that the others did not fail', () => {
  expect(heights([10_000, 1], [20, 1], [20, 0])).toEqual([
    { total: 56, failed: 2 },
    { total: 4, failed: 2 },
    { total: 2, failed: 0 },
  ]);
});
