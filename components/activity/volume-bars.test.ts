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

test('a quiet hour is seen beside a peak', () => {
  const { bars, down } = heightsOf([{ total: 900, failed: 0 }, { total: 9, failed: 0 }, none], 60);
  expect(bars.map((bar) => bar.up)).toEqual([60, 6, 0]);
  expect(down).toBe(0);
  expect(
    heightsOf(
      [
        { total: 1, failed: 0 },
        { total: 1_000_000, failed: 0 },
      ],
      60,
    ).bars[0]?.up,
  ).toBe(1);
});

test('one failure is small, also alone, and twice as many are twice as high', () => {
  const heights = (...failed: number[]) =>
    heightsOf(
      failed.map((count) => ({ total: 100, failed: count })),
      56,
    );
  expect(heights(1, 0)).toMatchObject({ down: 2, bars: [{ down: 2, up: 54 }, { down: 0 }] });
  expect(heights(2, 4).bars.map(({ down }) => down)).toEqual([4, 8]);
  expect(heights(7, 14, 28)).toMatchObject({ down: 14, bars: [{ down: 3.5 }, { down: 7 }, { down: 14, up: 42 }] });
  expect(heights(1, 1_000).bars.map(({ down }) => down)).toEqual([1, 14]);
});
