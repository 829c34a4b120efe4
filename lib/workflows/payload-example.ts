import type { JsonObject } from '#lib/json/values.ts';
import { asObject, isObject } from '#lib/json/values.ts';
import { numberFor, textFor } from './sample-values.ts';

/** Maximum subschemas that are read for one example. The limit ends the reading of a recursive schema. */
const MAX_SCHEMAS = 2000;
const MAX_DEPTH = 12;
const MAX_ITEMS = 5;
/** Maximum characters of JSON of all values copied from the schema. References can repeat a large value. */
const MAX_GIVEN = 256 * 1024;
/** The number of copied properties that count as one schema towards `MAX_SCHEMAS`. */
const COPIED = 20;

interface Walk {
  root: unknown;
  schemasLeft: number;
  givenLeft: number;
}

/**
 * Returns a payload that fits the workflow's payload schema (spec 2.8, `payloadExample`). Each value is the `const`,
 * first example, default or first enumerated value of its schema. Otherwise it follows the type and format of the
 * schema, or the property's name. The result depends only on the schema. Null if there is no schema, or if the schema
 * does not describe an object.
 */
export function payloadExample(schema: JsonObject | null): JsonObject | null {
  if (!schema) return null;
  const value = example(schema, 'payload', 0, {
    root: schema,
    schemasLeft: MAX_SCHEMAS,
    givenLeft: MAX_GIVEN,
  });
  return isObject(value) ? value : null;
}

function example(schema: unknown, name: string, depth: number, walk: Walk): unknown {
  if (!isObject(schema) || depth > MAX_DEPTH || walk.schemasLeft-- <= 0) return null;
  const given = givenValue(schema);
  if (given !== undefined) return withinSize(given, walk);
  const other = alternative(schema, walk);
  if (other) return example(other, name, depth + 1, walk);
  switch (typeOf(schema)) {
    case 'object':
      return objectExample(schema, depth, walk);
    case 'array':
      return arrayExample(schema, name, depth, walk);
    case 'integer':
    case 'number':
      return numberExample(schema, name);
    case 'boolean':
      return true;
    case 'string':
      return textExample(schema, name);
    default:
      return null;
  }
}

/** Returns the value, or null if the example would become too large. */
function withinSize(given: unknown, walk: Walk): unknown {
  walk.givenLeft -= JSON.stringify(given)?.length ?? 0;
  return walk.givenLeft >= 0 ? given : null;
}

function givenValue(schema: JsonObject): unknown {
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0];
  if ('default' in schema) return schema.default;
  return Array.isArray(schema.enum) ? schema.enum[0] : undefined;
}

/**
 * Returns the schema to use instead of this schema: the target of `$ref`, all of `allOf` combined, or the first of
 * several alternatives.
 */
function alternative({ $ref, allOf, anyOf, oneOf, ...own }: JsonObject, walk: Walk): JsonObject | undefined {
  const { root } = walk;
  if (typeof $ref === 'string') return { ...asObject(resolve($ref, root)), ...own };
  if (Array.isArray(allOf)) return allOf.reduce<JsonObject>((merged, part) => combine(merged, part, walk), own);
  const [first] = [anyOf, oneOf].find((choices) => Array.isArray(choices)) ?? [];
  return first === undefined ? undefined : combine(own, first, walk);
}

function combine(left: JsonObject, part: unknown, walk: Walk): JsonObject {
  if (walk.schemasLeft <= 0) return left;
  const right = asObject(part);
  const resolved = typeof right.$ref === 'string' ? { ...asObject(resolve(right.$ref, walk.root)), ...right } : right;
  const { $ref, ...rest } = resolved;
  const properties = { ...asObject(left.properties), ...asObject(rest.properties) };
  walk.schemasLeft -= Object.keys(properties).length / COPIED;
  return { ...left, ...rest, ...(Object.keys(properties).length > 0 && { properties }) };
}

/** Returns the target of a reference within the schema (`#/$defs/address`). */
function resolve(reference: string, root: unknown): unknown {
  if (!reference.startsWith('#')) return undefined;
  const path = reference.slice(1).split('/').slice(1);
  return path.reduce<unknown>((value, key) => {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
    return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }, root);
}

function typeOf({ type, properties, items }: JsonObject): unknown {
  const [first] = (Array.isArray(type) ? type : [type]).filter((item) => item !== 'null');
  if (first !== undefined) return first;
  if (properties) return 'object';
  return items ? 'array' : undefined;
}

function objectExample({ properties }: JsonObject, depth: number, walk: Walk): JsonObject {
  const entries = Object.entries(asObject(properties));
  return Object.fromEntries(entries.map(([key, property]) => [key, example(property, key, depth + 1, walk)]));
}

function arrayExample(
  { items, prefixItems, minItems }: JsonObject,
  name: string,
  depth: number,
  walk: Walk,
): unknown[] {
  if (Array.isArray(prefixItems)) return prefixItems.map((item) => example(item, name, depth + 1, walk));
  if (!isObject(items)) return [];
  const length = Math.min(Math.max(numberOr(minItems, 1), 1), MAX_ITEMS);
  return Array.from({ length }, () => example(items, name, depth + 1, walk));
}

function numberExample(schema: JsonObject, name: string): number {
  const step = schema.type === 'integer' ? 1 : numberOr(schema.multipleOf, 1);
  const least = Math.max(numberOr(schema.minimum, -Infinity), numberOr(schema.exclusiveMinimum, -Infinity) + step);
  const most = Math.min(numberOr(schema.maximum, Infinity), numberOr(schema.exclusiveMaximum, Infinity) - step);
  const fitting = numberFor(name) ?? 1;
  const wanted = Math.min(Math.max(schema.type === 'number' ? fitting : Math.floor(fitting), least), most);
  const multiple = numberOr(schema.multipleOf, 0);
  return multiple > 0 ? Math.ceil(wanted / multiple) * multiple : wanted;
}

function textExample({ format, minLength, maxLength }: JsonObject, name: string): string {
  const text = (typeof format === 'string' && FORMATS[format]) || textFor(name);
  const padded = text.padEnd(Math.min(numberOr(minLength, 0), 1000), 'x');
  return padded.slice(0, numberOr(maxLength, padded.length));
}

const FORMATS: Record<string, string> = {
  email: 'jane@example.com',
  'idn-email': 'jane@example.com',
  uri: 'https://example.com',
  url: 'https://example.com',
  iri: 'https://example.com',
  'uri-reference': '/path',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uuid: '3f0c8a4e-5b1d-4c2a-9e7f-6d8b0a1c2e3f',
  'date-time': '2026-01-15T09:30:00.000Z',
  date: '2026-01-15',
  time: '09:30:00Z',
  duration: 'P1D',
};

function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : fallback;
}
