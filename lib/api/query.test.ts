import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseSearchParams, queryArray, queryBoolean, queryContextKeys, queryInt, queryText } from './query.ts';

const Query = z.object({
  limit: queryInt({ min: 1, max: 100, default: 10 }),
  flag: queryBoolean(),
  text: queryText(20),
  list: queryArray(z.enum(['x', 'y']), { max: 3 }),
  contextKeys: queryContextKeys(),
});

const read = (search: string) => Query.safeParse(parseSearchParams(new URLSearchParams(search)));

test.each([
  ['', { limit: 10 }],
  ['limit=1', { limit: 1 }],
  ['limit=100', { limit: 100 }],
  ['limit=007', { limit: 7 }],
  ['flag=true', { limit: 10, flag: true }],
  ['flag=false', { limit: 10, flag: false }],
  ['text=a%20b', { limit: 10, text: 'a b' }],
  ['text=', { limit: 10 }],
  ['list=x', { limit: 10, list: ['x'] }],
  ['list=x&list=y', { limit: 10, list: ['x', 'y'] }],
  ['list=y&list=x&list=y', { limit: 10, list: ['y', 'x'] }],
  ['list[]=x', { limit: 10, list: ['x'] }],
  ['list%5B%5D=x&list=y', { limit: 10, list: ['x', 'y'] }],
  ['contextKeys=b:1&contextKeys=a:1&contextKeys=b:1', { limit: 10, contextKeys: ['a:1', 'b:1'] }],
  ['contextKeys=', { limit: 10, contextKeys: [] }],
  ['unknown=1&__proto__=2&constructor=3&toString=4', { limit: 10 }],
])('accepts ?%s', (search, expected) => {
  expect(read(search).data).toEqual(expected);
});

test.each([
  ['limit=0', 'limit'],
  ['limit=101', 'limit'],
  ['limit=-1', 'limit'],
  ['limit=x', 'limit'],
  ['limit=', 'limit'],
  ['limit=1.5', 'limit'],
  ['limit=1e1', 'limit'],
  ['limit=0x10', 'limit'],
  ['limit=%2010', 'limit'],
  ['limit=99999999999999999999', 'limit'],
  ['limit=1&limit=2', 'limit'],
  ['flag=yes', 'flag'],
  ['flag=TRUE', 'flag'],
  ['flag=1', 'flag'],
  ['flag=', 'flag'],
  ['flag=true&flag=true', 'flag'],
  ['text=%00', 'text'],
  ['text=aaaaaaaaaaaaaaaaaaaaa', 'text'],
  ['text=a&text=b', 'text'],
  ['list=z', 'list'],
  ['list=', 'list'],
  ['list=x&list=x&list=x&list=x', 'list'],
  ['contextKeys=%00', 'contextKeys'],
])('rejects ?%s', (search, field) => {
  expect(read(search).error?.issues[0]?.path[0]).toBe(field);
});

test('parameters have no prototype, and every value is kept', () => {
  const parsed = parseSearchParams(new URLSearchParams('__proto__=1&__proto__=2&constructor=3&a[]=1'));
  expect(Object.getPrototypeOf(parsed)).toBeNull();
  expect(Object.entries(parsed)).toEqual([
    ['__proto__', ['1', '2']],
    ['constructor', '3'],
    ['a', ['1']],
  ]);
  expect(({} as Record<string, unknown>)[0]).toBeUndefined();
});

test('any query string is read without an exception', () => {
  fc.assert(fc.property(fc.webQueryParameters(), (search) => void read(search)));
});

test('query schemas are representable in JSON Schema', () => {
  expect(z.toJSONSchema(Query, { io: 'input' })).toMatchObject({
    properties: {
      limit: { type: 'integer', minimum: 1, maximum: 100 },
      flag: { type: 'boolean' },
      list: { type: 'array', maxItems: 3, items: { enum: ['x', 'y'] } },
    },
  });
  expect(z.toJSONSchema(Query, { io: 'input' }).required).toBeUndefined();
});
