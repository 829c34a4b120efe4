import { expect, test } from 'vitest';
import { placeAt } from './use-drag-order.ts';

const boxes = [0, 1, 2, 3].map((index) => ({ top: index * 50, height: 50 }));

test('a dragged item takes the place of the items whose middle it passed, within its range', () => {
  const places = (from: number, range: [number, number]) =>
    [-500, -60, -30, 0, 30, 60, 500].map((offset) => placeAt(boxes, from, offset, range));
  expect(places(2, [0, 3])).toEqual([0, 1, 2, 2, 2, 3, 3]);
  expect(places(2, [1, 3])).toEqual([1, 1, 2, 2, 2, 3, 3]);
  expect(places(0, [0, 3])).toEqual([0, 0, 0, 0, 0, 1, 3]);
  expect(places(1, [1, 1])).toEqual([1, 1, 1, 1, 1, 1, 1]);
});
