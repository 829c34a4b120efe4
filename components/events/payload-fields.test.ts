import { expect, test } from 'vitest';
import type { JsonObject } from '#lib/json/values.ts';
import { payloadExample } from '#lib/workflows/payload-example.ts';
import { payloadFields, withField } from './payload-fields.ts';

/** Returns the fields in short: "customer.name text required". */
function shown(schema: JsonObject | null, ...values: JsonObject[]) {
  return payloadFields(schema, ...values).map(({ path, kind, required }) =>
    [path.join('.'), kind, required && 'required'].filter(Boolean).join(' '),
  );
}

const SCHEMA = {
  type: 'object',
  required: ['code', 'customer'],
  properties: {
    code: { type: 'string', description: 'Six digits' },
    attempts: { type: 'integer' },
    total: { type: ['number', 'null'] },
    urgent: { type: 'boolean' },
    plan: { enum: ['free', 'pro'] },
    customer: { $ref: '#/$defs/customer' },
    items: { type: 'array', items: { type: 'object' } },
    mixed: { type: ['string', 'number'] },
  },
  $defs: {
    customer: {
      allOf: [
        { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
        { properties: { vip: { type: 'boolean' } } },
      ],
    },
  },
};

test('a schema gives each property an input of its type, and marks required ones', () => {
  expect(shown(SCHEMA, payloadExample(SCHEMA) ?? {})).toEqual([
    'code text required',
    'attempts number',
    'total number',
    'urgent switch',
    'plan choice',
    'customer.name text required',
    'customer.vip switch',
    'items json',
    'mixed text',
  ]);
  const [code] = payloadFields(SCHEMA);
  expect(code?.description).toBe('Six digits');
  expect(payloadFields(SCHEMA).find(({ kind }) => kind === 'choice')?.options).toEqual(['free', 'pro']);
});

test('an object is required only if all of its parents are', () => {
  const inner = { type: 'object', required: ['city'], properties: { city: { type: 'string' } } };
  expect(shown({ properties: { address: inner } })).toEqual(['address.city text']);
  expect(shown({ required: ['address'], properties: { address: inner } })).toEqual(['address.city text required']);
});

test('without a schema, the present values determine the inputs', () => {
  const example = { customer: { name: 'name' }, count: 3, isVip: true, items: [1], at: '2026-01-15T09:30:00.000Z' };
  expect(shown(null, example)).toEqual(['customer.name text', 'count number', 'isVip switch', 'items json', 'at text']);
  expect(shown(null)).toEqual([]);
});

test('a value written as JSON has an input that keeps its type', () => {
  expect(shown(null, { code: 'code' }, { code: '1', extra: 2 })).toEqual(['code text', 'extra number']);
  expect(shown(SCHEMA, { code: 'code' }, { code: 17 })[0]).toBe('code json required');
  expect(shown(null, { customer: { name: 'name' } }, { customer: 'jane' })).toEqual(['customer text']);
  expect(shown(null, { code: 'code' }, { code: null })).toEqual(['code text']);
});

test('deep schemas, recursive schemas and many values have a limited number of inputs', () => {
  const recursive = { properties: { self: { $ref: '#' } } };
  expect(shown(recursive)).toEqual(['self.self.self json']);
  const wide = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`field${at}`, 'x']));
  expect(payloadFields(null, wide)).toHaveLength(40);
});

test('a field is set and removed at its path', () => {
  expect(withField({ a: 1 }, ['customer', 'name'], 'Jane')).toEqual({ a: 1, customer: { name: 'Jane' } });
  expect(withField({ a: 1, customer: { name: 'Jane' } }, ['customer', 'name'], undefined)).toEqual({ a: 1 });
  expect(withField({ a: 1, b: 2 }, ['a'], undefined)).toEqual({ b: 2 });
  expect(withField({ customer: 'jane' }, ['customer', 'name'], 'Jane')).toEqual({ customer: { name: 'Jane' } });
});
