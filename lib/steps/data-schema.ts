/** The controls of a step type as JSON Schema (spec 2.9, `dataSchema`), and stored controls as they go out. */
import { z } from 'zod';
import type { JsonObject } from '#lib/api/text.ts';
import type { StepDefinition } from './controls.ts';
import { STEPS, type WorkflowStepType } from './index.ts';

const dataSchemas = new Map<WorkflowStepType, JsonObject>();

/** Made once for each step type. */
export function dataSchema(type: WorkflowStepType): JsonObject {
  const known = dataSchemas.get(type);
  if (known) return known;
  const { $schema: _, ...schema } = z.toJSONSchema(STEPS[type].controls);
  dataSchemas.set(type, schema);
  return schema;
}

/** Stored controls with what their shape requires, and without nulls where it knows none. */
export function shownControls(type: WorkflowStepType, stored: JsonObject): JsonObject {
  const definition: StepDefinition = STEPS[type];
  const present = Object.entries(stored).filter(([key, value]) => value !== null || takesNull(definition, key));
  return { ...definition.draft, ...Object.fromEntries(present) };
}

function takesNull({ controls }: StepDefinition, key: string): boolean {
  return controls.shape[key]?.safeParse(null).success ?? false;
}

/** The ten step types, narrowed from what the database holds. */
export function isWorkflowStepType(type: string): type is WorkflowStepType {
  return Object.hasOwn(STEPS, type);
}
