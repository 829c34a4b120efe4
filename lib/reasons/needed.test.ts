import { expect, test } from 'vitest';
import { metText, unmetBy, unmetText } from './needed.ts';

const of = (operator: string, wanted: unknown) => ({ [operator]: [{ var: 'payload.discount' }, wanted] });
const filter = (operator: string, value: string, on = 'payload') => ({
  ...{ isNegated: false, type: 'GROUP', value: 'AND' },
  children: [{ on, field: 'discount', operator, value }],
});
const values = { 'payload.discount': 5 };

test.each([
  [of('>=', 10), 'discount is 5, needs 10 or more'],
  [of('>', 10), 'discount is 5, needs more than 10'],
  [of('<', 3), 'discount is 5, needs less than 3'],
  [of('<=', 3), 'discount is 5, needs 3 or less'],
  [of('==', 'none'), 'discount is 5, needs none'],
  [of('in', 'abc'), 'discount is 5'],
  [{ and: [of('>=', 10), of('<', 20)] }, 'discount is 5'],
  [{ '>=': [{ var: 'payload.other' }, 10] }, 'discount is 5'],
  [{ '>=': [10, { var: 'payload.discount' }] }, 'discount is 5'],
  [null, 'discount is 5'],
  [{}, 'discount is 5'],
  [[], 'discount is 5'],
  [{ ...of('>=', 10), ...of('<', 20) }, 'discount is 5'],
  [{ '>=': [{ path: 'payload.discount' }, 10] }, 'discount is 5'],
  [{ '>=': ['payload.discount', 10] }, 'discount is 5'],
  [{ '>=': [{ var: ['payload.discount', 1] }, 10] }, 'discount is 5'],
  [of('>=', ['10']), 'discount is 5'],
  [of('>=', { var: 'payload.least' }), 'discount is 5'],
  [of('==', true), 'discount is 5, needs true'],
  [[{ ...filter('SMALLER', '3'), children: [] }], 'discount is 5'],
  [[{ ...filter('SMALLER', '3'), children: Array(2).fill(filter('SMALLER', '3').children[0]) }], 'discount is 5'],
  [[filter('SMALLER', 3 as never)], 'discount is 5'],
  [[filter('LARGER_EQUAL', '10')], 'discount is 5, needs 10 or more'],
  [[filter('EQUAL', 'none')], 'discount is 5, needs none'],
  [[filter('LIKE', '1')], 'discount is 5'],
  [[{ ...filter('SMALLER', '3'), isNegated: true }], 'discount is 5'],
  [[filter('SMALLER', '3'), filter('LARGER', '9')], 'discount is 5'],
  [[filter('LARGER', '10', 'subscriber')], 'discount is 5'],
])('%j is not met: %s', (condition, text) => expect(unmetText({ condition, values })).toBe(text));

test('a met condition shows its requirement only if it adds information', () => {
  expect(metText({ condition: of('<', 10), values })).toBe('discount is 5, less than 10');
  expect(metText({ condition: of('==', 5), values })).toBe('discount is 5');
  expect(metText({ condition: [filter('EQUAL', '5')], values })).toBe('discount is 5');
});

test('several values, or withheld ones, add no text', () => {
  const two = { ...values, 'payload.plan': 'free' };
  expect(unmetText({ condition: of('>=', 10), values: two })).toBe('discount is 5, plan is free');
  expect(unmetText({ condition: of('>=', 10), values: 'withheld' })).toBeUndefined();
  expect(unmetText({ condition: of('>=', 10), values: {} })).toBeUndefined();
  expect(metText({ condition: of('<', 10), values: 'withheld' })).toBeUndefined();
});

test('the condition is named after its values, or alone', () => {
  const what = 'the preference’s condition';
  expect(unmetBy(what, { condition: of('>=', 10), values })).toBe(`discount is 5, needs 10 or more (${what})`);
  expect(unmetBy(what, { condition: of('>=', 10), values: {} })).toBe(`${what} was not met`);
});
