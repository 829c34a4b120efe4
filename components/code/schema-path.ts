/** Walks the JSON Schema of a step's variables (spec 2.9, `variables`) by the paths that templates write. */
import { resolveRef } from '#lib/analyser/schema-ref.ts';
import type { JsonObject } from '#lib/api/text.ts';

/** A schema with the schemas around it, innermost last: `$ref` is looked up in the nearest one that has its target. */
export interface Place {
  schema: JsonObject;
  around: readonly JsonObject[];
}

/** `*` stands for any item of an array. */
export type Segment = string | number | '*';

export interface Property {
  name: string;
  /** In words: "text", "list of objects". */
  type: string;
  description?: string;
  /** It has known properties of its own. */
  nested: boolean;
}

/** What a path leads to; undefined when the schema knows no such place, `open` when it allows anything there. */
export function placeAt(root: JsonObject, path: readonly Segment[]): Place | 'open' | undefined {
  let place: Place | 'open' | undefined = { schema: root, around: [] };
  for (const segment of path) {
    if (place === undefined || place === 'open') return place;
    place = step(resolved(place), segment);
  }
  return place;
}

/** The properties that can follow a path, in the order of the schema. */
export function propertiesAt(root: JsonObject, path: readonly Segment[]): Property[] {
  const place = placeAt(root, path);
  if (place === undefined || place === 'open') return [];
  const { schema, around } = resolved(place);
  const own = Object.entries(asObject(schema.properties)).map(([name, child]) =>
    property(name, { schema: asObject(child), around: [...around, schema] }),
  );
  return [...own, ...(typeOf(schema) === 'array' ? ARRAY_PROPERTIES : [])];
}

/** Every path to a plain value or a list, for a combo box: `payload.order.id`. */
export function leafPaths(root: JsonObject, depth = 5): { path: string; type: string; place: Place }[] {
  const found: { path: string; type: string; place: Place }[] = [];
  const walk = (place: Place, path: readonly string[]) => {
    const { schema, around } = resolved(place);
    const children = Object.entries(asObject(schema.properties));
    if (path.length > 0 && children.length === 0)
      found.push({ path: path.join('.'), type: typeWords({ schema, around }), place: { schema, around } });
    if (path.length >= depth) return;
    for (const [name, child] of children) {
      if (found.length < MAX_PATHS) walk({ schema: asObject(child), around: [...around, schema] }, [...path, name]);
    }
  };
  walk({ schema: root, around: [] }, []);
  return found;
}

const MAX_PATHS = 500;

/** The JSON type of a schema: the first that is not null, or what its keywords tell. */
export function typeOf({ type, properties, items, enum: choices }: JsonObject): string | undefined {
  const [first] = (Array.isArray(type) ? type : [type]).filter((item) => item !== 'null');
  if (typeof first === 'string') return first;
  if (properties) return 'object';
  if (items) return 'array';
  return Array.isArray(choices) && choices.length > 0 ? typeof choices[0] : undefined;
}

/** The type in words. */
export function typeWords(place: Place): string {
  const { schema, around } = resolved(place);
  const type = typeOf(schema);
  if (type === 'array') {
    const items = resolved({ schema: asObject(schema.items), around: [...around, schema] }).schema;
    return `list of ${PLURALS[typeOf(items) ?? ''] ?? 'values'}`;
  }
  if (type === 'string' && schema.format === 'date-time') return 'date and time';
  return WORDS[type ?? ''] ?? 'any value';
}

/** The schema itself, with `$ref` followed, `allOf` joined and the first choice of `anyOf` taken that is not null. */
export function resolved(place: Place, depth = 0): Place {
  const { $ref, allOf, anyOf, oneOf, ...own } = place.schema;
  if (depth > 8) return place;
  if (typeof $ref === 'string') {
    const target = lookUp($ref, [...place.around, place.schema]);
    return target ? resolved({ ...target, schema: { ...target.schema, ...own } }, depth + 1) : place;
  }
  const parts = Array.isArray(allOf) ? allOf : [];
  const choices = [anyOf, oneOf].find((choice) => Array.isArray(choice)) ?? [];
  const chosen = choices.map(asObject).find((choice: JsonObject) => choice.type !== 'null');
  const more = [...parts, ...(chosen ? [chosen] : [])];
  if (more.length === 0) return place;
  const joined = more.reduce<JsonObject>(
    (sum, part) => join(sum, resolved({ ...place, schema: asObject(part) }, depth + 1).schema),
    own,
  );
  return { ...place, schema: joined };
}

function join(left: JsonObject, right: JsonObject): JsonObject {
  const properties = { ...asObject(left.properties), ...asObject(right.properties) };
  return { ...left, ...right, ...(Object.keys(properties).length > 0 && { properties }) };
}

function lookUp(reference: string, around: readonly JsonObject[]): Place | undefined {
  if (!reference.startsWith('#')) return named(reference, around[0]);
  const keys = reference.slice(1).split('/').slice(1).map(unescaped);
  for (let index = around.length - 1; index >= 0; index--) {
    const target = keys.reduce<unknown>((value, key) => asObject(value)[key], around[index]);
    if (isObject(target)) return { schema: target, around: around.slice(0, index + 1) };
  }
  return undefined;
}

/** What has the reference as its `$id`, with its own references looked up within it. */
function named(reference: string, root: JsonObject | undefined): Place | undefined {
  const target = resolveRef(reference, root);
  return isObject(target?.schema) ? { schema: target.schema, around: [asObject(target.root)] } : undefined;
}

function step({ schema, around }: Place, segment: Segment): Place | 'open' | undefined {
  const inside = [...around, schema];
  const items = isObject(schema.items) ? { schema: schema.items, around: inside } : undefined;
  if (typeof segment === 'number' || segment === '*') return items ?? 'open';
  const properties = asObject(schema.properties);
  if (Object.hasOwn(properties, segment)) return { schema: asObject(properties[segment]), around: inside };
  if (typeOf(schema) === 'array') {
    if (segment === 'first' || segment === 'last') return items ?? 'open';
    return segment === 'size' || segment === 'length' ? { schema: { type: 'integer' }, around: inside } : undefined;
  }
  if (isObject(schema.additionalProperties) && Object.keys(schema.additionalProperties).length > 0)
    return { schema: schema.additionalProperties, around: inside };
  return schema.additionalProperties === false ? undefined : 'open';
}

function property(name: string, place: Place): Property {
  const { schema } = resolved(place);
  const described = typeof schema.description === 'string' ? { description: schema.description } : {};
  const nested = Object.keys(asObject(schema.properties)).length > 0;
  return { name, type: typeWords(place), nested, ...described };
}

const ARRAY_PROPERTIES: Property[] = [
  { name: 'size', type: 'number', nested: false, description: 'How many items the list has.' },
  { name: 'first', type: 'item', nested: false, description: 'The first item.' },
  { name: 'last', type: 'item', nested: false, description: 'The last item.' },
];

const WORDS: Record<string, string> = {
  string: 'text',
  number: 'number',
  integer: 'whole number',
  boolean: 'true or false',
  object: 'object',
};

const PLURALS: Record<string, string> = {
  string: 'texts',
  number: 'numbers',
  integer: 'whole numbers',
  boolean: 'true or false',
  object: 'objects',
  array: 'lists',
};

function unescaped(key: string): string {
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}

export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
