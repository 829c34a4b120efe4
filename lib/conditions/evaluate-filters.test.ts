import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { FIELD_OPERATORS, type FieldFilterPart, type StepFilter } from '#lib/conditions/step-filter-schema.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { evaluateFilters } from './evaluate-filters.ts';

type Operator = FieldFilterPart['operator'];
type FilterType = StepFilter['type'];

const part = (operator: Operator, value: string, field = 'it', on: FieldFilterPart['on'] = 'payload') => ({
  field,
  value,
  operator,
  on,
});
const filter = (changes: Partial<StepFilter>): StepFilter => ({
  isNegated: false,
  type: 'GROUP',
  value: 'AND',
  children: [],
  ...changes,
});
const holds = (operator: Operator, actual: unknown, value: string, type: FilterType = 'GROUP') =>
  evaluateFilters([filter({ type, children: [part(operator, value)] })], {
    payload: actual === undefined ? {} : { it: actual },
    subscriber: {},
  }).passes;

type Row = [actual: unknown, value: string, type?: FilterType];

/**
 * Each operator with values that make it true, and values that make it false. Its negation has the opposite results.
 */
const TRUTHS: Record<string, { holds: Row[]; not: Row[]; negation?: Operator }> = {
  EQUAL: {
    negation: 'NOT_EQUAL',
    holds: [
      ['pro', 'pro'],
      ['', ''],
      [7, '7'],
      [7, ' 7.0 '],
      [-0.5, '-.5'],
      [true, 'true'],
      [false, 'False'],
      [['a', 'b'], 'a, b'],
      [[1, 2], '1,2'],
      [[], ''],
      [{ a: 1 }, '{"a":1}'],
      ['007', '7', 'NUMBER'],
      ['1e3', '1000', 'NUMBER'],
      ['TRUE', 'true', 'BOOLEAN'],
      ['2026-01-01', '2026-01-01T00:00:00Z', 'DATE'],
      ['2026-01-01T01:00:00+01:00', '2026-01-01', 'DATE'],
      [1_767_225_600, '2026-01-01', 'DATE'],
      [7, '7', 'TEXT'],
    ],
    not: [
      ['pro', 'Pro'],
      ['007', '7'],
      ['7', '7.0'],
      ['true', 'TRUE'],
      [7, 'seven'],
      [7, ''],
      [true, '1'],
      [true, 'yes'],
      [null, ''],
      [null, 'null'],
      [undefined, ''],
      [undefined, 'undefined'],
      [['a', 'b'], 'b, a'],
      [['a'], 'a, b'],
      [{ a: 1 }, '{ "a": 1 }'],
      ['seven', 'seven', 'NUMBER'],
      ['yes', 'yes', 'BOOLEAN'],
      ['tomorrow', 'tomorrow', 'DATE'],
      ['2026-01-01', '2026-01-01T00:00:00Z', 'TEXT'],
    ],
  },
  LARGER: {
    holds: [
      [10, '9'],
      [0.2, '0.1'],
      ['10', '9'],
      ['b', 'a'],
      ['9', '10', 'TEXT'],
      ['2026-01-02', '2026-01-01'],
      ['2026-01-01T00:30:00+00:00', '2026-01-01T01:00:00+01:00'],
      ['2026-01-02', '2026-01-01T23:00:00Z', 'DATE'],
      [1_767_225_601, '2026-01-01', 'DATE'],
      [1_767_225_600_001, '2026-01-01', 'DATE'],
    ],
    not: [
      [9, '9'],
      [9, '10'],
      [9, 'a'],
      [9, ''],
      ['a', '9', 'NUMBER'],
      ['10', '9', 'TEXT'],
      [true, 'false'],
      [undefined, '0'],
      [null, '0'],
      [[10], '9'],
      [{}, '0'],
    ],
  },
  LARGER_EQUAL: {
    holds: [
      [9, '9'],
      [10, '9'],
      ['a', 'a'],
      ['2026-01-01T00:00:00Z', '2026-01-01', 'DATE'],
    ],
    not: [
      [8, '9'],
      [undefined, ''],
      [true, 'true'],
    ],
  },
  SMALLER: {
    holds: [
      [9, '10'],
      ['9', '10'],
      ['10', '9', 'TEXT'],
      ['a', 'b'],
      [-1, '0'],
    ],
    not: [
      [10, '10'],
      [11, '10'],
      [undefined, '10'],
      [null, '10'],
      [[], '10'],
      [false, 'true'],
    ],
  },
  SMALLER_EQUAL: {
    holds: [
      [10, '10'],
      [9, '10'],
      ['2026-01-01', '2026-01-01'],
    ],
    not: [
      [11, '10'],
      [undefined, '10'],
    ],
  },
  BETWEEN: {
    negation: 'NOT_BETWEEN',
    holds: [
      [5, '5,7'],
      [7, '5, 7'],
      ['6', '5,7'],
      ['b', 'a,c'],
      ['2026-06-15', '2026-06-01,2026-06-30'],
      ['2026-06-15T12:00:00+02:00', '2026-06-15T10:00:00Z,2026-06-15T10:00:00Z', 'DATE'],
    ],
    not: [
      [4, '5,7'],
      [8, '5,7'],
      [6, '7,5'],
      [6, '5'],
      [6, '5,6,7'],
      [6, ''],
      [6, 'a,b'],
      [undefined, '5,7'],
      [[6], '5,7'],
    ],
  },
  IN: {
    negation: 'NOT_IN',
    holds: [
      ['pro', 'pro,team'],
      ['team', ' pro , team '],
      [7, '6,7'],
      [true, 'true'],
      [['a', 'b'], 'b,c'],
      [[7], '7'],
      ['07', '7', 'NUMBER'],
    ],
    not: [
      ['pro', 'Pro,team'],
      ['pro', ''],
      ['', ''],
      ['pro', 'professional'],
      [7, '70'],
      [undefined, 'undefined'],
      [null, 'null'],
      [[], 'a'],
      [['a'], 'b,c'],
    ],
  },
  ANY_IN: {
    holds: [
      [['a', 'b'], 'b,c'],
      ['a', 'a,b'],
    ],
    not: [
      [['a'], 'b'],
      [[], 'b'],
      [undefined, 'b'],
    ],
  },
  ALL_IN: {
    holds: [
      [['a', 'b', 'c'], 'c,a'],
      [['a'], 'a,a'],
      ['a', 'a'],
      [[1, 2], '2,1'],
    ],
    not: [
      [['a'], 'a,b'],
      ['a', 'a,b'],
      [['a'], ''],
      [[], 'a'],
      [undefined, 'a'],
    ],
  },
  LIKE: {
    negation: 'NOT_LIKE',
    holds: [
      ['Belfry Pro', 'pro'],
      ['belfry', 'BELFRY'],
      [1234, '23'],
      [true, 'ru'],
      [['Alpha', 'Beta'], 'bet'],
    ],
    not: [
      ['pro', 'prof'],
      ['pro', ''],
      ['a.c', 'abc'],
      [undefined, 'undefined'],
      [null, 'null'],
      [[], 'a'],
    ],
  },
};

describe.each(Object.entries(TRUTHS))('%s', (name, { holds: rows, not: others, negation }) => {
  const operator = name as Operator;
  test.each(rows)('holds for %j and %j (%s)', (actual, value, type) => {
    expect(holds(operator, actual, value, type)).toBe(true);
    if (negation) expect(holds(negation, actual, value, type)).toBe(false);
  });
  test.each(others)('does not hold for %j and %j (%s)', (actual, value, type) => {
    expect(holds(operator, actual, value, type)).toBe(false);
    if (negation) expect(holds(negation, actual, value, type)).toBe(true);
  });
});

test('the table has every operator of the interface', () => {
  const named = Object.entries(TRUTHS).flatMap(([name, { negation }]) => [name, negation ?? name]);
  expect(new Set(named)).toEqual(new Set(FIELD_OPERATORS));
});

describe('groups', () => {
  const data = {
    subscriber: { firstName: 'Jane', data: { plan: 'pro' } },
    payload: { total: 120, order: { id: 'o-1' } },
  };
  const yes = part('EQUAL', '120', 'total');
  const no = part('EQUAL', 'Omar', 'firstName', 'subscriber');
  const passes = (...filters: StepFilter[]) => evaluateFilters(filters, data).passes;

  test.each<[name: string, filters: StepFilter[], expected: boolean]>([
    ['none', [], true],
    ['one without children', [filter({})], true],
    ['one without children, negated', [filter({ isNegated: true, value: 'OR' })], true],
    ['all of two', [filter({ children: [yes, yes] })], true],
    ['all of two, one false', [filter({ children: [yes, no] })], false],
    ['any of two, one false', [filter({ value: 'OR', children: [no, yes] })], true],
    ['any of two, both false', [filter({ value: 'OR', children: [no, no] })], false],
    ['all of two, negated', [filter({ isNegated: true, children: [yes, yes] })], false],
    ['all of two, one false, negated', [filter({ isNegated: true, children: [yes, no] })], true],
    ['any of two, negated', [filter({ isNegated: true, value: 'OR', children: [no, no] })], true],
    ['two, the second true', [filter({ children: [no] }), filter({ children: [yes] })], true],
    ['two, both false', [filter({ children: [no] }), filter({ children: [no, yes] })], false],
    ['two, one empty', [filter({ children: [no] }), filter({})], true],
  ])('%s', (_name, filters, expected) => expect(passes(...filters)).toBe(expected));

  test('fields are paths of own properties in their source', () => {
    expect(passes(filter({ children: [part('EQUAL', 'pro', 'data.plan', 'subscriber')] }))).toBe(true);
    expect(passes(filter({ children: [part('EQUAL', 'o-1', 'order.id')] }))).toBe(true);
    expect(passes(filter({ children: [part('EQUAL', 'o-1', 'payload.order.id')] }))).toBe(false);
    expect(passes(filter({ children: [part('LIKE', 'function', 'constructor')] }))).toBe(false);
    expect(passes(filter({ children: [part('EQUAL', '4', 'order.id.length')] }))).toBe(false);
  });

  test('every filter reports the values that it read', () => {
    const long = 'x'.repeat(500);
    const { readings } = evaluateFilters(
      [
        filter({ children: [yes, part('IN', 'a,b', 'list')] }),
        filter({ value: 'OR', children: [no, part('LIKE', 'x', 'long')] }),
      ],
      { subscriber: data.subscriber, payload: { ...data.payload, list: ['a', { b: 1 }], long } },
    );
    expect(readings).toEqual([
      { ...yes, actual: 120, holds: true },
      { ...part('IN', 'a,b', 'list'), actual: '["a",{"b":1}]', holds: true },
      { ...no, actual: 'Jane', holds: false },
      { ...part('LIKE', 'x', 'long'), actual: `${'x'.repeat(199)}…`, holds: true },
    ]);
    const missing = evaluateFilters([filter({ children: [part('EQUAL', 'a', 'nowhere')] })], data).readings[0];
    expect(missing).toEqual({ ...part('EQUAL', 'a', 'nowhere'), holds: false });
  });
});

/** A second implementation, written from the documentation alone. */
function naive(filters: StepFilter[], data: { subscriber: JsonObject; payload: JsonObject }): boolean {
  if (filters.length === 0) return true;
  for (const { children, isNegated, value, type } of filters) {
    if (children.length === 0) return true;
    let count = 0;
    for (const child of children) {
      let actual: unknown = data[child.on];
      for (const key of child.field.split('.')) {
        const holder = actual as JsonObject | null | undefined;
        actual =
          typeof holder === 'object' && holder !== null && Object.keys(holder).includes(key) ? holder[key] : undefined;
      }
      if (naivePart(child.operator, actual, child.value, type)) count++;
    }
    const all = count === children.length;
    if ((value === 'AND' ? all : count > 0) === !isNegated) return true;
  }
  return false;
}

function naivePart(operator: Operator, actual: unknown, value: string, type: FilterType): boolean {
  const pieces = value.split(',').map((piece) => piece.trim());
  const wanted = pieces.filter((piece) => piece.length > 0);
  const items = Array.isArray(actual) ? (actual as unknown[]) : actual == null ? [] : [actual];
  const isOne = (one: unknown) => wanted.some((piece) => naiveOrder(one, piece, type, true) === 0);
  switch (operator) {
    case 'NOT_EQUAL':
      return !naivePart('EQUAL', actual, value, type);
    case 'NOT_BETWEEN':
      return !naivePart('BETWEEN', actual, value, type);
    case 'NOT_IN':
      return !naivePart('IN', actual, value, type);
    case 'NOT_LIKE':
      return !naivePart('LIKE', actual, value, type);
    case 'EQUAL':
      if (!Array.isArray(actual)) return naiveOrder(actual, value, type, true) === 0;
      return (
        items.length === wanted.length && items.every((one, at) => naivePart('EQUAL', one, wanted[at] ?? '', type))
      );
    case 'IN':
    case 'ANY_IN':
      return items.filter(isOne).length > 0;
    case 'ALL_IN':
      return (
        wanted.length > 0 && !wanted.some((piece) => !items.some((one) => naiveOrder(one, piece, type, true) === 0))
      );
    case 'LIKE':
      return value !== '' && items.some((one) => new RegExp(escaped(value), 'i').test(String(one)));
    case 'BETWEEN':
      return (
        wanted.length === 2 &&
        naivePart('LARGER_EQUAL', actual, wanted[0] as string, type) &&
        naivePart('SMALLER_EQUAL', actual, wanted[1] as string, type)
      );
    default: {
      const order = naiveOrder(actual, value, type, false);
      if (Number.isNaN(order)) return false;
      if (order === 0) return operator.endsWith('EQUAL');
      return operator.startsWith(order > 0 ? 'LARGER' : 'SMALLER');
    }
  }
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** 1, 0 or -1. NaN if the two cannot be compared. */
function naiveOrder(actual: unknown, value: string, type: FilterType, exact: boolean): number {
  const number = (text: unknown) => (String(text).trim() === '' ? Number.NaN : Number(text));
  const time = (text: unknown) =>
    /^\d{4}-\d\d-\d\d(T\S+)?$/.test(String(text))
      ? Date.parse(String(text))
      : number(text) * (number(text) < 1e11 ? 1000 : 1);
  const sign = (difference: number) => Math.sign(difference);
  const letters = (one: string) => (one === value ? 0 : [one, value].sort()[0] === one ? -1 : 1);
  if (typeof actual === 'boolean') return exact && value.toLowerCase() === String(actual) ? 0 : Number.NaN;
  if (type === 'DATE' && (typeof actual === 'number' || typeof actual === 'string'))
    return sign(time(actual) - time(value));
  if (typeof actual === 'number' || (typeof actual === 'string' && type === 'NUMBER'))
    return sign(number(actual) - number(value));
  if (typeof actual !== 'string') return Number.NaN;
  if (type === 'BOOLEAN') {
    const known = ['true', 'false'].includes(actual.toLowerCase());
    return exact && known && actual.toLowerCase() === value.toLowerCase() ? 0 : Number.NaN;
  }
  if (exact || type === 'TEXT') return letters(actual);
  if (!Number.isNaN(number(actual)) && !Number.isNaN(number(value))) return sign(number(actual) - number(value));
  const dates = [actual, value].every((text) => /^\d{4}-\d\d-\d\d(T\S+)?$/.test(text));
  return dates ? sign(time(actual) - time(value)) : letters(actual);
}

test('agrees with a second implementation', () => {
  const plain = fc.constantFrom<unknown>(
    0,
    1,
    2,
    10,
    -1.5,
    true,
    false,
    null,
    '',
    'a',
    'A',
    'b',
    'abc',
    '1',
    '10',
    '2',
    'true',
    'FALSE',
    '2026-01-01',
    '2026-01-02T00:00:00Z',
    '2026-01-02T01:00:00+01:00',
    1_767_312_000,
  );
  const actual = fc.oneof(
    { weight: 4, arbitrary: plain },
    fc.array(
      plain.filter((one) => one !== null),
      { maxLength: 3 },
    ),
  );
  const texts = [
    '',
    'a',
    'A',
    'abc',
    'c',
    '1',
    '2',
    '10',
    ' 1',
    'true',
    'false',
    '2026-01-01',
    '2026-01-02',
    '2026-01-02T00:00:00Z',
    '1767312000',
    '-1.5',
  ];
  const value = fc.oneof(
    fc.constantFrom(...texts),
    fc.array(fc.constantFrom(...texts), { minLength: 2, maxLength: 3 }).map((list) => list.join(', ')),
  );
  const child = fc.record({
    field: fc.constantFrom('a', 'b', 'c.d', 'c.none', 'toString'),
    value,
    operator: fc.constantFrom(...FIELD_OPERATORS),
    on: fc.constantFrom('subscriber' as const, 'payload' as const),
  });
  const filters = fc.array(
    fc.record({
      isNegated: fc.boolean(),
      type: fc.constantFrom<FilterType>(
        'BOOLEAN',
        'TEXT',
        'DATE',
        'NUMBER',
        'STATEMENT',
        'LIST',
        'MULTI_LIST',
        'GROUP',
      ),
      value: fc.constantFrom('AND' as const, 'OR' as const),
      children: fc.array(child, { maxLength: 3 }),
    }),
    { maxLength: 2 },
  );
  const record = fc.record({ a: actual, b: actual, c: fc.record({ d: actual }) });
  fc.assert(
    fc.property(filters, record, record, (given, subscriber, payload) => {
      const result = evaluateFilters(given, { subscriber, payload });
      expect(result.passes).toBe(naive(given, { subscriber, payload }));
      expect(result.readings).toHaveLength(given.flatMap(({ children }) => children).length);
    }),
    { numRuns: 4_000 },
  );
});

test('a time without an offset is UTC in every time zone of the process', () => {
  vi.stubEnv('TZ', 'America/New_York');
  expect(holds('EQUAL', '2026-01-01T10:00', '2026-01-01T10:00:00Z', 'DATE')).toBe(true);
  vi.unstubAllEnvs();
});
