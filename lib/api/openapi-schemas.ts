import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { JsonSchema } from './openapi-document.ts';
import { ErrorBodySchema } from './openapi-errors.ts';
import type { Operation } from './operation.ts';

/** The JSON schemas of a document. Named schemas are in `components`, others where they are used. */
export interface SchemaSet {
  components: Record<string, JsonSchema>;
  /** Returns a reference to the component of a body or response schema. */
  reference(schema: z.ZodType): JsonSchema;
}

type Direction = 'input' | 'output';

/**
 * Collects the components for the bodies and responses of `operations`, including all components that these refer to. A
 * component is named after its export in `lib/<noun>/schema.ts`, otherwise after its operation.
 */
export async function collectSchemas(operations: readonly Operation[], root: string): Promise<SchemaSet> {
  const exported = await exportedSchemas(root);
  const inputs = new Map<z.ZodType, string>();
  const outputs = new Map<z.ZodType, string>([[ErrorBodySchema, 'Error']]);
  for (const { operationId, body, response } of operations) {
    if (body) inputs.set(body, exported.get(body) ?? `${capitalised(operationId)}Body`);
    if (response) outputs.set(response, exported.get(response) ?? `${capitalised(operationId)}Response`);
  }
  for (const [schema, name] of exported) if (!inputs.has(schema) && !outputs.has(schema)) outputs.set(schema, name);
  const components = reachable({ ...convert(outputs, 'output'), ...convert(inputs, 'input') }, operations, {
    inputs,
    outputs,
  });
  const names = new Map([...outputs, ...inputs]);
  return { components, reference: (schema) => ({ $ref: pointerTo(names.get(schema) ?? '') }) };
}

/** Returns the JSON schema of parameters, without components. */
export function inlineSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...inline } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return inline;
}

async function exportedSchemas(root: string): Promise<Map<z.ZodType, string>> {
  const names = new Map<z.ZodType, string>();
  const taken = new Set<string>(['Error']);
  for (const file of globSync('lib/*/schema.ts', { cwd: root }).sort()) {
    const href = pathToFileURL(join(root, file)).href;
    const module = (await import(/* webpackIgnore: true */ /* turbopackIgnore: true */ href)) as Record<
      string,
      unknown
    >;
    for (const [name, value] of Object.entries(module)) {
      if (!(value instanceof z.ZodType) || taken.has(name) || names.has(value)) continue;
      names.set(value, name);
      taken.add(name);
    }
  }
  return names;
}

function convert(names: Map<z.ZodType, string>, io: Direction): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { uri: pointerTo, io, unrepresentable: 'any' });
  const { __shared, ...named } = schemas as Record<string, JsonSchema>;
  const shared = Object.entries((__shared?.$defs ?? {}) as Record<string, JsonSchema>);
  const all = [...Object.entries(named), ...shared.map(([name, schema]) => [sharedName(name, io), schema] as const)];
  return Object.fromEntries(all.map(([name, { $schema, $id, ...schema }]) => [name, withSharedNames(schema, io)]));
}

/**
 * Returns one name for both directions (input and output), because zod numbers unnamed recursive schemas separately in
 * each.
 */
function sharedName(name: string, io: Direction): string {
  return `${capitalised(io)}${capitalised(name)}`;
}

function withSharedNames(schema: JsonSchema, io: Direction): JsonSchema {
  const text = JSON.stringify(schema).replace(
    /"#\/components\/schemas\/__shared#\/\$defs\/(\w+)"/g,
    (_, name: string) => JSON.stringify(pointerTo(sharedName(name, io))),
  );
  return JSON.parse(text) as JsonSchema;
}

function pointerTo(name: string): string {
  return `#/components/schemas/${name}`;
}

/** Returns the components that operations use, directly or through others, sorted by name. */
function reachable(
  all: Record<string, JsonSchema>,
  operations: readonly Operation[],
  names: { inputs: Map<z.ZodType, string>; outputs: Map<z.ZodType, string> },
): Record<string, JsonSchema> {
  const wanted = new Set(['Error']);
  for (const { body, response } of operations) {
    for (const name of [body && names.inputs.get(body), response && names.outputs.get(response)])
      if (name) wanted.add(name);
  }
  for (const name of wanted) for (const used of referencedIn(all[name])) wanted.add(used);
  return Object.fromEntries([...wanted].sort().flatMap((name) => (all[name] ? [[name, all[name]]] : [])));
}

function referencedIn(schema: JsonSchema | undefined): string[] {
  return [...JSON.stringify(schema ?? {}).matchAll(/"#\/components\/schemas\/([^"/]+)/g)].map(
    (match) => match[1] ?? '',
  );
}

function capitalised(operationId: string): string {
  return operationId.charAt(0).toUpperCase() + operationId.slice(1);
}
