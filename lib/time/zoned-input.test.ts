import { expect, test } from 'vitest';
import { fromField, toField } from './zoned-input.ts';

test.each([true, false])('a field in UTC (%s) means the time that it shows', (isUtc) => {
  for (const time of ['2026-03-29T12:30:00.000Z', '2026-10-25T12:30:00.000Z', '2026-11-22T00:00:00.000Z']) {
    expect(fromField(toField(Date.parse(time), isUtc), isUtc)).toBe(Date.parse(time));
  }
  expect(toField(Number.NaN, isUtc)).toBe('');
  expect(fromField('', isUtc)).toBeNaN();
});

test('in UTC it is the text of the time', () => {
  expect(toField(Date.parse('2026-11-22T09:30:00.000Z'), true)).toBe('2026-11-22T09:30');
});
