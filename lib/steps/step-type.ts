import { z } from 'zod';
import { STEP_TYPES } from './type-names.ts';

/** A step type of the interface (spec 2.9). */
export const StepTypeName = z.enum(STEP_TYPES);
export type StepTypeName = z.infer<typeof StepTypeName>;
