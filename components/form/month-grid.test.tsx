import { expect, test } from 'vitest';
import { moveBy, weeksOf } from './month-grid.tsx';

/** A Friday. */
const day = { year: 2026, month: 10, day: 27 };

test('a month begins with the Monday of its first week, and has six weeks', () => {
  const weeks = weeksOf(day);
  expect(weeks).toHaveLength(6);
  expect(weeks[0]?.[0]).toEqual({ year: 2026, month: 9, day: 26 });
  expect(weeks[0]?.[6]).toEqual({ year: 2026, month: 10, day: 1 });
});

test.each([
  ['ArrowLeft', { year: 2026, month: 10, day: 26 }],
  ['ArrowDown', { year: 2026, month: 11, day: 4 }],
  ['Home', { year: 2026, month: 10, day: 23 }],
  ['End', { year: 2026, month: 10, day: 29 }],
  ['PageDown', { year: 2026, month: 11, day: 27 }],
  ['PageUp', { year: 2026, month: 9, day: 27 }],
])('%s moves the day', (key, next) => {
  expect(moveBy(day, key)).toEqual(next);
});

test('a month without the day gives its last day, and other keys move nothing', () => {
  expect(moveBy({ year: 2027, month: 0, day: 31 }, 'PageDown')).toEqual({ year: 2027, month: 1, day: 28 });
  expect(moveBy(day, 'Tab')).toBeUndefined();
});
