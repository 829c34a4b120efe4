/** What a step type is made of, and the control fields that several of them share (spec 2.9). */
import type { z } from 'zod';
import { JsonObject } from '#lib/api/text.ts';
import type { StepType } from './step-type.ts';

/** The value a step file exports. `controls` describes stored values, drafts included: what a draft lacks is an issue. */
export interface StepDefinition<Type extends StepType = StepType, Controls extends z.ZodObject = z.ZodObject> {
  type: Type;
  label: string;
  controls: Controls;
}

/** JSON Logic; the step is skipped when it is true. */
export const skip = JsonObject.optional();
