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
  [{ withinLast: [{ var: 'payload.at' }, { amount: 2, unit: 'hours' }] }, 'payload.at is within the last 2 hours'],
  [
    { withinLast: [{ var: 'payload.at' }, { amount: '1', unit: 'days' }] },
    'payload.at is within the last {"amount":"1","unit":"days"}',
  ],
  [{ withinLast: [{ var: 'payload.at' }, { amount: 1 }] }, 'payload.at is within the last {"amount":1}'],
  [{ '<': [1, { var: 'payload.n' }, 9] }, '1 is less than payload.n and 9'],
  [{ in: [{ var: 'payload.plan' }, { var: 'payload.plans' }] }, 'payload.plan is one of payload.plans'],
  [{ in: ['a', ['a', 'b']] }, '“a” is one of “a”, “b”'],
  [{ contains: ['a', { var: 'payload.part' }] }, '“a” contains payload.part'],
  [{ '==': [{ var: 3 }, true] }, '{"var":3} is true'],
  [{ var: 3 }, '? is true'],
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
  expect(conditionLines(rule).map(({ fields }) => fields)).toEqual([
    [],
    [],
    ['payload.plan'],
    ['payload.seats', 'payload.limit'],
    [],
    [],
    ['subscriber.email'],
    [],
  ]);
  expect(conditionLines({})).toEqual([{ level: 0, text: 'never: the condition is empty', fields: [] }]);
});

test('the filters of a step have a text', () => {
  const part = { field: 'plan', value: 'pro', operator: 'EQUAL', on: 'payload' };
  const filter = { isNegated: true, type: 'GROUP', value: 'OR', children: [part, { ...part, operator: 'LIKE' }] };
  const one = { ...filter, isNegated: false, children: [part] };
  expect(conditionLines([one])).toEqual([{ level: 0, text: 'payload.plan is “pro”', fields: ['payload.plan'] }]);
  expect(texts([{ ...one, children: [{ ...part, value: '2' }] }])).toEqual(['payload.plan is “2”']);
  expect(texts([{ ...one, children: [{ ...part, operator: 'LARGER', value: '' }] }])).toEqual([
    'payload.plan is more than “”',
  ]);
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
