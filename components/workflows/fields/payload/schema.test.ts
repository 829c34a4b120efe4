import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inferSchema } from './infer-schema.ts';
import { rowsOf, withRows } from './property-rows.ts';

const ajv = new Ajv({ strict: false, ownProperties: true });
addFormats.default(ajv);

describe('a schema from an example', () => {
  test('accepts any example', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (value) => {
        const example = JSON.parse(JSON.stringify(value));
        expect(ajv.validate(inferSchema(example), example), ajv.errorsText()).toBe(true);
      }),
      { numRuns: 300, examples: [[{ '': [{ toString: 0 }, {}] }]] },
    );
  });

  test('knows types, times and lists', () => {
    const example = {
      id: 'A-1',
      at: '2026-01-31T09:00:00Z',
      total: 12.5,
      count: 2,
      express: true,
      note: null,
      items: [
        { name: 'x', price: 1 },
        { name: 'y', price: 1.5, gift: true },
      ],
      tags: [],
    };
    expect(inferSchema(example)).toEqual({
      type: 'object',
      properties: {
        id: { type: 'string' },
        at: { type: 'string', format: 'date-time' },
        total: { type: 'number' },
        count: { type: 'integer' },
        express: { type: 'boolean' },
        note: {},
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: { name: { type: 'string' }, price: { type: 'number' }, gift: { type: 'boolean' } },
          },
        },
        tags: { type: 'array' },
      },
    });
  });

  test('does not recognise an impossible date', () => {
    for (const text of ['2026-99-99T99:99:99Z', '2026-02-30T09:00:00Z', '2026-01-31T09:00:00']) {
      expect(inferSchema(text)).toEqual({ type: 'string' });
    }
  });
});

describe('rows of properties', () => {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: {
      orderId: { type: 'string', minLength: 1, description: 'The number.' },
      items: { type: 'array', items: { type: 'object' } },
    },
    required: ['orderId'],
    additionalProperties: false,
  };

  test('keep the keywords that they do not show', () => {
    expect(withRows(schema, rowsOf(schema) ?? [])).toEqual(schema);
  });

  test('drop the keywords of the old type after a change of type, and keep the description', () => {
    const rows = (rowsOf(schema) ?? []).map((row, at) => (at === 0 ? { ...row, type: 'number' as const } : row));
    expect(withRows(schema, rows).properties).toMatchObject({
      orderId: { type: 'number', description: 'The number.' },
    });
    expect(withRows(schema, rows).properties).not.toHaveProperty('orderId.minLength');
  });

  test.each([
    { type: 'array' },
    { type: 'object', oneOf: [{ required: ['a'] }] },
    { type: 'object', properties: { a: { $ref: '#/$defs/a' } } },
    { type: 'object', properties: { a: { type: ['string', 'null'] } } },
    { type: 'object', properties: {}, required: ['a'] },
  ])('are not offered for %j', (other) => {
    expect(rowsOf(other)).toBeUndefined();
  });
});
