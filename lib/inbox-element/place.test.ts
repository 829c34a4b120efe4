import { expect, test } from 'vitest';
import { place } from './place.ts';

const window = { width: 1000, height: 800 };
const layer = { width: 400, height: 600 };
const bell = (left: number, top: number) => ({ left, top, width: 40, height: 40 });

test('a layer opens below, aligned to the side where lines end', () => {
  expect(place(bell(900, 10), layer, window, false)).toEqual({ left: 540, top: 56, maxHeight: 736 });
  expect(place(bell(60, 10), layer, window, true)).toEqual({ left: 60, top: 56, maxHeight: 736 });
});

test('a layer stays in the window', () => {
  expect(place(bell(10, 10), layer, window, false).left).toBe(8);
  expect(place(bell(950, 10), layer, window, true).left).toBe(592);
  expect(place(bell(270, 10), { width: 304, height: 600 }, { width: 320, height: 600 }, false)).toEqual({
    ...{ left: 8, top: 56 },
    maxHeight: 536,
  });
});

test('a layer opens above where there is more room', () => {
  expect(place(bell(900, 700), layer, window, false)).toEqual({ left: 540, top: 94, maxHeight: 686 });
  expect(place(bell(900, 500), layer, window, false)).toEqual({ left: 540, top: 8, maxHeight: 486 });
});
