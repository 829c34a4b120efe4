/** A flat object schema as rows of a table. Parts that the table does not show stay unchanged. */

import type { JsonObject } from '#lib/json/values.ts';
import { isObject } from '#lib/json/values.ts';

export const ROW_TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'] as const;
export type RowType = (typeof ROW_TYPES)[number];

export interface PropertyRow {
  name: string;
  type: RowType;
  required: boolean;
  description: string;
  /** The whole schema of the property. */
  schema: JsonObject;
}

const SHOWN = new Set([
  '$schema',
  '$id',
  '$defs',
  'definitions',
  'title',
  'description',
  'type',
  'properties',
  'required',
  'additionalProperties',
]);

/** Returns the rows of a schema. Undefined if a table could not show it completely. Without a schema there are no rows. */
export function rowsOf(schema: JsonObject | null): PropertyRow[] | undefined {
  if (schema === null) return [];
  if (schema.type !== undefined && schema.type !== 'object') return undefined;
  if (!Object.keys(schema).every((key) => SHOWN.has(key))) return undefined;
  const required = Array.isArray(schema.required) ? schema.required : [];
  const properties = isObject(schema.properties) ? schema.properties : {};
  if (!required.every((name) => Object.hasOwn(properties, name))) return undefined;
  const rows = Object.entries(properties).map(([name, property]) => rowOf(name, property, required.includes(name)));
  return rows.every((row) => row !== undefined) ? rows : undefined;
}

function rowOf(name: string, schema: unknown, required: boolean): PropertyRow | undefined {
  if (!isObject(schema) || !ROW_TYPES.includes(schema.type as RowType)) return undefined;
  const description = typeof schema.description === 'string' ? schema.description : '';
  return { name, type: schema.type as RowType, required, description, schema };
}

/** Returns the schema with these rows as its properties. */
export function withRows(schema: JsonObject | null, rows: readonly PropertyRow[]): JsonObject {
  const { required: _, ...rest } = schema ?? {};
  const required = rows.filter((row) => row.required).map(({ name }) => name);
  return {
    ...rest,
    type: 'object',
    properties: Object.fromEntries(rows.map((row) => [row.name, propertyOf(row)])),
    ...(required.length > 0 && { required }),
  };
}

function propertyOf({ schema, type, description }: PropertyRow): JsonObject {
  const { description: _, ...rest } = schema.type === type ? schema : { type };
  return { ...rest, ...(description && { description }) };
}
