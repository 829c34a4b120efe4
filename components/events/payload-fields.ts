import { resolveRef } from '#lib/analyser/schema-ref.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { asObject, isObject } from '#lib/json/values.ts';

/** An input of the payload's form. */
export interface PayloadField {
  path: readonly string[];
  /** `json`: a list or another value that has no input and is written as JSON. */
  kind: 'text' | 'number' | 'switch' | 'choice' | 'json';
  required: boolean;
  /** The values of a choice. */
  options: readonly string[];
  description: string | undefined;
}

/** Maximum inputs. Further values are written as JSON. */
const MAX_FIELDS = 40;
const MAX_DEPTH = 3;

/**
 * Returns the inputs for a payload: one for each value of the example and of the payload itself, in the order of the
 * schema. The schema gives types, choices and what is required. Without a schema, the values give the types.
 */
export function payloadFields(schema: JsonObject | null, ...values: readonly JsonObject[]): PayloadField[] {
  const root = schema ?? {};
  return fieldsIn({ schema: root, root, values, path: [], required: true }).slice(0, MAX_FIELDS);
}

interface Place {
  schema: JsonObject;
  root: JsonObject;
  /** The values at the place, in the example and in the payload. */
  values: readonly unknown[];
  path: readonly string[];
  /** Whether the object that contains the place is required. */
  required: boolean;
}

function fieldsIn({ schema, root, values, path, required }: Place): PayloadField[] {
  const properties = asObject(schema.properties);
  const needed = listOf(schema.required);
  const objects = values.filter(isObject);
  const keys = new Set([properties, ...objects].flatMap(Object.keys));
  return [...keys].flatMap((key) => {
    const place = {
      schema: resolved(properties[key], root),
      root,
      values: objects.map((value) => (Object.hasOwn(value, key) ? value[key] : undefined)),
      path: [...path, key],
      required: required && needed.includes(key),
    };
    return isNested(place) ? fieldsIn(place) : [fieldOf(place)];
  });
}

function isNested({ schema, values, path }: Place): boolean {
  if (path.length >= MAX_DEPTH) return false;
  const inner = [asObject(schema.properties), ...values.filter(isObject)].flatMap(Object.keys);
  return inner.length > 0 && values.every((value) => value === undefined || isObject(value));
}

function fieldOf({ schema, values, path, required }: Place): PayloadField {
  const description = typeof schema.description === 'string' ? schema.description : undefined;
  const options = Array.isArray(schema.enum) ? schema.enum.filter((value) => typeof value === 'string') : [];
  const isChoice = options.length > 0 && options.length === (schema.enum as unknown[]).length;
  const field = { path, required, description, options: isChoice ? options : [] };
  return { ...field, kind: isChoice ? 'choice' : kindOf(typeOf(schema), values) };
}

/** Returns the type of the schema, unless it allows several types. */
function typeOf({ type }: JsonObject): unknown {
  const types = (Array.isArray(type) ? type : [type]).filter((each) => each !== 'null');
  return types.length === 1 ? types[0] : undefined;
}

/** A value that does not match its type is shown as JSON, so that the form never changes the value on its own. */
function kindOf(type: unknown, values: readonly unknown[]): PayloadField['kind'] {
  const given = values.findLast((value) => value !== undefined && value !== null);
  const kind = KINDS[typeof type === 'string' ? type : nameOf(given)] ?? 'json';
  return given === undefined || KINDS[nameOf(given)] === kind ? kind : 'json';
}

const KINDS: Readonly<Record<string, 'text' | 'number' | 'switch'>> = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'switch',
};

function nameOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Returns a schema with its reference and its `allOf` merged into it. */
function resolved(schema: unknown, root: JsonObject, depth = 0): JsonObject {
  if (!isObject(schema) || depth > MAX_REFERENCES) return {};
  const { $ref, allOf, ...own } = schema;
  const target = typeof $ref === 'string' ? [resolveRef($ref, root)?.schema] : [];
  let merged = own;
  for (const part of [...target, ...listOf(allOf)]) merged = mergedWith(merged, resolved(part, root, depth + 1));
  return merged;
}

const MAX_REFERENCES = 5;

function mergedWith(schema: JsonObject, part: JsonObject): JsonObject {
  const own = asObject(schema.properties);
  const properties = { ...own, ...asObject(part.properties), ...own };
  const required = [...listOf(schema.required), ...listOf(part.required)];
  return {
    ...part,
    ...schema,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the payload with the value of a field. Undefined removes the field, and objects that become empty. */
export function withField(payload: JsonObject, [key = '', ...rest]: readonly string[], value: unknown): JsonObject {
  const inner = rest.length === 0 ? value : withField(asObject(payload[key]), rest, value);
  const isGone = inner === undefined || (rest.length > 0 && Object.keys(asObject(inner)).length === 0);
  if (!isGone) return { ...payload, [key]: inner };
  const { [key]: _, ...others } = payload;
  return others;
}
