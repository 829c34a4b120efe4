import { expect, test } from 'vitest';
import { at, barAt, firstAndLast, heights, moved } from './volume-bars.ts';

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

test('every place belongs to a bar, also beyond the edges', () => {
  expect([-0.2, 0, 0.49, 0.99, 1, 3].map((share) => barAt(share, 4))).toEqual([0, 0, 1, 3, 3, 3]);
});

test('one failure among a million is seen, and never higher than its bar', () => {
  expect(heights({ total: 1_000_000, failed: 1 }, 1_000_000, 0.05)).toEqual({ whole: 1, failed: 0.05 });
  expect(heights({ total: 1, failed: 1 }, 1_000_000, 0.05)).toEqual({ whole: 0.05, failed: 0.05 });
  expect(heights({ total: 0, failed: 0 }, 10, 0.05)).toEqual({ whole: 0, failed: 0 });
});
