import type { JsonSchema } from '#lib/api/openapi-document.ts';

export type Components = Record<string, unknown>;

/** One field of a body, as the API reference shows it. */
export interface ReferenceField {
  name: string;
  type: string;
  required: boolean;
  description: string | undefined;
  /** Default, length, range: one short text each. */
  limits: readonly string[];
  /** The accepted values of an enumeration. */
  values: readonly string[];
  schema: JsonSchema;
}

/** The fields of one alternative of a value. */
export interface FieldSet {
  /** Distinguishes the alternatives. Undefined if there is only one. */
  label: string | undefined;
  fields: readonly ReferenceField[];
}

/** Returns the fields of a schema: of the object, of a list’s items, or of each object that the value may be. */
export function fieldSetsOf(schema: JsonSchema, components: Components): FieldSet[] {
  const objects = objectsIn(schema, components);
  return objects.map(({ object, label }) => ({
    label: objects.length > 1 ? label : undefined,
    fields: fieldsOf(object, components),
  }));
}

interface NamedObject {
  object: JsonSchema;
  label: string;
}

function objectsIn(schema: JsonSchema, components: Components, label = 'Object'): NamedObject[] {
  const { $ref } = schema;
  if (typeof $ref === 'string') {
    const name = $ref.split('/').at(-1) ?? '';
    return objectsIn(resolved(schema, components), components, name.replace(/^Create|Body$/g, ''));
  }
  const alternatives = alternativesOf(schema);
  if (alternatives) {
    const all = alternatives.flatMap((one) => objectsIn(one, components));
    return all.filter(({ label: name }, at) => all.findIndex((other) => other.label === name) === at);
  }
  if (schema.type === 'array') return objectsIn((schema.items ?? {}) as JsonSchema, components, label);
  const properties = schema.properties as Record<string, JsonSchema> | undefined;
  if (!properties || Object.keys(properties).length === 0) return [];
  const { const: kind } = properties.type ?? {};
  return [{ object: schema, label: typeof kind === 'string' ? kind : label }];
}

function fieldsOf(object: JsonSchema, components: Components): ReferenceField[] {
  const required = (object.required ?? []) as string[];
  return Object.entries((object.properties ?? {}) as Record<string, JsonSchema>).map(([name, schema]) =>
    fieldOf({ name, required: required.includes(name), schema }, components),
  );
}

interface Declared {
  name: string;
  required: boolean;
  schema: JsonSchema;
  description?: string | undefined;
}

/** Returns a field or a parameter. */
export function fieldOf({ name, required, schema, description }: Declared, components: Components): ReferenceField {
  const own = description ?? schema.description;
  return {
    name,
    required,
    type: typeOf(schema, components),
    description: typeof own === 'string' ? own : undefined,
    limits: limitsOf(plain(schema, components)),
    values: valuesOf(schema, components),
    schema,
  };
}

function typeOf(schema: JsonSchema, components: Components): string {
  if (schema.$ref) return typeOf(resolved(schema, components), components);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const alternatives = alternativesOf(schema);
  if (alternatives) return [...new Set(alternatives.map((one) => typeOf(one, components)))].join(' or ');
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  if (schema.type === 'array') return `list of ${typeOf((schema.items ?? {}) as JsonSchema, components)}`;
  if (schema.format === 'date-time') return 'date-time';
  return typeof schema.type === 'string' ? schema.type : 'any value';
}

function valuesOf(schema: JsonSchema, components: Components): string[] {
  const { enum: values, items } = plain(schema, components);
  if (Array.isArray(values)) return values.map(String);
  return items ? valuesOf(items as JsonSchema, components) : [];
}

/** Returns the schema with its references resolved. For a union with null, returns the alternative that is not null. */
function plain(schema: JsonSchema, components: Components): JsonSchema {
  if (schema.$ref) return plain(resolved(schema, components), components);
  const [only, ...others] = (alternativesOf(schema) ?? []).filter(({ type }) => type !== 'null');
  return only && others.length === 0 ? plain(only, components) : schema;
}

function limitsOf(schema: JsonSchema): string[] {
  const { default: fallback } = schema;
  return [
    fallback === undefined || fallback === null ? undefined : `default ${JSON.stringify(fallback)}`,
    range(schema.minLength, schema.maxLength, 'characters'),
    range(schema.minItems, schema.maxItems, 'entries'),
    range(schema.minimum, schema.maximum, ''),
  ].filter((text) => text !== undefined);
}

/** A limit of at least this number comes from the type of the field, and is not shown. */
const BOUNDLESS = 1e9;

function range(min: unknown, max: unknown, unit: string): string | undefined {
  const least = typeof min === 'number' && min > -BOUNDLESS ? min : undefined;
  const most = typeof max === 'number' && max < BOUNDLESS ? max : undefined;
  const of = (text: string) => `${text} ${unit}`.trim();
  if (least !== undefined && least > 0 && most !== undefined) return of(`${least} to ${most.toLocaleString('en')}`);
  if (most !== undefined) return of(`at most ${most.toLocaleString('en')}`);
  return least !== undefined && least > 0 ? of(`at least ${least}`) : undefined;
}

function alternativesOf({ anyOf, oneOf }: JsonSchema): JsonSchema[] | undefined {
  return (anyOf ?? oneOf) as JsonSchema[] | undefined;
}

function resolved({ $ref }: JsonSchema, components: Components): JsonSchema {
  return (components[String($ref).split('/').at(-1) ?? ''] ?? {}) as JsonSchema;
}
