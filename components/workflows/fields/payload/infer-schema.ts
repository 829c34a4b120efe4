import type { JsonObject } from '#lib/json/values.ts';

const MAX_DEPTH = 20;

/**
 * Returns a JSON Schema that the value fits. No property is required, because one example cannot show that. The schema
 * of a list's items fits all of them.
 */
export function inferSchema(value: unknown, depth = 0): JsonObject {
  if (value === null || value === undefined || depth > MAX_DEPTH) return {};
  if (Array.isArray(value)) return listSchema(value, depth);
  switch (typeof value) {
    case 'string':
      return isTime(value) ? { type: 'string', format: 'date-time' } : { type: 'string' };
    case 'number':
      return { type: Number.isInteger(value) ? 'integer' : 'number' };
    case 'boolean':
      return { type: 'boolean' };
    default:
      return {
        type: 'object',
        properties: Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inferSchema(item, depth + 1)])),
      };
  }
}

/** Whether the text is a time with its zone, on an existing day. */
function isTime(text: string): boolean {
  const [, day] = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-][01]\d:[0-5]\d)$/.exec(text) ?? [];
  if (day === undefined) return false;
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

function listSchema(items: readonly unknown[], depth: number): JsonObject {
  const schemas = items.map((item) => inferSchema(item, depth + 1));
  return schemas.length === 0 ? { type: 'array' } : { type: 'array', items: schemas.reduce(merge) };
}

/** Returns a schema that values of both schemas fit. */
function merge(left: JsonObject, right: JsonObject): JsonObject {
  if (Object.keys(left).length === 0 || Object.keys(right).length === 0) return {};
  const types = new Set([left.type, right.type]);
  if (types.size === 2) return types.has('integer') && types.has('number') ? { type: 'number' } : {};
  if (left.type === 'object') return { type: 'object', properties: mergeAll(left.properties, right.properties) };
  if (left.type === 'array') {
    if (!left.items || !right.items) return left.items ? left : right;
    return { type: 'array', items: merge(left.items as JsonObject, right.items as JsonObject) };
  }
  return left.format === right.format ? left : { type: left.type };
}

function mergeAll(left: unknown, right: unknown): JsonObject {
  const sum = new Map(Object.entries(left as Record<string, JsonObject>));
  for (const [key, schema] of Object.entries(right as Record<string, JsonObject>)) {
    const known = sum.get(key);
    sum.set(key, known ? merge(known, schema) : schema);
  }
  return Object.fromEntries(sum);
}
