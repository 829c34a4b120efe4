import { z } from 'zod';
import { JsonObject } from '#lib/api/text.ts';
import type { StepDefinition } from './controls.ts';

/** Spec 2.9, custom. The only step without `skip`. */
export const CustomControls = z.strictObject({ custom: JsonObject.optional() });
export type CustomControls = z.infer<typeof CustomControls>;

export const custom = {
  type: 'custom',
  label: 'Custom',
  controls: CustomControls,
  result: () => ({ type: 'object', additionalProperties: true }),
} as const satisfies StepDefinition;
