import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#lib/json/values.ts';
import { payloadSchemaProblems } from './check.ts';
import { slowPattern } from './patterns.ts';

const DRAFT_7 = 'http://json-schema.org/draft-07/schema#';
const DRAFT_2020 = 'https://json-schema.org/draft/2020-12/schema';
const object = (properties: JsonObject, rest: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...rest });
const nested = (depth: number): JsonObject => (depth === 0 ? {} : object({ a: nested(depth - 1) }));

describe('valid schemas', () => {
  test.each<[string, JsonObject]>([
    ['nothing said', {}],
    [
      'draft 7',
      { $schema: DRAFT_7, ...object({ a: { type: 'array', items: [{ type: 'string' }], additionalItems: false } }) },
    ],
    [
      '2020-12',
      { $schema: DRAFT_2020, ...object({ a: { type: 'array', prefixItems: [{ type: 'string' }], items: false } }) },
    ],
    [
      'no draft, definitions of both',
      object(
        { a: { $ref: '#/definitions/a' }, b: { $ref: '#/$defs/b' } },
        { definitions: { a: {} }, $defs: { b: true } },
      ),
    ],
    [
      'anchors and identifiers',
      object(
        { a: { $ref: '#here' }, b: { $ref: 'part#/properties/x' } },
        { $defs: { a: { $anchor: 'here' }, b: { $id: 'part', ...object({ x: {} }) } } },
      ),
    ],
    ['itself', object({ kids: { type: 'array', items: { $ref: '#' } } })],
    ['nullable', { type: ['object', 'null'] }],
    [
      'a property named $ref, pattern, default or properties',
      object({ $ref: {}, pattern: { type: 'string' }, default: {}, properties: object({ $ref: {} }) }),
    ],
    [
      'data that looks like a schema',
      object({
        a: {
          const: { $ref: 'https://a.example' },
          default: { pattern: '(a+)+' },
          enum: [{ $ref: '#/x' }],
          examples: [{ type: 'nonsense' }],
        },
      }),
    ],
    [
      'formats and patterns',
      object(
        { a: { type: 'string', format: 'date-time', pattern: '^[A-Z]{2}-\\d{4,6}$' } },
        { patternProperties: { '^x-': {} } },
      ),
    ],
    ['words that no draft knows', object({ a: { title: 'A', 'x-order': 1 } })],
    ['forty levels', nested(19)],
  ])('%s', (_, schema) => {
    expect(payloadSchemaProblems(schema)).toEqual([]);
  });
});

describe('rejected schemas', () => {
  test.each<[string, JsonObject, string[]]>([
    ['another draft', { $schema: 'http://json-schema.org/draft-04/schema#' }, ['draft 7 or 2020-12']],
    ['no draft', { $schema: 5 }, ['draft 7 or 2020-12']],
    ['an unknown type', object({ a: { type: 'text' } }), ['/properties/a/type:']],
    ['properties that are none', { type: 'object', properties: [] }, ['/properties: must be object']],
    ['required that is not a list', { type: 'object', required: true }, ['/required: must be array']],
    ['a payload that is a list', { type: 'array' }, ['Set "type" to "object"']],
    [
      'a reference to the network',
      object({ a: { $ref: 'https://a.example/s.json#/x' } }),
      ['/properties/a/$ref: `https://a.example/s.json#/x` is outside'],
    ],
    ['a reference to a file', object({ a: { $ref: 'file:///etc/passwd' } }), ['is outside of the schema']],
    ['a reference to a host', object({ a: { $ref: '//a.example/s' } }), ['is outside of the schema']],
    [
      'a reference to nowhere',
      object({ a: { $ref: '#/definitions/b' } }),
      ['/properties/a/$ref: `#/definitions/b` is not in the schema'],
    ],
    [
      'a reference through a prototype',
      object({ a: { $ref: '#/__proto__/x' }, b: { $ref: '#/constructor' } }),
      ['`#/constructor`', '`#/__proto__/x`'],
    ],
    ['a dynamic reference to nowhere', object({ a: { $dynamicRef: '#b' } }), ['is not in the schema']],
    ['a slow pattern', object({ a: { pattern: '^(a+)+$' } }), ['/properties/a/pattern:', 'can be slow']],
    ['a slow pattern of properties', { patternProperties: { '(x*)*y': {} } }, ['/patternProperties/(x*)*y:']],
    ['no regular expression', object({ a: { pattern: '([a-z' } }), ['is not a regular expression']],
    ['too many levels', nested(21), ['nested deeper than 40 levels']],
    ['too large', object({ a: { description: 'x'.repeat(65_536) } }), ['larger than 64 KiB']],
    ['ten thousand levels', nested(5_000), ['nested deeper']],
  ])('%s', (_, schema, says) => {
    const problems = payloadSchemaProblems(schema);
    expect(problems).toHaveLength(new Set(problems).size);
    for (const part of says) expect(problems.join('\n')).toContain(part);
    for (const problem of problems) expect(problem).toMatch(/\.$/);
  });

  test('many problems are reported up to a limit', () => {
    const properties = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`p${at}`, { type: 'text' }]));
    expect(payloadSchemaProblems(object(properties))).toHaveLength(10);
  });
});

describe('patterns', () => {
  test.each([
    '^a+$',
    '^[a-z0-9]+(-[a-z0-9]+)*$',
    '^(\\d{3}-)?\\d{4}$',
    '^(?:red|green|blue)$',
    '\\(a+\\)+',
    '[(a+)+]',
    '^(a|b){1,3}$',
    '^\\p{L}+$',
    '(?<year>\\d{4})-\\d\\d',
    '^.*@.*$',
    'a?b?c{2,5}',
    '^([a-z]+\\.)*[a-z]+$',
    '^(\\+\\d+ )*x$',
  ])('%s is safe', (pattern) => {
    expect(slowPattern(pattern)).toBeUndefined();
  });

  test.each([
    '(a+)+',
    '(a*)*b',
    '(a|a)*',
    '((a+)b?)*',
    '(?:x+x+)+y',
    '([a-z]+)*',
    '^(\\w+\\s?)*$',
    '(a{1,50}){20}',
    '(.*a){30}',
    '(\\w+)\\1',
    '(?<n>a)\\k<n>',
    '(a?b?)*',
    '((?i:x)+-)*',
    '(?:(?<=a)-[a-]+)*',
    '(\\d+-?)+$',
  ])('%s may be slow', (pattern) => {
    expect(slowPattern(pattern)).toMatch(/slow/);
  });
});
