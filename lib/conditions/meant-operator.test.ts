import { expect, test } from 'vitest';
import { conditionProblems } from './check.ts';
import { OPERATORS } from './operators.ts';

function meantBy(operator: string): string | undefined {
  const [problem] = conditionProblems({ [operator]: [{ var: 'payload.plan' }, 'pro'] }, () => undefined);
  expect(problem?.message).toMatch(/ is not an operator of conditions\./);
  return /Did you mean (.+)\?$/.exec(problem?.message ?? '')?.[1]?.replaceAll('`', '');
}

const MEANT: Record<string, string | undefined> = {
  '===': '==',
  '!==': '!=',
  '<>': '!=',
  '~=': '!=',
  '≠': '!=',
  '=!': '!=',
  '=<': '<=',
  '=>': '>=',
  '≤': '<=',
  '≥': '>=',
  '<==': '<=',
  '>==': '>=',
  '&&': 'and',
  '&': 'and',
  '||': 'or',
  '|': 'or',
  AND: 'and',
  OR: 'or',
  all: undefined,
  any: 'or',
  not: '!',
  NOT: '!',
  '!!': undefined,
  nor: undefined,
  xor: undefined,
  '!<': undefined,
  eq: '==',
  equals: '==',
  is: '==',
  ne: '!=',
  neq: '!=',
  isNot: '!=',
  'is not': '!=',
  notEquals: '!=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  greaterThan: '>',
  lessThan: '<',
  olderThanXAgo: 'moreThanXAgo',
  newerThanXAgo: 'lessThanXAgo',
  nin: '! around in',
  notIn: '! around in',
  'not in': '! around in',
  '!in': '! around in',
  IN: 'in',
  includes: 'contains',
  contain: 'contains',
  doesContain: 'contains',
  notContains: 'doesNotContain',
  '!contains': 'doesNotContain',
  doesntContain: 'doesNotContain',
  not_contains: 'doesNotContain',
  beginsWith: 'startsWith',
  startWith: 'startsWith',
  starts_with: 'startsWith',
  doesNotStartWith: 'doesNotBeginWith',
  doesBeginWith: 'startsWith',
  doesEndWith: 'endsWith',
  endWith: 'endsWith',
  containAny: 'containsAny',
  doesContainAny: 'containsAny',
  isNull: 'null',
  exists: 'notNull',
  missing: 'null',
  notnull: 'notNull',
  inBetween: 'between',
  isBetween: 'between',
  not_between: 'notBetween',
  withinLst: 'withinLast',
  notWithinTheLast: 'notWithinLast',
  ntBetween: undefined,
  nBetween: undefined,
  doesNoContain: undefined,
  dosNotContain: 'doesNotContain',
  mlessThanXAgo: undefined,
  if: undefined,
  '?:': undefined,
  '+': undefined,
  '%': undefined,
  '': undefined,
  constructor: undefined,
  __proto__x: undefined,
};

test.each(Object.entries(MEANT))('%j suggests %j', (operator, meant) => {
  expect(meantBy(operator)).toBe(meant);
});

const negative = (name: string) => /not|!|^null$/i.test(name);

test('no missing or extra letter reverses the meaning', () => {
  for (const name of Object.keys(OPERATORS)) {
    for (const written of nearTo(name)) {
      if (Object.hasOwn(OPERATORS, written) || written === 'var') continue;
      const meant = meantBy(written);
      if (meant !== undefined && negative(written)) expect(negative(meant), `${written}: ${meant}`).toBe(true);
      if (meant !== undefined && /more|>/i.test(written)) expect(meant, written).not.toMatch(/less|</);
      if (meant !== undefined && /less|</i.test(written)) expect(meant, written).not.toMatch(/more|>(?!=?$)/);
    }
  }
});

function nearTo(name: string): string[] {
  const without = [...name].map((_, at) => name.slice(0, at) + name.slice(at + 1));
  return [...without, `!${name}`, `not ${name}`, `not_${name}`, `${name}s`, `is ${name}`, name.toUpperCase()];
}
