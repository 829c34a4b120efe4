import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#lib/json/values.ts';
import { variablesSchema } from '#lib/steps/variables.ts';
import { pathInSchema } from './schema-path.ts';

const text = { type: 'string' };
const object = (properties: JsonObject, rest: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...rest });

/** Checks that the schema accepts the valid paths and rejects the invalid ones. */
function check(schema: unknown, legal: string[], illegal: string[]) {
  const path = (dotted: string) => dotted.split('.').map((part) => (/^-?\d+$/.test(part) ? Number(part) : part));
  for (const dotted of legal) expect(pathInSchema(schema, path(dotted)), dotted).toEqual({ known: true });
  for (const dotted of illegal) expect(pathInSchema(schema, path(dotted)), dotted).toMatchObject({ known: false });
}

describe('objects', () => {
  test('have only their named properties, if any are named', () => {
    check(
      object({ a: object({ b: text }), open: { type: 'object' } }),
      ['a', 'a.b', 'open.x.y'],
      ['b', 'a.c', 'a.b.c'],
    );
    check({ type: 'object' }, ['a.b.c'], []);
    check({}, ['a.b.c'], []);
    check(true, ['a'], []);
    check(false, [], ['a']);
    check({ type: 'thing' }, ['a.b'], []);
  });

  test('additionalProperties', () => {
    check(object({ a: text }, { additionalProperties: true }), ['b.c'], ['a.b']);
    check(object({ a: text }, { additionalProperties: object({ c: text }) }), ['b.c', 'x.c', 'a'], ['b.d', 'a.c']);
    check({ type: 'object', additionalProperties: false }, [], ['a']);
    check(object({}, { unevaluatedProperties: true }), ['a'], []);
  });

  test('patternProperties', () => {
    const schema = object({ a: text }, { patternProperties: { '^x_': object({ n: text }), '(': text } });
    check(schema, ['a', 'x_1.n'], ['y_1', 'x_1.m']);
  });

  test('have fields that only the event determines', () => {
    check(object({ a: object({ n: text }), b: object({ m: text }) }), ['*.n', '*.m', '*'], ['*.o']);
    check({ type: 'object', additionalProperties: object({ n: text }) }, ['*.n'], ['*.m']);
    check(object({}), [], ['*']);
  });

  test('have names of prototypes only if the schema has them', () => {
    check(object({ a: text }), [], ['__proto__', 'constructor', 'toString.call', 'a.__proto__']);
    check(object(JSON.parse('{"__proto__": {"type": "string"}}')), ['__proto__'], ['constructor']);
  });
});

describe('lists and texts', () => {
  const list = object({ l: { type: 'array', items: object({ n: text }) } });
  test('have items and the properties of lists', () => {
    check(
      list,
      ['l', 'l.0', 'l.0.n', 'l.-1.n', 'l.*.n', 'l.first.n', 'l.last.n', 'l.size', 'l.length'],
      ['l.n', 'l.0.m', 'l.first.m', 'l.count'],
    );
    check(object({ l: { type: 'array' } }), ['l.0.x.y', 'l.first.x'], ['l.x']);
    check(object({ l: { items: object({ n: text }) } }), ['l.0.n'], ['l.n']);
  });

  test('tuples of both drafts', () => {
    const tuple = [object({ a: text }), object({ b: text })];
    check({ type: 'array', items: tuple, additionalItems: object({ c: text }) }, ['0.a', '1.b', '2.c'], ['0.b', '2.a']);
    check(
      { type: 'array', prefixItems: tuple, items: object({ c: text }) },
      ['0.a', '1.b', '2.c', '*.a'],
      ['0.b', '2.b'],
    );
    check({ type: 'array', prefixItems: tuple, items: false }, ['0.a'], ['0.c']);
  });

  test('have a size for texts, and nothing for numbers', () => {
    check(object({ t: text, n: { type: 'number' } }), ['t.size', 't.length'], ['t.first', 'n.size', 'n.x']);
    check(object({ t: text, l: { type: 'array' }, o: object({}) }), [], ['t.size.x', 'l.length.x', 'o.size.x']);
    check(object({ t: { type: ['string', 'null'] }, u: { type: ['string', 'object'] } }), ['t.size', 'u.x'], ['t.x']);
  });
});

describe('combinations', () => {
  const a = object({ a: text });
  const b = object({ b: object({ n: text }) });
  test('allow for allOf the names of any part, and no requirement opens it', () => {
    check({ allOf: [a, b] }, ['a', 'b.n'], ['c', 'b.m']);
    check({ allOf: [a, { required: ['a'] }] }, ['a'], ['b']);
    check({ ...a, allOf: [b] }, ['a', 'b'], ['c']);
  });

  test('allow for anyOf and oneOf the names of any part', () => {
    check({ anyOf: [a, b] }, ['a', 'b.n'], ['c', 'b.m']);
    check({ oneOf: [{ type: 'null' }, a] }, ['a'], ['b']);
    check({ anyOf: [a, { type: 'object' }] }, ['x'], []);
    check({ ...a, anyOf: [{ required: ['a'] }, { required: ['b'] }] }, ['a'], ['b']);
  });

  test('add the names of if, then, else and dependent schemas', () => {
    const branches = Object.fromEntries([
      ['if', { required: ['a'] }],
      ['then', b],
      ['else', object({ e: text })],
    ]);
    check({ ...a, ...branches }, ['a', 'b', 'e'], ['c']);
    check({ ...a, dependentSchemas: { a: b } }, ['b.n'], ['c']);
  });
});

describe('references', () => {
  test('pointers with escapes, in both places for definitions', () => {
    const schema = {
      ...object({
        a: { $ref: '#/definitions/x~1y' },
        b: { $ref: '#/$defs/p%20q' },
        c: { $ref: '#' },
        d: { $ref: '#/properties/a' },
      }),
      definitions: { 'x/y': object({ n: text }) },
      $defs: { 'p q': object({ m: text }) },
    };
    check(schema, ['a.n', 'b.m', 'c.c.c.a.n', 'd.n'], ['a.m', 'b.n', 'c.c.x', 'd.m']);
  });

  test('anchors and identifiers', () => {
    const schema = {
      ...object({ a: { $ref: '#here' }, b: { $ref: 'part' }, c: { $ref: 'part#/$defs/in' }, d: { $ref: '#old' } }),
      $defs: {
        one: { $anchor: 'here', ...object({ n: text }) },
        two: { $id: 'part', ...object({ m: { $ref: '#/$defs/in' } }), $defs: { in: object({ o: text }) } },
        three: { $id: '#old', ...object({ p: text }) },
      },
    };
    check(schema, ['a.n', 'b.m.o', 'c.o', 'd.p'], ['a.m', 'b.n', 'b.m.n', 'c.n', 'd.n']);
  });

  test('resolve in the variables of a step, whose parts are separate schemas', () => {
    const payload = { ...object({ buyer: { $ref: '#/$defs/p' } }), $defs: { p: object({ name: text }) } };
    const answer = { $ref: '#/$defs/p', $defs: { p: object({ ok: text }) } };
    const variables = variablesSchema(payload, [
      { stepId: 'digest', type: 'digest', controls: {} },
      { stepId: 'hook', type: 'http_request', controls: { responseBodySchema: answer } },
    ]);
    check(
      variables,
      ['payload.buyer.name', 'steps.digest.events.0.payload.buyer.name', 'steps.hook.ok'],
      ['payload.buyer.ok', 'steps.digest.events.0.payload.buyer.ok', 'steps.hook.name'],
    );
  });

  test('missing references are ignored, and circular ones end', () => {
    check(object({ a: { $ref: '#/nowhere' } }), ['a.x'], ['b']);
    check(object({ a: { $ref: '#/properties/b' }, b: { $ref: '#/properties/a' } }), ['a.x.y', 'b'], ['c']);
    const tree = { ...object({ kids: { type: 'array', items: { $ref: '#' } }, n: text }) };
    check(tree, ['kids.0.kids.0.kids.0.n'], ['kids.0.kids.0.m']);
  });

  test('the analysis of many nested alternatives ends', () => {
    let schema: JsonObject = object({ a: text });
    for (let level = 0; level < 30; level++) schema = { anyOf: [schema, schema], allOf: [schema, schema] };
    check(schema, ['a'], []);
  });
});

test('an unknown path has the existing names', () => {
  expect(pathInSchema(object({ a: object({ b: text, c: text }) }), ['a', 'd'])).toEqual({
    known: false,
    at: 1,
    names: ['b', 'c'],
  });
});
