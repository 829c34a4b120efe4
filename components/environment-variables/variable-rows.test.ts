import { expect, test } from 'vitest';
import { variableAddress, variableKeyOf } from '#lib/environment-variables/address.ts';
import type { EnvironmentVariable } from '#lib/environment-variables/schema.ts';
import { changedValues, enteredValues, isReadIn, shownVariables } from './variable-rows.ts';

const MASK = '••••••';
const variable = (fields: Partial<EnvironmentVariable>): EnvironmentVariable => ({
  ...{ _id: 'i', _organizationId: 'o', key: 'URL', type: 'string', isSecret: false, values: [] },
  ...{ createdAt: '2026-11-01T00:00:00.000Z', updatedAt: '2026-11-01T00:00:00.000Z' },
  ...fields,
});
const of = (_environmentId: string, value: string) => ({ _environmentId, value });
const form = (values: Record<string, string>, removed: string[] = []) => ({
  ...{ key: 'URL', isSecret: false, values, removed },
});

test('variables are searched by key and sorted', () => {
  const all = [
    variable({ key: 'SHOP_URL', updatedAt: '2026-11-03T00:00:00.000Z' }),
    variable({ key: 'API_KEY', updatedAt: '2026-11-02T00:00:00.000Z' }),
    variable({ key: 'SHOP_NAME', updatedAt: '2026-11-04T00:00:00.000Z' }),
  ];
  const keys = (q: string, sort: 'key' | 'updatedAt', order: 'ASC' | 'DESC') =>
    shownVariables(all, { q, sort, order }).map(({ key }) => key);
  expect(keys('', 'key', 'ASC')).toEqual(['API_KEY', 'SHOP_NAME', 'SHOP_URL']);
  expect(keys(' shop ', 'updatedAt', 'DESC')).toEqual(['SHOP_NAME', 'SHOP_URL']);
});

test('only changed values are sent: an emptied value is removed, and a secret is kept until it is replaced or removed', () => {
  const open = variable({ values: [of('dev', 'a'), of('prod', 'b'), of('empty', '')] });
  expect(changedValues(open, form({ dev: 'a', prod: '', empty: '', new: 'c', none: '' }))).toEqual([
    { _environmentId: 'prod', value: null },
    of('new', 'c'),
  ]);
  const secret = variable({ isSecret: true, values: [of('dev', MASK), of('prod', MASK), of('qa', MASK)] });
  expect(changedValues(secret, form({ dev: '', prod: '', qa: 'x' }, ['prod']))).toEqual([
    { _environmentId: 'prod', value: null },
    of('qa', 'x'),
  ]);
  expect(enteredValues(form({ dev: 'a', prod: '' }))).toEqual([of('dev', 'a')]);
});

test('a value is missing only if a workflow or layout reads the variable', () => {
  const readers = {
    workflows: [{ _environmentId: 'dev', name: 'A', workflowId: 'a' }],
    layouts: [{ _environmentId: 'prod', name: 'L', layoutId: 'l' }],
  };
  expect(['dev', 'prod', 'qa'].map((id) => isReadIn(readers, id))).toEqual([true, true, false]);
  expect(isReadIn(undefined, 'dev')).toBe(false);
});

test.each([
  ['env.SHOP_URL', 'SHOP_URL'],
  ['env.SHOP.name', undefined],
  ['env', undefined],
  ['payload.env', undefined],
  [undefined, undefined],
])('the expression %s names the variable %s', (expression, key) => {
  expect(variableKeyOf(expression)).toBe(key);
});

test('the address opens the value of one environment', () => {
  expect(variableAddress('A_B', 'production')).toBe('/settings/environment-variables?variable=A_B&in=production');
});
