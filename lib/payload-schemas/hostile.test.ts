/** Tests that hostile schemas run in a separate thread, with limited time and memory. */
import { describe, expect, test } from 'vitest';
import { pathInSchema } from '#lib/analyser/schema-path.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { payloadExample } from '#lib/workflows/payload-example.ts';
import { leastProcessorTime } from '#testing/processor-time.ts';
import { payloadSchemaProblems } from './check.ts';
import { validated } from './validate.ts';

const LETTERS = `${'a'.repeat(60_000)}!`;
const text = (pattern: string): JsonObject => ({ properties: { a: { type: 'string', pattern } } });
const nested = (depth: number): object => (depth === 0 ? {} : { x: nested(depth - 1) });
/**
 * Returns a schema that is slow to check: at each level of a value, every alternative is checked again for each
 * alternative of the level above.
 */
const alternatives = (count: number): JsonObject => ({
  $ref: '#/$defs/a',
  $defs: {
    a: { anyOf: Array.from({ length: count }, () => ({ properties: { x: { $ref: '#/$defs/a' } }, required: ['q'] })) },
  },
});
const TOO_MUCH = { valid: false, failure: 'it takes too much time or memory to check' };

const ATTACKS: Record<string, [schema: JsonObject, value: unknown, result: object]> = {
  'a pattern that repeats five times': [
    text('^[a-z]*[a-z]*[a-z]*[a-z]*[a-z]*$'),
    { a: LETTERS },
    { valid: false, problems: [{ instancePath: '/a' }] },
  ],
  'the same with a look ahead': [text('^(?=x?)[a-z]*[a-z]*[a-z]*[a-z]*[a-z]*$'), { a: LETTERS }, TOO_MUCH],
  'alternatives in alternatives': [alternatives(2), nested(60), TOO_MUCH],
  'very many alternatives in alternatives': [alternatives(40), nested(60), TOO_MUCH],
  'alternatives of itself': [{ anyOf: [{ $ref: '#' }, { $ref: '#' }] }, {}, TOO_MUCH],
  'a long list of different objects': [
    { properties: { a: { uniqueItems: true } } },
    { a: Array.from({ length: 40_000 }, (_, at) => ({ at })) },
    TOO_MUCH,
  ],
  'many wrong values': [
    { properties: { a: { items: { type: 'string' } } } },
    { a: Array.from({ length: 40_000 }, (_, at) => at) },
    { valid: false },
  ],
};

const HARMLESS: JsonObject = { properties: { a: { type: 'string', default: 'x' } }, required: ['b'] };

test('values are checked, and defaults added to a copy', async () => {
  const value = { b: 1 };
  expect(await validated('a', HARMLESS, value)).toEqual({ valid: true, value: { a: 'x', b: 1 } });
  expect(value).toEqual({ b: 1 });
  expect(await validated('a', HARMLESS, { a: 1 })).toEqual({
    valid: false,
    problems: [
      { instancePath: '', message: "must have required property 'b'", schemaPath: '#/required', missingProperty: 'b' },
      { instancePath: '/a', message: 'must be string', schemaPath: '#/properties/a/type' },
    ],
  });
});

describe('attacks', () => {
  test.each(Object.entries(ATTACKS))('%s', async (_, [schema, value, result]) => {
    await validated('a', HARMLESS, { b: 1 });
    const before = process.memoryUsage.rss();
    const found = await validated('a', schema, value);
    expect(found).toMatchObject(result);
    expect(('problems' in found ? found.problems : []).length).toBeLessThanOrEqual(100);
    expect(process.memoryUsage.rss() - before).toBeLessThan(400 * 1024 * 1024);
    // The main thread only passes the value on and waits.
    expect(await leastProcessorTime(100, () => validated('a', schema, value))).toBeLessThan(100);
    expect(await validated('a', HARMLESS, { b: 1 })).toMatchObject({ valid: true });
  });
});

const many = (count: number, schema: (at: number) => object) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, schema(at)]));

test('a saved schema is checked quickly', async () => {
  const draft7 = 'http://json-schema.org/draft-07/schema#';
  const values = Array.from({ length: 6_000 }, (_, at) => [[at]]);
  for (const schema of [
    { $schema: draft7, properties: { a: { enum: values } } },
    { properties: many(120, () => ({ pattern: `^(ab?${'c'.repeat(480)})*$` })) },
    { properties: many(3_000, () => ({ type: 'x' })) },
  ]) {
    expect(await leastProcessorTime(250, () => payloadSchemaProblems(schema))).toBeLessThan(250);
  }
});

test('a name is compared with the patterns of a schema quickly', async () => {
  const patterns = (count: number) => ({
    patternProperties: Object.fromEntries(Array.from({ length: count }, (_, at) => [`^[a-z]*[a-z]*[a-z]*x${at}$`, {}])),
  });
  for (const schema of [patterns(2_000), patterns(50)]) {
    expect(await leastProcessorTime(50, () => pathInSchema(schema, ['q'.repeat(60_000)]))).toBeLessThan(50);
    expect(await leastProcessorTime(50, () => pathInSchema(schema, ['q'.repeat(60)]))).toBeLessThan(50);
  }
});

test('an example has a limited size', async () => {
  const large = {
    $defs: { a: { default: 'x'.repeat(30_000) } },
    properties: many(1_200, () => ({ $ref: '#/$defs/a' })),
  };
  expect(JSON.stringify(payloadExample(large)).length).toBeLessThan(512 * 1024);
  const combined = {
    $defs: {
      a: { properties: many(1_500, () => ({})) },
      b: { allOf: Array.from({ length: 1_000 }, () => ({ $ref: '#/$defs/a' })) },
    },
    properties: { x: { $ref: '#/$defs/b' }, y: { $ref: '#/$defs/b' } },
  };
  expect(await leastProcessorTime(250, () => payloadExample(combined))).toBeLessThan(250);
});
