import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OPERATORS, type OperatorName } from '#lib/conditions/operators.ts';
import { type Group, newRule, readCondition, readNode, withNode, writeCondition } from './model.ts';
import { operatorOptions, typedValue, withOperator } from './operator-choices.ts';

const field = fc.constantFrom('payload.plan', 'payload.total', 'subscriber.email', '').map((path) => ({ var: path }));
const constant = fc.oneof(fc.string(), fc.integer(), fc.boolean());
const names = Object.keys(OPERATORS) as OperatorName[];

const operands: Record<string, fc.Arbitrary<unknown>> = {
  value: fc.oneof(field, fc.tuple(field)),
  two: fc.oneof(fc.tuple(field, constant), fc.tuple(constant, field), fc.tuple(field, field), fc.tuple(field)),
  order: fc.oneof(fc.tuple(field, constant), fc.tuple(constant, field, constant)),
  text: fc.tuple(field, fc.string()),
  list: fc.tuple(field, fc.oneof(fc.array(constant), fc.string())),
  within: fc.oneof(fc.tuple(field, fc.array(constant)), fc.tuple(constant, field)),
  range: fc.oneof(fc.tuple(field, constant, constant), fc.tuple(field, fc.tuple(constant, constant)), fc.tuple(field)),
  span: fc.tuple(field, fc.oneof(fc.record({ amount: fc.nat(), unit: fc.constantFrom('days', 'hours') }), fc.string())),
};

const { rule } = fc.letrec((tie) => ({
  rule: fc.oneof(
    { maxDepth: 4 },
    fc
      .constantFrom(...names.filter((name) => operands[OPERATORS[name].operands]))
      .chain((name) => (operands[OPERATORS[name].operands] ?? fc.constant([])).map((value) => ({ [name]: value }))),
    fc.record({ and: fc.array(tie('rule'), { maxLength: 3 }) }),
    fc.record({ or: fc.array(tie('rule'), { maxLength: 3 }) }),
    fc.record({ '!': tie('rule') }),
    fc.record({ '!': fc.tuple(tie('rule')) }),
    fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }),
    fc.jsonValue(),
  ),
}));

describe('reading and writing a condition', () => {
  test('keeps every rule unchanged', () => {
    fc.assert(
      fc.property(rule.map(plain), (value) => {
        const isNone = value === null || JSON.stringify(value) === '{}';
        expect(writeCondition(readCondition(value))).toEqual(isNone ? undefined : value);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([{ and: [] }, { or: [] }, { '!': { and: [] } }, { and: [{ or: [] }] }])('keeps %j unchanged', (value) => {
    expect(writeCondition(readCondition(value))).toEqual(value);
  });

  test('keeps a rule unchanged if another rule is added and removed', () => {
    fc.assert(
      fc.property(rule, (value) => {
        const group = { ...readCondition(value), alone: false };
        const more = { ...group, rules: [...group.rules, newRule('payload.x')] };
        const back = withNode(more, [group.rules.length], undefined);
        expect(writeCondition(back)).toEqual(writeCondition(group));
      }),
    );
  });

  test.each([
    [{ '==': [{ var: 'payload.plan' }, 'pro'] }, 'rule'],
    [{ null: { var: 'payload.plan' } }, 'rule'],
    [{ between: [{ var: 'payload.total' }, [1, 2]] }, 'rule'],
    [{ in: [{ var: 'payload.plan' }, ['pro', 'team']] }, 'rule'],
    [{ withinLast: [{ var: 'subscriber.lastOnlineAt' }, { amount: 3, unit: 'days' }] }, 'rule'],
    [{ '!': { contains: [{ var: 'payload.plan' }, 'x'] } }, 'rule'],
    [{ or: [{ '==': [{ var: 'a' }, { var: 'b' }] }] }, 'group'],
    [{ '!': [{ and: [] }] }, 'group'],
    [{ '<': [1, { var: 'payload.total' }, 5] }, 'json'],
    [{ in: [{ var: 'payload.plan' }, ['a,b']] }, 'json'],
    [{ '==': [{ var: ['payload.plan', 'free'] }, 'pro'] }, 'json'],
    [{ '==': [{ var: 'a' }, 1], '!=': [{ var: 'a' }, 2] }, 'json'],
    [{ matches: [{ var: 'a' }, 'x'] }, 'json'],
    [true, 'json'],
  ])('%j is shown as %s', (value, kind) => {
    expect(readNode(value).kind).toBe(kind);
  });

  test('gives no condition without a rule', () => {
    for (const value of [undefined, null, {}]) expect(readCondition(value).rules).toEqual([]);
    expect(writeCondition(readCondition(undefined))).toBeUndefined();
  });

  test('wraps rules in a group only from the second one on', () => {
    const first = readCondition({ '==': [{ var: 'a' }, 1] });
    const second: Group = { ...first, alone: false, rules: [...first.rules, newRule('b')] };
    expect(writeCondition(second)).toEqual({ and: [{ '==': [{ var: 'a' }, 1] }, { '==': [{ var: 'b' }, ''] }] });
  });
});

describe('operators', () => {
  test('include every comparison for a field of unknown type', () => {
    const offered = operatorOptions('any', '==').map(({ value }) => value);
    expect(new Set(offered)).toEqual(new Set(names.filter((name) => !['and', 'or', '!', '='].includes(name))));
  });

  test('include the chosen one for every type', () => {
    expect(operatorOptions('flag', 'withinLast').map(({ value }) => value)).toContain('withinLast');
  });

  test.each(names.filter((name) => !['and', 'or', '!'].includes(name)))(
    'can change to %s and keep the rule valid',
    (name) => {
      const changed = withOperator(newRule('payload.total'), name);
      expect(
        readCondition(writeCondition({ kind: 'group', combinator: 'and', rules: [changed], alone: true })).rules,
      ).toEqual([changed]);
    },
  );

  test('keep a value that fits', () => {
    const first = withOperator({ ...newRule('a'), value: 'pro' }, 'in');
    expect(first.value).toEqual(['pro']);
    expect(withOperator(first, '!=').value).toBe('pro');
    expect(withOperator(first, 'null')).not.toHaveProperty('value');
  });

  test('convert typed values to the type of the field', () => {
    expect([typedValue('12', 'number'), typedValue('12', 'text'), typedValue('x', 'number')]).toEqual([12, '12', 'x']);
  });
});

/** The value after conversion to JSON and back, like stored rules. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
