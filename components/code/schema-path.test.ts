import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pathInSchema } from '#lib/analyser/schema-path.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { movedSchema, propertiesAt, type Segment, schemaAt, valuePaths } from './schema-path.ts';

const text = { type: 'string' };
const object = (properties: JsonObject, rest: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...rest });
const names = (schema: JsonObject, ...path: Segment[]) => propertiesAt(schema, path).map(({ name }) => name);

describe('every alternative is offered', () => {
  const card = object({ kind: { const: 'card' }, last4: text });
  const bank = object({ kind: { const: 'bank' }, iban: text, owner: object({ name: text }) });

  test.each<[keyword: string, schema: JsonObject]>([
    ['anyOf', { anyOf: [card, bank] }],
    ['oneOf', { oneOf: [{ type: 'null' }, card, bank] }],
    ['allOf', { allOf: [card, bank] }],
    ['both in one', { anyOf: [card], oneOf: [bank] }],
    ['one within the other', { anyOf: [{ allOf: [card] }, { oneOf: [{ anyOf: [bank] }] }] }],
    ['by reference', { anyOf: [{ $ref: '#/$defs/card' }, { $ref: '#/$defs/bank' }], $defs: { card, bank } }],
    [
      'if, then and else',
      Object.fromEntries([
        ['if', {}],
        ['then', card],
        ['else', bank],
      ]),
    ],
  ])('%s', (_keyword, schema) => {
    expect(names(schema)).toEqual(['kind', 'last4', 'iban', 'owner']);
    expect(names(schema, 'owner')).toEqual(['name']);
    const list = object({ list: { type: 'array', items: schema } }, schema.$defs ? { $defs: schema.$defs } : {});
    expect(names(list, 'list', 0)).toEqual(['kind', 'last4', 'iban', 'owner']);
    expect(valuePaths(schema).map(({ path }) => path)).toEqual(['kind', 'last4', 'iban', 'owner.name']);
  });

  test('a property of several alternatives is offered once, with all of its types', () => {
    const schema = {
      anyOf: [object({ id: text }), object({ id: { type: 'integer' } }), object({ id: { type: ['null', 'string'] } })],
    };
    expect(propertiesAt(schema, [])).toEqual([{ name: 'id', type: 'text or whole number', nested: false }]);
    expect(schemaAt(schema, ['id'])).toEqual({});
  });

  test('a list or an object', () => {
    const schema = object({ to: { anyOf: [object({ email: text }), { type: 'array', items: text }] } });
    expect(names(schema, 'to')).toEqual(['email', 'size', 'first', 'last']);
    expect(propertiesAt(schema, [])[0]?.type).toBe('object or list of texts');
  });
});

describe('the common fields of alternatives', () => {
  test('type, format and values', () => {
    const at = (schema: JsonObject) => schemaAt(object({ it: schema }), ['it']);
    expect(
      at({ anyOf: [{ type: 'null' }, { type: 'string', enum: ['a', 'b'] }, { type: 'string', const: 'c' }] }),
    ).toEqual({
      type: 'string',
      enum: ['a', 'b', 'c'],
    });
    expect(at({ anyOf: [{ type: 'string', enum: ['a'] }, text] })).toEqual({ type: 'string' });
    expect(at({ type: ['string', 'null'], format: 'date-time' })).toEqual({ type: 'string', format: 'date-time' });
    expect(at({ anyOf: [{ ...text, format: 'date' }, text] })).toEqual({ type: 'string' });
    expect(at({ anyOf: [text, { type: 'number' }] })).toEqual({});
    expect(at({ enum: ['fixed', 'dynamic', null] })).toEqual({ type: 'string', enum: ['fixed', 'dynamic'] });
    expect(schemaAt(object({}), ['nowhere'])).toEqual({});
  });
});

test('a moved part keeps its references', () => {
  const item = object({ name: { $ref: '#/$defs/name' } });
  const payload = object(
    {
      items: { type: 'array', items: { $ref: '#/$defs/item' } },
      either: { type: 'array', items: { anyOf: [item, object({ x: text })] } },
    },
    { $id: 'payload', $defs: { item, name: object({ first: text }) } },
  );
  const root = object({ payload });
  const moved = (...path: Segment[]) => object({ payload, current: movedSchema(root, path) });
  expect(names(moved('payload', 'items', '*'), 'current', 'name')).toEqual(['first']);
  expect(names(moved('payload', 'either', '*'), 'current')).toEqual(['name', 'x']);
  expect(names(moved('payload', 'either', '*'), 'current', 'name')).toEqual(['first']);
  expect(movedSchema(root, ['nowhere'])).toEqual({});
});

test('suggestions are valid paths, and include all paths of the analysis', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd');
  const { schema } = fc.letrec<{ schema: JsonObject }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(text, { type: 'integer' }, { type: ['string', 'null'] }, { enum: ['x'] }),
      fc.dictionary(name, tie('schema'), { minKeys: 1, maxKeys: 3 }).map((properties) => object(properties)),
      tie('schema').map((items) => ({ type: 'array', items })),
      fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
      fc.array(tie('schema'), { minLength: 1, maxLength: 2 }).map((oneOf) => ({ oneOf: [{ type: 'null' }, ...oneOf] })),
      fc.tuple(tie('schema'), tie('schema')).map(([one, other]) => ({ allOf: [one, other] })),
      name.map((key) => ({ $ref: `#/$defs/${key}` })),
    ),
  }));
  const root = fc
    .record({
      properties: fc.dictionary(name, schema),
      $defs: fc.record({ a: schema, b: schema, c: schema, d: schema }),
    })
    .map(({ properties, $defs }) => object(properties, { $defs }));
  fc.assert(
    fc.property(root, (given) => {
      const open: Segment[][] = [[]];
      for (let path = open.shift(), left = 60; path && left > 0; path = open.shift(), left--) {
        const offered = names(given, ...path);
        for (const next of offered) expect(pathInSchema(given, [...path, next])).toEqual({ known: true });
        const result = pathInSchema(given, [...path, 'zzz']);
        if (!result.known && result.at === path.length)
          expect(offered).toEqual(expect.arrayContaining(result.names.filter((one) => one.length === 1)));
        if (path.length < 3) open.push(...offered.map((next) => [...(path as Segment[]), next]));
      }
    }),
    { numRuns: 300 },
  );
});
