import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#lib/json/values.ts';
import { conditionLimitProblem, conditionProblems } from './check.ts';
import { ConditionError, evaluateCondition } from './evaluate-rule.ts';
import { CONDITION_LIMITS, OPERATORS } from './operators.ts';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const HOUR = 3_600_000;
const ago = (ms: number) => new Date(NOW - ms).toISOString();

const payload: JsonObject = {
  plan: 'Pro',
  total: 120,
  totalText: '120.50',
  paid: true,
  paidText: 'true',
  nothing: null,
  empty: '',
  tags: ['new', 'vip', 7],
  none: [],
  place: { city: 'Graz' },
  due: '2026-11-20',
  hourAgo: ago(HOUR),
  twoDaysAgo: ago(48 * HOUR),
  tomorrow: ago(-24 * HOUR),
  seconds: (NOW - HOUR) / 1000,
};

const holds = (rule: JsonObject) => evaluateCondition(rule, { payload }, NOW);
const field = (name: string) => ({ var: `payload.${name}` });
const span = (amount: number | string, unit: string) => ({ amount, unit });

/** Each operator with operands that make it true, and operands that make it false. */
const TRUTHS: Record<keyof typeof OPERATORS, { holds: unknown[]; not: unknown[] }> = {
  and: {
    holds: [[true, field('paid')], [field('tags'), true], [{ '==': [field('plan'), 'Pro'] }]],
    not: [[], [true, false], [field('nothing'), true], [field('none'), true]],
  },
  or: { holds: [[false, field('total')]], not: [[], [false, field('empty')], [field('none')]] },
  '!': { holds: [field('nothing'), [field('none')], [{ '==': [1, 2] }]], not: [field('plan'), [true]] },
  '==': {
    holds: [
      [field('plan'), 'Pro'],
      [field('total'), '120'],
      [field('paid'), 'true'],
      [field('paidText'), true],
      [field('nothing'), null],
      [field('missing'), null],
      [field('due'), '2026-11-20'],
      ['Pro', field('plan')],
    ],
    not: [
      [field('due'), '2026-11-20T00:00:00Z'],
      [field('plan'), 'pro'],
      [field('total'), '120x'],
      [field('paid'), 'yes'],
      [field('nothing'), 0],
      [field('empty'), 0],
      [field('place'), 'Graz'],
    ],
  },
  '=': { holds: [[field('total'), 120]], not: [[field('total'), 121]] },
  '!=': {
    holds: [
      [field('plan'), 'Free'],
      [field('nothing'), 0],
      [field('missing'), 'x'],
    ],
    not: [
      [field('total'), '120.0'],
      [field('missing'), null],
    ],
  },
  '<': {
    holds: [
      [field('total'), '121'],
      [1, field('total'), 200],
      [field('twoDaysAgo'), field('hourAgo')],
    ],
    not: [
      [field('total'), 120],
      [field('missing'), 1],
      [field('tags'), 1],
      [field('plan'), 3],
    ],
  },
  '<=': {
    holds: [
      [field('total'), 120],
      [120, field('total'), 120],
      ['a', 'b'],
    ],
    not: [
      [field('total'), 119],
      [121, field('total'), 130],
    ],
  },
  '>': {
    holds: [
      [field('totalText'), 120],
      [field('due'), '2026-11-19'],
    ],
    not: [
      [field('total'), '120'],
      [field('due'), '2026-11-20'],
    ],
  },
  '>=': {
    holds: [[field('total'), 120]],
    not: [
      [field('total'), 120.01],
      [field('nothing'), 0],
    ],
  },
  in: {
    holds: [
      [field('plan'), ['Free', 'Pro']],
      ['vip', field('tags')],
      ['7', field('tags')],
      ['ro', field('plan')],
      [field('total'), [120]],
    ],
    not: [
      [field('plan'), ['Free']],
      ['old', field('tags')],
      ['x', field('missing')],
      ['x', field('place')],
      [field('missing'), ['a']],
      ['', field('plan')],
    ],
  },
  startsWith: {
    holds: [
      [field('plan'), 'pr'],
      [field('total'), '12'],
    ],
    not: [
      [field('plan'), 'ro'],
      [field('nothing'), 'nu'],
    ],
  },
  endsWith: {
    holds: [[field('plan'), 'RO']],
    not: [
      [field('plan'), 'pr'],
      [field('missing'), 'x'],
    ],
  },
  contains: {
    holds: [
      [field('plan'), 'R'],
      [field('tags'), 'vip'],
      [field('tags'), '7'],
    ],
    not: [
      [field('plan'), 'x'],
      [field('tags'), 'vi'],
      [field('missing'), 'x'],
    ],
  },
  doesNotContain: {
    holds: [
      [field('plan'), 'x'],
      [field('missing'), 'x'],
    ],
    not: [[field('tags'), 'vip']],
  },
  doesNotBeginWith: { holds: [[field('plan'), 'x']], not: [[field('plan'), 'P']] },
  doesNotEndWith: { holds: [[field('plan'), 'x']], not: [[field('plan'), 'o']] },
  containsAny: {
    holds: [
      [field('tags'), ['old', 'vip']],
      [field('plan'), 'x, ro'],
      [field('tags'), field('tags')],
    ],
    not: [
      [field('tags'), ['old']],
      [field('missing'), ['a']],
      [field('plan'), ','],
    ],
  },
  doesNotContainAny: { holds: [[field('tags'), ['old', 'gone']]], not: [[field('tags'), ['old', 'new']]] },
  null: { holds: [field('nothing'), [field('missing')]], not: [field('empty'), [field('total')]] },
  notNull: { holds: [[field('empty')], field('total')], not: [field('nothing')] },
  between: {
    holds: [
      [field('total'), 100, '120'],
      [field('total'), [120, 130]],
      [field('due'), ['2026-11-01', '2026-12-01']],
    ],
    not: [
      [field('total'), 121, 130],
      [field('missing'), 0, 1],
    ],
  },
  notBetween: { holds: [[field('total'), 121, 130]], not: [[field('total'), 100, 130]] },
  moreThanXAgo: {
    holds: [
      [field('twoDaysAgo'), span(1, 'days')],
      [field('hourAgo'), span('59', 'minutes')],
    ],
    not: [
      [field('hourAgo'), span(1, 'hours')],
      [field('tomorrow'), span(1, 'days')],
      [field('plan'), span(0, 'days')],
    ],
  },
  lessThanXAgo: {
    holds: [[field('hourAgo'), span(2, 'hours')]],
    not: [
      [field('twoDaysAgo'), span(2, 'days')],
      [field('tomorrow'), span(9, 'days')],
    ],
  },
  exactlyXAgo: {
    holds: [
      [field('twoDaysAgo'), span(2, 'days')],
      [field('seconds'), span(1, 'hours')],
    ],
    not: [
      [field('twoDaysAgo'), span(1, 'days')],
      [field('tomorrow'), span(1, 'days')],
    ],
  },
  withinLast: {
    holds: [
      [field('hourAgo'), span(1, 'hours')],
      [field('twoDaysAgo'), span(1, 'weeks')],
    ],
    not: [
      [field('twoDaysAgo'), span(1, 'days')],
      [field('missing'), span(1, 'days')],
    ],
  },
  notWithinLast: {
    holds: [
      [field('twoDaysAgo'), span(1, 'days')],
      [field('missing'), span(1, 'days')],
    ],
    not: [[field('hourAgo'), span(1, 'days')]],
  },
};

describe('months and years follow the calendar in the zone of the subscriber', () => {
  const at = (text: string) => Date.parse(text);
  test.each<
    [operator: string, time: string, amount: number, unit: string, now: string, zone: string, expected: boolean]
  >([
    ['moreThanXAgo', '2026-02-28T12:00:00Z', 1, 'months', '2026-03-31T12:00:00Z', 'UTC', false],
    ['moreThanXAgo', '2026-02-28T11:59:59Z', 1, 'months', '2026-03-31T12:00:00Z', 'UTC', true],
    ['withinLast', '2026-01-31T12:00:00Z', 1, 'months', '2026-02-28T12:00:00Z', 'UTC', true],
    ['withinLast', '2026-01-28T11:59:00Z', 1, 'months', '2026-02-28T12:00:00Z', 'UTC', false],
    ['lessThanXAgo', '2025-03-01T00:00:00Z', 1, 'years', '2026-03-01T00:00:00Z', 'UTC', false],
    ['lessThanXAgo', '2025-03-01T00:00:01Z', 1, 'years', '2026-03-01T00:00:00Z', 'UTC', true],
    ['exactlyXAgo', '2026-01-15T12:00:00Z', 2, 'months', '2026-03-31T12:00:00Z', 'UTC', true],
    ['exactlyXAgo', '2026-01-31T12:00:01Z', 2, 'months', '2026-03-31T12:00:00Z', 'UTC', false],
    ['exactlyXAgo', '2025-12-31T12:00:00Z', 2, 'months', '2026-03-31T12:00:00Z', 'UTC', false],
    ['withinLast', '2026-03-15T13:00:00Z', 1, 'months', '2026-04-15T12:00:00Z', 'Europe/Berlin', true],
    ['withinLast', '2026-03-15T12:30:00Z', 1, 'months', '2026-04-15T12:00:00Z', 'no zone', true],
    ['withinLast', '2026-03-15T12:59:59Z', 1, 'months', '2026-04-15T12:00:00Z', 'Europe/Berlin', false],
    ['withinLast', '2026-03-15T12:00:00Z', 1, 'months', '2026-04-15T12:00:00Z', 'UTC', true],
    // A day is 24 hours
    ['withinLast', '2026-03-28T11:30:00Z', 1, 'days', '2026-03-29T11:30:00Z', 'Europe/Berlin', true],
    ['withinLast', '2026-03-28T11:29:00Z', 1, 'days', '2026-03-29T11:30:00Z', 'Europe/Berlin', false],
  ])('%s %s by %s %s at %s in %s: %s', (operator, time, amount, unit, now, timezone, expected) => {
    const data = { payload: { time }, subscriber: { timezone } };
    expect(evaluateCondition({ [operator]: [field('time'), span(amount, unit)] }, data, at(now))).toBe(expected);
  });
});

describe.each(Object.entries(TRUTHS))('%s', (operator, truths) => {
  test.each(truths.holds.map((operands) => [JSON.stringify(operands), operands]))('holds for %s', (_, operands) => {
    expect(holds({ [operator]: operands })).toBe(true);
  });
  test.each(truths.not.map((operands) => [JSON.stringify(operands), operands]))(
    'does not hold for %s',
    (_, operands) => {
      expect(holds({ [operator]: operands })).toBe(false);
    },
  );
  test('is valid in a rule', () => {
    const [operands] = truths.holds;
    expect(conditionProblems({ [operator]: operands }, () => undefined)).toEqual([]);
  });
});

/** Pairs of values that are equal as an ID, amount or boolean, and pairs that are not. */
const EQUALITY: [one: unknown, other: unknown, same: boolean][] = [
  ['1234567890123456789', '1234567890123456788', false],
  ['01234', '1234', false],
  ['+49170', '49170', false],
  ['1.0', '1', false],
  ['1e3', '1000', false],
  ['2026-11-20', '2026-11-20T00:00:00Z', false],
  ['TRUE', 'true', false],
  ['01234', '01234', true],
  [1234, '1234', true],
  [1234, '01234', false],
  [49170, '+49170', false],
  [120.5, '120.50', true],
  [1000, '1e3', true],
  [0.1, '0.1', true],
  [0.1, '0.1000000000000000055', false],
  [-3, ' -3 ', true],
  [0, '', false],
  [16, '0x10', false],
  [9007199254740991, '9007199254740991', true],
  [2 ** 53, '9007199254740993', false],
  [Number('1234567890123456789'), '1234567890123456788', false],
  [true, 'True', true],
  [true, 1, false],
  [[1234], ['1234'], false],
];

describe('two texts are equal as texts; a number equals a text that is exactly that number', () => {
  test.each(EQUALITY)('%j and %j: %s', (one, other, same) => {
    const data = { payload: { one, other, list: [one], others: [other, 'x'] } };
    const is = (rule: JsonObject) => evaluateCondition(rule, data, NOW);
    for (const [left, right] of [
      ['one', 'other'],
      ['other', 'one'],
    ] as const) {
      expect(is({ '==': [field(left), field(right)] })).toBe(same);
      expect(is({ '=': [field(left), field(right)] })).toBe(same);
      expect(is({ '!=': [field(left), field(right)] })).toBe(!same);
    }
    expect(is({ in: [field('other'), field('list')] })).toBe(same);
    expect(is({ contains: [field('list'), field('other')] })).toBe(same);
    if (Array.isArray(one)) return;
    expect(is({ containsAny: [field('list'), field('others')] })).toBe(same);
    expect(is({ doesNotContainAny: [field('list'), field('others')] })).toBe(!same);
  });

  test('texts of numbers and times are ordered by value', () => {
    expect(holds({ '<': ['9', '10'] })).toBe(true);
    expect(holds({ '<=': ['01234', '1234'] })).toBe(true);
    expect(holds({ '>=': ['2026-11-20', '2026-11-20T00:00:00Z'] })).toBe(true);
  });
});

test('a template in a compared value is illegal, because it is not rendered', () => {
  const rule = { and: [{ '==': [field('plan'), '{{ payload.name }}'] }, { in: [field('plan'), ['pro', '{% x %}']] }] };
  expect(conditionProblems(rule, () => undefined)).toMatchObject([{ kind: 'illegal' }, { kind: 'illegal' }]);
});

test('a fraction of a time unit is rejected, because no time matches it exactly', () => {
  const rule = (operator: string, amount: unknown) => ({
    [operator]: [{ var: 'payload.at' }, { amount, unit: 'days' }],
  });
  const problems = (operator: string, amount: unknown) => conditionProblems(rule(operator, amount), () => undefined);
  for (const amount of [1.5, '0.5'])
    expect(problems('exactlyXAgo', amount)).toMatchObject([
      { kind: 'illegal', message: expect.stringContaining('whole number') },
    ]);
  for (const amount of [0, 2, '3']) expect(problems('exactlyXAgo', amount)).toEqual([]);
  expect(problems('withinLast', 1.5)).toEqual([]);
});

test('the cases include every operator', () => {
  expect(Object.keys(TRUTHS).sort()).toEqual(Object.keys(OPERATORS).sort());
});

test('an empty rule never holds, and a field alone is a rule', () => {
  expect(holds({})).toBe(false);
  expect(holds(field('paid'))).toBe(true);
  expect(holds({ var: ['payload.missing', 'fallback'] })).toBe(true);
  expect(conditionProblems({}, () => ({ message: 'never called' }))).toEqual([]);
});

test('rules can be nested', () => {
  const rule = {
    and: [
      { '==': [field('plan'), 'Pro'] },
      { or: [{ '<': [field('total'), 10] }, { '!': [{ in: ['old', field('tags')] }] }] },
    ],
  };
  expect(holds(rule)).toBe(true);
  expect(holds({ '!': rule })).toBe(false);
});

test('only own properties are read', () => {
  for (const name of ['constructor', '__proto__', 'toString', 'plan.length', 'tags.map', 'place.__proto__.polluted']) {
    expect(holds({ null: [{ var: `payload.${name}` }] })).toBe(true);
  }
});

describe('problems', () => {
  const known = (path: (string | number)[]) =>
    path.join('.') === 'payload.plan' ? undefined : { message: `\`${path.join('.')}\` is not there.` };
  const plan = field('plan');

  test.each([
    [{ '==': [{ var: 'payload.plna' }, 'x'] }, 'illegal', 'payload.plna', 'is not there'],
    [{ and: [{ or: [{ '!': { var: 'plan' } }] }] }, 'illegal', 'plan', 'is not there'],
    [{ equals: [plan, 'x'] }, 'illegal', undefined, 'not an operator'],
    [{ startsWit: [plan, 'x'] }, 'illegal', undefined, 'Did you mean `startsWith`?'],
    [{ constructor: [plan, 'x'] }, 'illegal', undefined, 'not an operator'],
    [JSON.parse('{"__proto__": [1, 2]}'), 'illegal', undefined, 'not an operator'],
    [{ map: [plan, 'x'] }, 'illegal', undefined, 'not an operator'],
    [{ '==': [plan, 'x'], '!=': [plan, 'y'] }, 'illegal', undefined, 'one operator'],
    [{ '==': [], '!=': [], in: [] }, 'illegal', undefined, 'not `==`, `!=` and `in`. '],
    [{ and: ['x'] }, 'illegal', undefined, 'not a rule'],
    [{ and: [[plan]] }, 'illegal', undefined, 'not a rule'],
    [{ '==': [plan, ''] }, 'missing', 'payload.plan', 'Value is required'],
    [{ '==': [plan] }, 'missing', 'payload.plan', 'Value is required'],
    [{ '<': [plan, null] }, 'missing', 'payload.plan', 'Value is required'],
    [{ in: [plan, []] }, 'missing', 'payload.plan', 'Value is required'],
    [{ in: [plan, ['a', '']] }, 'missing', 'payload.plan', 'Value is required'],
    [{ between: [plan, 1] }, 'missing', 'payload.plan', 'Value is required'],
    [{ between: [plan, [1, '']] }, 'missing', 'payload.plan', 'Value is required'],
    [{ '==': [{ var: '' }, 'x'] }, 'missing', undefined, 'no field'],
    [{ '==': [{ var: [] }, 'x'] }, 'missing', undefined, 'no field'],
    [{ '==': [{ var: { var: 'payload.plan' } }, 'x'] }, 'illegal', undefined, 'named by its path'],
    [{ '==': [{ var: null }, 'x'] }, 'missing', undefined, 'no field'],
    [{ '==': [1, ''] }, 'missing', undefined, 'Value is required: `==` has none. Enter one.'],
    [{ '==': [plan, ''] }, 'missing', 'payload.plan', '`==` has none to compare `payload.plan` with. Enter one.'],
    [{ '==': [plan, 1, 2] }, 'illegal', undefined, 'takes 2 operands, not 3'],
    [{ '!': ['x'] }, 'illegal', undefined, '`"x"` is not a rule'],
    [{ and: ['x'.repeat(40)] }, 'illegal', undefined, `\`"${'x'.repeat(38)}…\` is not a rule`],
    [{ and: ['x'.repeat(38)] }, 'illegal', undefined, `\`"${'x'.repeat(38)}"\` is not a rule`],
    [{ and: [undefined] }, 'illegal', undefined, '`nothing` is not a rule'],
    [{ equals: [plan, 'x'] }, 'illegal', undefined, 'Did you mean `==`?'],
    [{ zzz: [plan, 'x'] }, 'illegal', undefined, 'Choose another one.'],
    [{ '==': [plan, '{{ x }}'] }, 'illegal', undefined, 'so "{{ x }}" is compared as text'],
    [{ withinLast: [plan, 3] }, 'illegal', undefined, 'such as {"amount": 3, "unit": "days"}, not with 3.'],
    [{ withinLast: [plan, { unit: 'days' }] }, 'missing', undefined, 'needs an amount and a unit'],
    [{ withinLast: [plan, { amount: 3 }] }, 'missing', undefined, 'needs an amount and a unit'],
    [{ withinLast: [plan, { amount: 3, unit: '' }] }, 'missing', undefined, 'needs an amount and a unit'],
    [{ withinLast: [plan, { amount: 3, unit: 'day' }] }, 'illegal', undefined, 'units minutes, hours, days'],
    [{ null: [plan, 1] }, 'illegal', undefined, 'takes 1 operands, not 2'],
    [{ '==': [plan, ['a']] }, 'illegal', undefined, 'not with a list'],
    [{ withinLast: [plan, 3] }, 'illegal', undefined, 'compares with a span'],
    [{ withinLast: [plan, { amount: '', unit: 'days' }] }, 'missing', undefined, 'needs an amount and a unit'],
    [{ withinLast: [plan, { amount: 3, unit: 'fortnights' }] }, 'illegal', undefined, 'one of the units'],
    [{ withinLast: [plan, { amount: -3, unit: 'days' }] }, 'illegal', undefined, 'at least 0'],
    [{ '==': [{ plus: [1, 2] }, 3] }, 'illegal', undefined, 'not an operator'],
  ])('%j', (rule, kind, variable, says) => {
    const problems = conditionProblems(rule as JsonObject, known);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ kind, message: expect.stringContaining(says) });
    expect(problems[0]?.variable).toBe(variable);
  });

  test.each([
    [{ '!': [plan] }],
    [{ and: [{}] }],
    [{ '==': [plan, null] }],
    [{ '==': [plan, 'no {template}'] }],
    [{ in: [plan, [['a'], 'b']] }],
    [{ withinLast: [plan, { amount: 0, unit: 'days' }] }],
  ])('%j has none', (rule) => {
    expect(conditionProblems(rule, known)).toEqual([]);
  });

  test('a rule with illegal parts is not evaluated', () => {
    expect(() => holds({ reduce: [field('tags'), 1] })).toThrow(ConditionError);
    expect(() => holds({ and: [{ '==': [{ cat: ['a', 'b'] }, 'ab'] }] })).toThrow('not an operator');
  });
});

describe('limits', () => {
  const nested = (depth: number) => {
    let rule: JsonObject = { '==': [1, 1] };
    for (let level = 0; level < depth; level++) rule = { and: [rule] };
    return rule;
  };

  test('apply to depth, parts and texts', () => {
    expect(conditionLimitProblem(nested(CONDITION_LIMITS.depth - 1))).toBeUndefined();
    expect(conditionLimitProblem(nested(CONDITION_LIMITS.depth))).toMatch(/deeper than 20 levels/);
    expect(conditionLimitProblem({ in: [1, Array(1_100).fill(1)] })).toMatch(/more than 1000 parts/);
    expect(conditionLimitProblem({ '==': ['x'.repeat(4_001), 1] })).toMatch(/more than 4000 characters/);
    expect(conditionLimitProblem({ in: [1, Array(995).fill(1)] })).toBeUndefined();
    expect(conditionLimitProblem({ in: [1, Array(CONDITION_LIMITS.nodes - 4).fill(1)] })).toBeUndefined();
    expect(conditionLimitProblem({ in: [1, Array(CONDITION_LIMITS.nodes - 3).fill(1)] })).toBeDefined();
    expect(conditionLimitProblem({ '==': ['x'.repeat(4_000), 1] })).toBeUndefined();
    expect(conditionProblems(nested(10_000), () => undefined)).toEqual([
      { kind: 'illegal', message: 'The condition is nested deeper than 20 levels. Make it smaller.' },
    ]);
    expect(() => holds(nested(10_000))).toThrow(ConditionError);
  });
});
