/** Reads the part of a step's `dataSchema` about one control. */
import { type Segment, schemaAt } from '#components/code/schema-path.ts';
import { nodesAt } from '#lib/analyser/schema-path.ts';
import { within } from '#lib/analyser/schema-ref.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { asObject, valueAt } from '#lib/json/values.ts';

/** Returns the schema of a control. Empty if the step's schema does not contain it. */
export function controlSchema(dataSchema: JsonObject, path: string): JsonObject {
  return schemaAt(dataSchema, segmentsOf(path));
}

/**
 * Whether a step requires the control, given the other values. If the schema has several alternatives, the values
 * select one of them.
 */
export function isRequired(dataSchema: JsonObject, values: JsonObject, path: string): boolean {
  const keys = path.split('.');
  const key = keys.pop() ?? '';
  const parent = keys.join('.');
  const nodes = nodesAt([within(dataSchema, dataSchema)], segmentsOf(parent));
  const own = asObject(parent === '' ? values : valueAt(values, parent));
  if (parent !== '' && Object.keys(own).length === 0) return false;
  return nodes.some(({ schema }) => requires(asObject(schema), own, key));
}

function requires(schema: JsonObject, values: JsonObject, key: string): boolean {
  if (Array.isArray(schema.required) && schema.required.includes(key)) return true;
  const all = Array.isArray(schema.allOf) ? schema.allOf.map(asObject) : [];
  if (all.some((part) => requires(part, values, key))) return true;
  const choices = [schema.oneOf, schema.anyOf].filter(Array.isArray).flat().map(asObject);
  const fitting = choices.filter((choice) => fits(choice, values));
  return fitting.length > 0 && fitting.every((choice) => requires(choice, values, key));
}

/** Whether the constants of an alternative equal the values. */
function fits(choice: JsonObject, values: JsonObject): boolean {
  return Object.entries(asObject(choice.properties)).every(([name, property]) => {
    const wanted = asObject(property).const;
    return wanted === undefined || values[name] === undefined || values[name] === wanted;
  });
}

/** Returns the allowed texts of a control, in the order of the schema. */
export function choicesOf(schema: JsonObject): string[] {
  const choices = Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : [];
  return choices.filter((choice) => typeof choice === 'string');
}

function segmentsOf(path: string): Segment[] {
  return path === '' ? [] : path.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key));
}
