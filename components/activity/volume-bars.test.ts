import { expect, test } from 'vitest';
import { at, barAt, firstAndLast, heightsOf, moved, spansOf } from './volume-bars.ts';

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
const spans = spansOf({
  from: new Date(start).toISOString(),
  bucketMs: hour,
  buckets: [none, none, none],
  total: 0,
  failed: 0,
  range: { from: start + hour / 2, to: start + 2.5 * hour },
});

test('the axis begins and ends with the range: no bar is in the future', () => {
  expect(spans).toEqual([
    { from: start + hour / 2, to: start + hour },
    { from: start + hour, to: start + 2 * hour },
    { from: start + 2 * hour, to: start + 2.5 * hour },
  ]);
});

test('every place belongs to the bar of its time, also beyond the edges', () => {
  expect([-0.2, 0, 0.24, 0.26, 0.74, 0.76, 1, 3].map((share) => barAt(share, spans))).toEqual([0, 0, 0, 1, 1, 2, 2, 2]);
});

test('a quiet hour is seen beside a peak, and a peak is still higher than twice its half', () => {
  const { bars, up, down } = heightsOf([{ total: 900, failed: 0 }, { total: 9, failed: 0 }, none], 60);
  expect(bars.map((bar) => bar.up)).toEqual([60, 6, 0]);
  expect([up, down]).toEqual([60, 0]);
});

test('failures have the scale of all runs: one is small where runs are many, and all are as high as their bar', () => {
  const [many, all] = heightsOf(
    [
      { total: 400, failed: 1 },
      { total: 25, failed: 25 },
    ],
    50,
  ).bars;
  expect(many).toEqual({ up: 40, down: 2 });
  expect(all).toEqual({ up: 10, down: 10 });
  const { up, bars } = heightsOf([{ total: 1_000_000, failed: 1 }], 50);
  expect(bars[0]?.down).toBe(2);
  expect(up).toBe(48);
});
