import fc from 'fast-check';
import type { Known } from '#e2e/populated.ts';

export type JsonSchema = {
  type?: string | string[];
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
};

/** A placeholder for JSON text that no value serialises to; `bodyText` replaces it. */
const HUGE_NUMBER = '@huge-number';
const DEEP = '@deep';

/** Texts that may break something: SQL, templates, paths, encodings, prototypes. */
const hostileTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff x',
  '\ufeff',
  '\u202e',
  '👩‍👩‍👧‍👦',
  'İ',
  '%',
  '_',
  '%_%\\',
  "' OR '1'='1",
  "'; DROP TABLE subscribers; --",
  '$1',
  '$$',
  '{{7*7}}',
  '{{subscriber.data}}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  '-1',
  '1e309',
  '9007199254740993',
  '2026-13-45T99:99:99Z',
  '0'.repeat(24),
  'f'.repeat(24),
  '1700000000000_ffffffffffffffffffffffff',
  '999999999999999_ffffffffffffffffffffffff',
  '{"a":1}',
  '[]',
  '\r\nx-injected: 1',
  'x'.repeat(300),
  'ü'.repeat(5000),
];

export const hostileText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
);

export const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(null, true, 0, -1, 0.5, 1e21, [], {}, HUGE_NUMBER, DEEP, [[[[[]]]]], { '': { '': '' } }),
  fc.constantFrom<unknown>(
    Array(101).fill('x'),
    Array(101).fill({}),
    JSON.parse('{"__proto__":{"x":1},"constructor":{"prototype":{}}}'),
  ),
);

/** Returns the body text of a value, with the placeholders replaced. */
export function bodyText(value: unknown): string {
  return (JSON.stringify(value) ?? '')
    .replaceAll(`"${HUGE_NUMBER}"`, '1e400')
    .replaceAll(`"${DEEP}"`, '['.repeat(10_000) + ']'.repeat(10_000));
}

/** Formats of texts that their schemas do not describe. */
const likely: Record<string, string[]> = {
  locale: ['en', 'en-US', 'de-DE'],
  timezone: ['Europe/Berlin', 'UTC'],
  email: ['jane@example.com'],
  issuer: ['https://login.example.com'],
  scopes: ['openid', 'email'],
  mailboxHost: ['imap.example.com'],
  mailboxPort: ['993'],
  webhookUrl: ['https://hooks.example.com/services/1'],
  after: ['2026-01-01', '2026-11-01T00:00:00.000Z'],
  before: ['2027-01-01', '2026-11-01T00:00:00.000Z'],
  snoozeUntil: [new Date(Date.now() + 86_400_000).toISOString()],
  scheduledAt: [new Date(Date.now() + 86_400_000).toISOString()],
};

/** Generates values that fit the schema, and often texts of existing records. */
export function valid(schema: JsonSchema, known: Known, name = '', root = schema, depth = 0): fc.Arbitrary<unknown> {
  const inner = (next: JsonSchema, its = name) => valid(next, known, its, root, depth + 1);
  if (depth > 8) return fc.constant(null);
  if (schema.$ref !== undefined) return inner(resolve(schema.$ref, root));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) {
    const one = known[name];
    const any = fc.constantFrom(...schema.enum);
    return one !== undefined && schema.enum.includes(one) ? fc.oneof(any, fc.constant(one)) : any;
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => inner(choice)));
  if (schema.allOf?.[0]) return inner(schema.allOf[0]);
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => inner({ ...schema, type })));
  switch (schema.type) {
    case 'string':
      return text(schema, known, name);
    case 'integer':
      return fc.oneof(
        fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 100, 100) }),
        fc.constantFrom(schema.minimum ?? 0, schema.maximum ?? 100),
      );
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true, min: schema.minimum, max: schema.maximum });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(inner(schema.items ?? {}), { maxLength: Math.min(schema.maxItems ?? 4, 4) });
    case 'object':
      return object(schema, inner);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function object(
  schema: JsonSchema,
  inner: (next: JsonSchema, name: string) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const { properties, required = [], additionalProperties } = schema;
  if (!properties) {
    const values =
      typeof additionalProperties === 'object' ? inner(additionalProperties, '') : fc.jsonValue({ maxDepth: 2 });
    return fc.dictionary(fc.string({ minLength: 1, maxLength: 12 }), values, { maxKeys: 4 });
  }
  const fields = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, inner(field, name)]));
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields), noNullPrototype: true });
}

function text(
  { format, pattern, minLength = 0, maxLength = 60 }: JsonSchema,
  known: Known,
  name: string,
): fc.Arbitrary<string> {
  const existing = [...(known[name] ? [known[name]] : []), ...(likely[name] ?? [])];
  const any =
    format === 'email'
      ? fc.emailAddress()
      : pattern
        ? fc.stringMatching(new RegExp(pattern))
        : fc.string({ minLength, maxLength: Math.min(maxLength, Math.max(minLength, 40)), unit: 'grapheme-ascii' });
  if (existing.length === 0) return any;
  return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...existing) }, { weight: 1, arbitrary: any });
}

function resolve(reference: string, root: JsonSchema): JsonSchema {
  const name = reference.replace(/^#\/\$defs\//, '');
  return reference === '#' ? root : (root.$defs?.[name] ?? {});
}

/** Generates a valid value in which one to three places are replaced, removed or extended. */
export function nearlyValid(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.record({
    where: fc.nat(1000),
    how: fc.constantFrom('replace', 'replace', 'remove', 'add', 'wrap'),
    what: hostileJson,
    key: hostileText,
  });
  return fc.tuple(values, fc.array(change, { minLength: 1, maxLength: 3 })).map(([value, changes]) => {
    const holder: Container = { value: structuredClone(value) };
    for (const { where, how, what: shared, key } of changes) {
      const what = structuredClone(shared);
      const places = placesIn(holder);
      const [container, at] = places[where % places.length] ?? [holder, 'value'];
      const target = container[at];
      if (how === 'remove') delete container[at];
      else if (how === 'wrap') define(container, at, [target]);
      else if (how === 'add' && typeof target === 'object' && target !== null) define(target as Container, key, what);
      else define(container, at, what);
    }
    return holder.value;
  });
}

type Container = Record<string, unknown>;

function placesIn(root: Container): [Container, string][] {
  const places: [Container, string][] = [];
  const visit = (container: Container) => {
    for (const [key, item] of Object.entries(container)) {
      places.push([container, key]);
      if (typeof item === 'object' && item !== null && places.length < 200) visit(item as Container);
    }
  };
  visit(root);
  return places;
}

/** Defines an own property, even for `__proto__`. */
function define(container: Container, key: string, value: unknown): void {
  Object.defineProperty(container, key, { value, enumerable: true, writable: true, configurable: true });
}
