import { expect, test } from 'vitest';
import { conditionLines } from './describe.ts';

const texts = (condition: unknown) => conditionLines(condition).map(({ level, text }) => '  '.repeat(level) + text);

test.each([
  [{ '==': [{ var: 'payload.plan' }, 'free'] }, 'payload.plan is “free”'],
  [{ '!=': [{ var: 'payload.count' }, 3] }, 'payload.count is not 3'],
  [{ '==': [{ var: 'payload.byEmail' }, true] }, 'payload.byEmail is true'],
  [{ var: 'payload.byEmail' }, 'payload.byEmail is true'],
  [{ null: [{ var: 'subscriber.phone' }] }, 'subscriber.phone is missing'],
  [{ in: [{ var: 'payload.plan' }, ['free', 'trial']] }, 'payload.plan is one of “free”, “trial”'],
  [{ in: ['a', { var: 'payload.tags' }] }, 'payload.tags contains “a”'],
  [{ between: [{ var: 'payload.n' }, 1, 5] }, 'payload.n is between 1 and 5'],
  [{ between: [{ var: 'payload.n' }, [1, 5]] }, 'payload.n is between 1 and 5'],
  [{ withinLast: [{ var: 'payload.at' }, { amount: 1, unit: 'days' }] }, 'payload.at is within the last 1 day'],
  [{ '!': { '==': [{ var: 'payload.a' }, null] } }, 'not: payload.a is nothing'],
  [{ odd: [1] }, '{"odd":[1]}'],
  [{}, 'never: the condition is empty'],
  [true, 'true'],
])('%j has a text', (rule, words) => {
  expect(texts(rule)).toEqual([words]);
});

test('groups are indented, and every line names the fields that it reads', () => {
  const rule = {
    or: [
      {
        and: [
          { '==': [{ var: 'payload.plan' }, 'pro'] },
          { '>': [{ var: 'payload.seats' }, { var: 'payload.limit' }] },
        ],
      },
      { '!': { or: [{ notNull: [{ var: 'subscriber.email' }] }, true] } },
    ],
  };
  expect(texts(rule)).toEqual([
    'any of:',
    '  all of:',
    '    payload.plan is “pro”',
    '    payload.seats is more than payload.limit',
    '  not:',
    '    any of:',
    '      subscriber.email is present',
    '      true',
  ]);
  expect(conditionLines(rule).map(({ fields }) => fields)).toContainEqual(['payload.seats', 'payload.limit']);
});

test('the filters of a step have a text', () => {
  const part = { field: 'plan', value: 'pro', operator: 'EQUAL', on: 'payload' };
  const filter = { isNegated: true, type: 'GROUP', value: 'OR', children: [part, { ...part, operator: 'LIKE' }] };
  expect(texts([{ ...filter, isNegated: false, children: [part] }])).toEqual(['payload.plan is “pro”']);
  const [least, after] = [
    { operator: 'LARGER_EQUAL', value: '2' },
    { operator: 'LARGER', value: 'm' },
  ];
  const compared = {
    ...filter,
    isNegated: false,
    value: 'AND',
    children: [least, after].map((of) => ({ ...part, ...of })),
  };
  expect(texts([compared])).toEqual(['all of:', '  payload.plan is at least 2', '  payload.plan is more than “m”']);
  expect(texts([filter, filter]).slice(0, 5)).toEqual([
    'any of:',
    '  not:',
    '    any of:',
    '      payload.plan is “pro”',
    '      payload.plan contains “pro”',
  ]);
});
