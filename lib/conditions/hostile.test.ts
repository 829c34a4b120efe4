/** Tests that conditions with hostile payloads cause a limited amount of work and correct results. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StepFilter } from '#lib/conditions/step-filter-schema.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { leastProcessorTime } from '#testing/processor-time.ts';
import { isSame } from './compare.ts';
import { evaluateFilters } from './evaluate-filters.ts';
import { ConditionError, evaluateCondition } from './evaluate-rule.ts';
import { Values } from './values.ts';

/** Milliseconds of processor time for one evaluation. */
const LIMIT = 200;

const DIGITS = `${'1'.repeat(60_000)}x`;
const A = { var: 'payload.a' };
const B = { var: 'payload.b' };
const list = (word: string, length = 30_000) => Array.from({ length }, (_, at) => `${word}-${at}`);
/** The search of the JavaScript runtime takes quadratic time for this text. */
const REPEATED = { text: 'a'.repeat(400_000), part: `${'a'.repeat(40_000)}b${'a'.repeat(40_000)}` };
const often = (rule: object) => ({ or: Array.from({ length: 150 }, () => rule) });
const TOO_MUCH = 'too much';

const RULES: Record<string, [rule: JsonObject, payload: JsonObject, result: boolean | typeof TOO_MUCH]> = {
  'a long number that is none, equal to a number': [{ '==': [A, 1] }, { a: DIGITS }, false],
  'a long number that is none, in an order': [{ '<': [A, B] }, { a: DIGITS, b: DIGITS }, false],
  'a long number that is none, between': [{ between: [A, 1, 2] }, { a: DIGITS }, false],
  'a long number that is none, as a time': [{ withinLast: [A, { amount: 1, unit: 'days' }] }, { a: DIGITS }, false],
  'many blanks before no number': [{ '>': [A, 0] }, { a: `${' '.repeat(400_000)}x` }, false],
  'two long lists without a common item': [{ containsAny: [A, B] }, { a: list('a'), b: list('b') }, false],
  'two long lists with a common item': [{ containsAny: [A, B] }, { a: list('a'), b: [...list('b'), 'a-29999'] }, true],
  'a long list and a few values': [{ containsAny: [A, 'x, y, a-29999'] }, { a: list('a') }, true],
  'a long list without a value': [{ contains: [A, 'x'] }, { a: list('a') }, false],
  'a long text and many parts': [{ containsAny: [A, B] }, { a: 'A'.repeat(400_000), b: list('b') }, TOO_MUCH],
  'a text that repeats itself in one that does': [{ contains: [A, B] }, { a: REPEATED.text, b: REPEATED.part }, false],
  'a large object in a list of objects': [
    { in: [A, B] },
    { a: { text: 'x'.repeat(200_000) }, b: Array.from({ length: 20_000 }, () => ({ n: 1 })) },
    false,
  ],
  'a long text, compared often': [often({ contains: [A, 'x'] }), { a: 'A'.repeat(400_000) }, TOO_MUCH],
  'a long text, often as a number': [often({ '>': [A, 1] }), { a: DIGITS }, false],
};

test.each(Object.entries(RULES))('a condition: %s', async (_, [rule, payload, result]) => {
  expect(evaluated(rule, payload)).toBe(result);
  expect(await leastProcessorTime(LIMIT, () => evaluated(rule, payload))).toBeLessThan(LIMIT);
});

const filter = (operator: StepFilter['children'][0]['operator'], value: string, type: StepFilter['type'] = 'TEXT') => [
  {
    isNegated: false,
    type,
    value: 'AND' as const,
    children: [{ field: 'a', value, operator, on: 'payload' as const }],
  },
];

const FILTERS: Record<string, [filters: StepFilter[], payload: JsonObject, passes: boolean]> = {
  'a long number that is none': [filter('EQUAL', '1', 'NUMBER'), { a: DIGITS }, false],
  'a long time that is none': [filter('SMALLER', DIGITS, 'DATE'), { a: DIGITS }, false],
  'two long lists, ANY_IN': [filter('ANY_IN', list('b').join()), { a: list('a') }, false],
  'two long lists, ALL_IN': [filter('ALL_IN', [...list('a'), 'x'].join()), { a: list('a') }, false],
  'two equal lists, ALL_IN': [filter('ALL_IN', list('a').join()), { a: list('a').reverse() }, true],
  'two long lists of numbers, NOT_IN': [
    filter('NOT_IN', Array.from({ length: 30_000 }, (_, at) => at + 0.5).join(), 'NUMBER'),
    { a: Array.from({ length: 30_000 }, (_, at) => `${at}`) },
    true,
  ],
  'a text that repeats itself, LIKE': [filter('LIKE', REPEATED.part), { a: REPEATED.text }, false],
  'a long list, LIKE': [filter('LIKE', 'x'.repeat(5_000)), { a: list('a') }, false],
};

test.each(Object.entries(FILTERS))('a filter: %s', async (_, [filters, payload, passes]) => {
  expect(evaluateFilters(filters, { payload, subscriber: {} }).passes).toBe(passes);
  expect(await leastProcessorTime(LIMIT, () => evaluateFilters(filters, { payload, subscriber: {} }))).toBeLessThan(
    LIMIT,
  );
});

test('a value is found in a list if it equals an item', () => {
  const value = fc.oneof(
    fc.constantFrom(0, 1, -1, 1.5, 2 ** 53, 1e21, true, false, null, undefined),
    fc.constantFrom(
      '1',
      '01',
      ' 1 ',
      '+1',
      '1.0',
      '1.50',
      '-0',
      'true',
      'TRUE',
      ' true',
      '',
      'null',
      '9007199254740992',
    ),
    fc.constantFrom({}, [], [1], ['1'], { a: 1 }, { a: '1' }),
  );
  fc.assert(
    fc.property(fc.array(value), value, (items, wanted) => {
      const found = new Values(items, () => {}).has(wanted);
      expect(found).toBe(items.some((item) => isSame(item, wanted)));
    }),
    { numRuns: 2_000 },
  );
});

function evaluated(rule: JsonObject, payload: JsonObject): boolean | typeof TOO_MUCH {
  try {
    return evaluateCondition(rule, { payload });
  } catch (error) {
    if (error instanceof ConditionError && error.message.includes('too much')) return TOO_MUCH;
    throw error;
  }
}
