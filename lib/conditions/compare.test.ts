import { expect, test } from 'vitest';
import {
  booleanOf,
  compare,
  containsAny,
  isBetween,
  isMissing,
  isSame,
  numberIn,
  numberOf,
  spanOf,
  textOf,
  timeOf,
  truthy,
} from './compare.ts';

test.each([
  [null, undefined, true],
  [null, 'null', false],
  [undefined, 0, false],
  [{ a: [1] }, { a: [1] }, true],
  [{ a: 1 }, '{"a":1}', false],
  [[1], 1, false],
  ['a', 'b', false],
  [1, 2, false],
  ['2', 1, false],
])('%j and %j are equal: %s', (one, other, same) => {
  expect([isSame(one, other), isSame(other, one)]).toEqual([same, same]);
});

test.each([
  ['-12', -12],
  ['1e+10', 1e10],
  ['25E-1', 2.5],
  ['1.5e10', 15_000_000_000],
  ['123456789.012345', 123456789.012345],
  ['1234567890.123456', undefined],
  [`1${'0'.repeat(14)}e1`, undefined],
  [`${' '.repeat(63)}1`, 1],
  [`${' '.repeat(64)}1`, undefined],
  ['+1', undefined],
  ['1.', undefined],
  ['', undefined],
  [1, undefined],
])('the number in %j is %s', (text, number) => {
  expect(numberIn(text)).toBe(number);
});

test.each([
  [1, 2, -1],
  ['10', 9, 1],
  ['2026-11-20', '2026-11-20T00:00:01Z', -1_000],
  ['b', 'a', 1],
  ['a', 'a', 0],
  ['a', 'b', -1],
  ['a', 1, undefined],
  [true, 'a', undefined],
  [null, 'a', undefined],
  ['a', undefined, undefined],
  [[1], '[1]', undefined],
  ['1', { a: 1 }, undefined],
])('the order of %j and %j is %s', (one, other, order) => {
  expect(compare(one, other)).toBe(order);
});

test.each([
  [0, 0, true],
  [1, -1, true],
  [-1, -1, false],
  [1, 1, false],
  [undefined, -1, false],
  [1, undefined, false],
])('%s and %s from the bounds lies between: %s', (toLeast, toMost, lies) => {
  expect(isBetween(toLeast, toMost)).toBe(lies);
});

test.each([
  [null, undefined],
  ['x', undefined],
  ['20261120', 20_261_120_000],
  [99_999_999_999, 99_999_999_999_000],
  [100_000_000_000, 100_000_000_000],
  ['2026-11-20', Date.UTC(2026, 10, 20)],
  ['2026-11-20T10:30', Date.UTC(2026, 10, 20, 10, 30)],
  ['2026-11-20 10:30:15.25', Date.UTC(2026, 10, 20, 10, 30, 15, 250)],
  ['2026-11-20T10:30:00+0130', Date.UTC(2026, 10, 20, 9)],
  ['2026-11-20T10:30:00-01:30', Date.UTC(2026, 10, 20, 12)],
  ['2026-13-20', undefined],
  [`2026-11-20T10:30:00.${'0'.repeat(980)}`, Date.UTC(2026, 10, 20, 10, 30)],
  [`2026-11-20T10:30:00.${'0'.repeat(981)}`, undefined],
])('the time of %j is %s', (value, time) => {
  expect(timeOf(value)).toBe(time);
});

test.each([
  [' +1.5e3 ', 1_500],
  ['.5', 0.5],
  ['5.', 5],
  ['0x10', undefined],
  ['', undefined],
  [Number.NaN, undefined],
  [Number.POSITIVE_INFINITY, undefined],
  [true, undefined],
  ['1'.padStart(1_000), 1],
  ['1'.padStart(1_001), undefined],
])('%j is read as the number %s', (value, number) => {
  expect(numberOf(value)).toBe(number);
});

test.each([
  [
    { amount: '3', unit: 'days' },
    { amount: 3, unit: 'days' },
  ],
  [{ amount: 3, unit: 'fortnights' }, undefined],
  [{ amount: 'x', unit: 'days' }, undefined],
  [{ unit: 'days' }, undefined],
  ['3 days', undefined],
  [null, undefined],
  [undefined, undefined],
])('the span of %j is %j', (value, span) => {
  expect(spanOf(value)).toEqual(span);
});

test('texts, booleans and missing values', () => {
  expect([null, undefined, 0, { a: 1 }, 'x'].map(textOf)).toEqual(['', '', '0', '{"a":1}', 'x']);
  expect([true, 'TRUE', 'False', 'no', 'falsely', 1].map(booleanOf)).toEqual([
    true,
    true,
    false,
    undefined,
    undefined,
    undefined,
  ]);
  expect([null, undefined, '', 0, false].map(isMissing)).toEqual([true, true, false, false, false]);
  expect([[0], [], 'x', '', 0].map(truthy)).toEqual([true, false, true, false, false]);
});

test('a missing value contains nothing, and ß is no SS', () => {
  expect(containsAny(null, ['', 'null'])).toBe(false);
  expect(containsAny('Null and void', [null, undefined, '', 'VOID'])).toBe(true);
  expect(containsAny('Null and void', [null, undefined, ''])).toBe(false);
  expect(containsAny('STRASSE', ['straße'])).toBe(false);
});

test('comparisons spend work, in proportion to the text that they read', () => {
  const spent = (work: (spend: (units: number) => void) => unknown) => {
    let sum = 0;
    work((units) => {
      sum += units;
    });
    return sum;
  };
  expect(spent((spend) => isSame(1, 2, spend))).toBeCloseTo(0.2);
  expect(spent((spend) => compare(1, 2, spend))).toBeCloseTo(0.2);
  expect(spent((spend) => isSame(['x'.repeat(996)], [undefined], spend))).toBeCloseTo(0.2 + 5 + 6 / 200);
  expect(spent((spend) => isSame(['x'], () => 1, spend))).toBeCloseTo(0.2 + 5 / 200);
  expect(spent((spend) => containsAny('x'.repeat(1_000), ['y'], spend))).toBeCloseTo(5 + 0.2 + 5 + 1 / 200);
});
