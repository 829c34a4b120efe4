import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { payloadExample } from './payload-example.ts';

const property = (schema: object) => payloadExample({ type: 'object', properties: { it: schema } })?.it;

test.each<[object, unknown]>([
  [{ type: 'string', const: 'x', default: 'y' }, 'x'],
  [{ type: 'string', examples: ['e', 'f'], default: 'y' }, 'e'],
  [{ type: 'string', default: 'y', enum: ['a', 'y'] }, 'y'],
  [{ enum: ['a', 'b'] }, 'a'],
  [{ type: 'string' }, 'it'],
  [{ type: 'string', minLength: 4 }, 'itxx'],
  [{ type: 'string', format: 'email' }, 'jane@example.com'],
  [{ type: 'string', format: 'date-time' }, '2026-01-15T09:30:00.000Z'],
  [{ type: ['null', 'integer'], minimum: 18 }, 18],
  [{ type: 'number', exclusiveMaximum: 0 }, -1],
  [{ type: 'number', multipleOf: 5 }, 5],
  [{ type: 'boolean' }, true],
  [{ type: 'array', items: { type: 'string' }, minItems: 2 }, ['it', 'it']],
  [{ properties: { a: { type: 'integer' } } }, { a: 1 }],
  [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, 'it'],
  [
    { allOf: [{ type: 'object', properties: { a: { const: 1 } } }, { properties: { b: { const: 2 } } }] },
    { a: 1, b: 2 },
  ],
  [{}, null],
])('an example of %j', (schema, expected) => {
  expect(property(schema)).toEqual(expected);
});

test('a text without a format has a value that fits its name', () => {
  const text = { type: 'string' };
  const properties = { orderUrl: text, total: text, dueDate: text, email: text, paidWith: text };
  expect(payloadExample({ type: 'object', properties })).toEqual({
    orderUrl: 'https://example.com',
    total: '19.90',
    dueDate: '2026-01-15T09:30:00.000Z',
    email: 'jane@example.com',
    paidWith: 'paidWith',
  });
});

test('a number has a value that fits its name and its limits', () => {
  const properties = {
    price: { type: 'number' },
    amount: { type: 'integer' },
    seats: { type: 'integer', maximum: 2 },
    onHand: { type: 'number' },
  };
  expect(payloadExample({ type: 'object', properties })).toEqual({ price: 19.9, amount: 19, seats: 2, onHand: 1 });
});

test('references within the schema are followed, and a schema that refers to itself ends', () => {
  const node = { type: 'object', properties: { name: { type: 'string' }, next: { $ref: '#/$defs/node' } } };
  const schema = { type: 'object', properties: { list: { $ref: '#/$defs/node' } }, $defs: { node } };
  expect(payloadExample(schema)).toMatchObject({ list: { name: 'Jane Doe', next: { name: 'Jane Doe' } } });
  expect(payloadExample({ $ref: '#' })).toBeNull();
  const wide = {
    type: 'object',
    properties: Object.fromEntries('abcdefgh'.split('').map((key) => [key, { $ref: '#' }])),
  };
  expect(JSON.stringify(payloadExample(wide)).length).toBeLessThan(100_000);
});

test('only a schema of an object has an example', () => {
  expect(payloadExample(null)).toBeNull();
  expect(payloadExample({ type: 'string' })).toBeNull();
  expect(payloadExample({})).toBeNull();
});

test('a property named __proto__ is ordinary', () => {
  const properties = JSON.parse('{"__proto__":{"const":7}}');
  expect(JSON.stringify(payloadExample({ type: 'object', properties }))).toBe('{"__proto__":7}');
});

test('examples fit their schema', () => {
  const ajv = new Ajv2020({ strict: false });
  const plainSchema = fc.constantFrom<object>(
    { type: 'string' },
    { type: 'string', minLength: 3, maxLength: 9 },
    { type: 'integer', minimum: 3 },
    { type: 'number', maximum: -2.5 },
    { type: 'boolean' },
    { enum: ['a', null] },
    { const: 7 },
  );
  // The validator ignores properties with this name.
  const key = fc.string().filter((name) => name !== '__proto__');
  const { schema } = fc.letrec<{ schema: object }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 4 },
      plainSchema,
      fc.dictionary(key, tie('schema'), { noNullPrototype: true }).map((properties) => ({
        type: 'object',
        properties,
        required: Object.keys(properties),
        additionalProperties: false,
      })),
      fc.record({ items: tie('schema'), minItems: fc.nat(4) }).map((rest) => ({ type: 'array', ...rest })),
    ),
  }));
  fc.assert(
    fc.property(schema, (inner) => {
      const whole = { type: 'object', properties: { inner }, required: ['inner'] };
      expect(ajv.validate(whole, payloadExample(whole)), JSON.stringify(whole)).toBe(true);
    }),
  );
});

test('no schema causes an exception', () => {
  fc.assert(fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (schema) => void payloadExample(schema)));
});
