/**
 * The parts of a JSON Schema that completion and the fields show: the paths that the analysis knows, with their types
 * as text.
 */
import { nodesAt, partsOf, type Segment } from '#lib/analyser/schema-path.ts';
import { type SchemaNode, within } from '#lib/analyser/schema-ref.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { asObject, isObject } from '#lib/json/values.ts';

export type { Segment };

export interface Property {
  name: string;
  /** The type as text: "text", "list of objects". */
  type: string;
  description?: string;
  /** Whether the property has known inner properties. */
  nested: boolean;
}

/** Returns the properties that can follow a path, from all alternatives, in the order of the schema. */
export function propertiesAt(root: JsonObject, path: readonly Segment[]): Property[] {
  const parts = schemasOf(nodesAt([within(root, root)], path));
  const named = [...childrenOf(parts)].map(([name, nodes]) => property(name, nodes));
  return parts.some(({ schema }) => typeOf(schema) === 'array') ? [...named, ...ARRAY_PROPERTIES] : named;
}

/** Returns every path to a plain value or a list, for a combo box: `payload.order.id`. */
export function valuePaths(root: JsonObject, depth = 5): { path: string; type: string }[] {
  const found: { path: string; type: string }[] = [];
  const walk = (nodes: readonly SchemaNode[], path: readonly string[]) => {
    const parts = schemasOf(nodes);
    const children = childrenOf(parts);
    if (path.length > 0 && children.size === 0) found.push({ path: path.join('.'), type: typeLabel(parts) });
    if (path.length >= depth) return;
    for (const [name, inner] of children) if (found.length < MAX_PATHS) walk(inner, [...path, name]);
  };
  walk([within(root, root)], []);
  return found;
}

const MAX_PATHS = 500;

/**
 * Returns the common part of the alternatives at a path, ignoring `null`: their `type` and `format`; `enum` with all values if each
 * alternative lists its values; and `properties` of any alternative. Empty if the schema has no such path.
 */
export function schemaAt(root: JsonObject, path: readonly Segment[]): JsonObject {
  const parts = schemasOf(nodesAt([within(root, root)], path)).map(({ schema }) => schema);
  const alternatives = parts.filter((part) => typeOf(part) !== undefined && !COMBINING.some((key) => key in part));
  const values = alternatives.map(valuesIn);
  const facts = {
    type: common(parts.map(typeOf).filter((type) => type !== undefined)),
    format: common(alternatives.map(({ format }) => format)),
    enum: values.length > 0 && values.every((list) => list !== undefined) ? [...new Set(values.flat())] : undefined,
    properties: parts.some(({ properties }) => properties) ? propertiesOf(parts) : undefined,
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

/** Returns the schema of a path, for use at another place in `root`. Its references keep their targets. */
export function movedSchema(root: JsonObject, path: readonly Segment[]): JsonObject {
  const schemas = nodesAt([within(root, root)], path).map(({ schema, root: around }) =>
    asObject(withReferencesFrom(asObject(around).$id, schema)),
  );
  return schemas.length > 1 ? { anyOf: schemas } : (schemas[0] ?? {});
}

function withReferencesFrom(id: unknown, value: unknown): unknown {
  if (typeof id !== 'string' || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => withReferencesFrom(id, item));
  if ('$id' in value && value.$id !== id) return value;
  const entries = Object.entries(value).map(([key, inner]) => {
    const isLocal = key === '$ref' && typeof inner === 'string' && inner.startsWith('#');
    return [key, isLocal ? `${id}${inner}` : withReferencesFrom(id, inner)] as const;
  });
  return Object.fromEntries(entries);
}

/** Returns the JSON type of a schema: the first one that is not null, otherwise the type that its keywords imply. */
export function typeOf({ type, properties, items, enum: choices }: JsonObject): string | undefined {
  const [first] = (Array.isArray(type) ? type : [type]).filter((item) => item !== 'null');
  if (typeof first === 'string') return first;
  if (properties) return 'object';
  if (items) return 'array';
  return Array.isArray(choices) && choices.length > 0 ? typeof choices[0] : undefined;
}

interface Part extends SchemaNode {
  schema: JsonObject;
}

/** Returns all parts of the schemas, without `null`. */
function schemasOf(nodes: readonly SchemaNode[]): Part[] {
  return partsOf(nodes).flatMap(({ schema, root }) =>
    isObject(schema) && schema.type !== 'null' ? [{ schema, root }] : [],
  );
}

function childrenOf(parts: readonly Part[]): Map<string, SchemaNode[]> {
  const children = new Map<string, SchemaNode[]>();
  for (const { schema, root } of parts)
    for (const [name, child] of Object.entries(asObject(schema.properties)))
      children.set(name, [...(children.get(name) ?? []), within(child, root)]);
  return children;
}

function property(name: string, nodes: readonly SchemaNode[]): Property {
  const parts = schemasOf(nodes);
  const description = parts.map(({ schema }) => schema.description).find((text) => typeof text === 'string');
  const nested = childrenOf(parts).size > 0;
  return { name, type: typeLabel(parts), nested, ...(description !== undefined && { description }) };
}

/** Returns "text", "list of objects" or "text or number". */
function typeLabel(parts: readonly Part[]): string {
  const words = new Set(parts.flatMap((part) => wordsOf(part) ?? []));
  return words.size === 0 || words.size > 2 ? 'any value' : [...words].join(' or ');
}

function wordsOf({ schema, root }: Part): string | undefined {
  const type = typeOf(schema);
  if (type === 'array') {
    const items = schemasOf(nodesAt([{ schema, root }], ['*'])).map((item) => typeOf(item.schema));
    return `list of ${PLURALS[common(items.filter((item) => item !== undefined)) ?? ''] ?? 'values'}`;
  }
  if (type === 'string' && schema.format === 'date-time') return 'date and time';
  return WORDS[type ?? ''];
}

/** Keywords that combine this schema with others. */
const COMBINING = ['$ref', 'allOf', 'anyOf', 'oneOf'];

function valuesIn(schema: JsonObject): unknown[] | undefined {
  if (Array.isArray(schema.enum)) return schema.enum.filter((value) => value !== null);
  return 'const' in schema ? [schema.const] : undefined;
}

/** Returns the common value if all values are equal. Undefined otherwise. */
function common<Value>(values: readonly Value[]): Value | undefined {
  return new Set(values).size === 1 ? values[0] : undefined;
}

function propertiesOf(parts: readonly JsonObject[]): JsonObject {
  return Object.assign({}, ...parts.map(({ properties }) => asObject(properties)).toReversed());
}

const ARRAY_PROPERTIES: Property[] = [
  { name: 'size', type: 'number', nested: false, description: 'The number of items in the list.' },
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
