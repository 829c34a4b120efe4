import { expect, test } from 'vitest';
import { buildOpenApi } from '#lib/api/openapi.ts';
import { fieldOf, fieldSetsOf } from './fields.ts';

const components = {
  Address: {
    type: 'object',
    properties: { street: { type: 'string', maxLength: 1000, description: 'With the number.' } },
    required: ['street'],
  },
};

test.each([
  [{ type: 'string', minLength: 1, maxLength: 255 }, 'string', ['1 to 255 characters']],
  [{ type: 'integer', minimum: 1, maximum: 100, default: 20 }, 'integer', ['default 20', '1 to 100']],
  [{ type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 }, 'integer', []],
  [{ type: 'array', maxItems: 10_000, items: { type: 'string' } }, 'list of string', ['at most 10,000 entries']],
  [{ anyOf: [{ type: 'string', maxLength: 9 }, { type: 'null' }] }, 'string or null', ['at most 9 characters']],
  [{ type: ['boolean', 'null'] }, 'boolean or null', []],
  [{ type: 'string', format: 'date-time' }, 'date-time', []],
  [{ $ref: '#/components/schemas/Address' }, 'object', []],
  [{ anyOf: [{ type: 'string' }, { $ref: '#/components/schemas/Address' }] }, 'string or object', []],
  [{ const: 'Topic' }, '"Topic"', []],
  [{}, 'any value', []],
])('%j is a %s with %j', (schema, type, limits) => {
  expect(fieldOf({ name: 'one', required: false, schema }, components)).toMatchObject({ type, limits });
});

test('an enumeration has its values, in a list too', () => {
  const schema = { type: 'array', items: { anyOf: [{ type: 'string', enum: ['a', 'b'] }, { type: 'null' }] } };
  expect(fieldOf({ name: 'one', required: false, schema }, components).values).toEqual(['a', 'b']);
});

test('objects, list items and references have their fields', () => {
  const address = { $ref: '#/components/schemas/Address' };
  for (const schema of [address, { type: 'array', items: address }, { anyOf: [address, { type: 'null' }] }]) {
    const [set, ...others] = fieldSetsOf(schema, components);
    expect(others).toEqual([]);
    expect(set).toMatchObject({
      label: undefined,
      fields: [
        { name: 'street', required: true, description: 'With the number.', limits: ['at most 1,000 characters'] },
      ],
    });
  }
});

test('a value of several object types has the fields of each, once', async () => {
  const { schemas = {} } = (await buildOpenApi()).components;
  const [body] = fieldSetsOf({ $ref: '#/components/schemas/TriggerBody' }, schemas);
  const to = body?.fields.find(({ name }) => name === 'to');
  expect(to).toMatchObject({ required: true, type: 'string or object or list of string or object' });
  expect(fieldSetsOf(to?.schema ?? {}, schemas).map(({ label }) => label)).toEqual(['Topic', 'Subscriber']);
});
