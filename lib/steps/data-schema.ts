/** The controls of a step type as the interface describes them (spec 2.9), and stored controls as wire values. */
import { z } from 'zod';
import type { JsonObject } from '#lib/json/values.ts';
import type { StepType } from './controls.ts';
import { uiProperties } from './fields.ts';
import { STEPS, stepType, type WorkflowStepType } from './index.ts';
import type { UiSchema } from './ui-schema.ts';

const dataSchemas = new Map<WorkflowStepType, JsonObject>();

/** Returns a JSON Schema of a complete step. Created once per step type. */
export function dataSchema(type: WorkflowStepType): JsonObject {
  const known = dataSchemas.get(type);
  if (known) return known;
  const { $schema: _, ...schema } = z.toJSONSchema(stepType(type).complete);
  dataSchemas.set(type, schema);
  return schema;
}

/** Returns the editor's description of the controls. Undefined for a type whose controls are edited as JSON only. */
export function uiSchema(type: WorkflowStepType): UiSchema | undefined {
  const { group, fields } = stepType(type);
  return group && { group, properties: uiProperties(fields) };
}

/**
 * Returns stored controls as wire values: with the values that clients require of a draft, without nulls that the schema
 * does not allow, and without invalid controls, for which clients would reject the whole workflow.
 */
export function shownControls(type: WorkflowStepType, stored: JsonObject): JsonObject {
  const definition = stepType(type);
  const present = Object.entries(stored).filter(([key, value]) => value !== null || takesNull(definition, key));
  const shown = { ...definition.draft, ...Object.fromEntries(present) };
  const { data, error } = definition.controls.safeParse(shown);
  if (data) return data;
  const invalid = new Set(error.issues.map(({ path }) => path[0]));
  return { ...definition.draft, ...Object.fromEntries(present.filter(([key]) => !invalid.has(key))) };
}

function takesNull({ controls }: StepType, key: string): boolean {
  return Object.hasOwn(controls.shape, key) && (controls.shape[key]?.safeParse(null).success ?? false);
}

/** Narrows a stored type to the step types of workflows. */
export function isWorkflowStepType(type: string): type is WorkflowStepType {
  return Object.hasOwn(STEPS, type);
}
