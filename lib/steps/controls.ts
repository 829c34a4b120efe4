/** What a step type is made of, and the control fields that several of them share (spec 2.9). */
import type { z } from 'zod';
import { JsonObject } from '#lib/api/text.ts';
import type { StepType } from './step-type.ts';
import type { UiSchema, UiSchemaProperty } from './ui-schema.ts';

/** The value a step file exports. `controls` describes stored values, drafts included: what a draft lacks is an issue. */
export interface StepDefinition<Type extends StepType = StepType, Controls extends z.ZodObject = z.ZodObject> {
  type: Type;
  label: string;
  controls: Controls;
  /** How the editor shows the controls. */
  uiSchema?: UiSchema;
  /** What is shown of required controls that a draft lacks. */
  draft?: Record<string, unknown>;
  /** JSON Schema of what later steps see of its result, at `steps.<stepId>`; nothing when absent. */
  result?(step: { controls: JsonObject; payload: JsonObject }): JsonObject;
}

/** The part of every `uiSchema` that edits `skip`. */
export const skipUi: Record<'skip', UiSchemaProperty> = { skip: { component: 'QUERY_EDITOR' } };

/** JSON Logic; the step is skipped when it is true. */
export const skip = JsonObject.optional();
