import { z } from 'zod';
import { JsonObject } from '#lib/api/text.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import type { StepType } from './controls.ts';
import type { StepInput, StepOutcome } from './run.ts';

/** The controls of a custom step (spec 2.9), the only step type without `skip`. */
const CustomControls = z.looseObject({ custom: JsonObject.optional() });

export const custom = {
  type: 'custom',
  label: 'Custom step',
  icon: 'code',
  purpose: 'Passes your own data to later steps',
  note: 'A custom step sends nothing and runs no code. It passes the data below to the later steps of the run. To call your own server, use an HTTP step.',
  controls: CustomControls,
  complete: z.strictObject({ custom: JsonObject.optional() }),
  templates: { custom: 'text' },
  run: passOn,
  fields: {
    custom: {
      widget: 'json',
      label: 'Data',
      help: 'A JSON object. Its texts can contain variables, such as "{{ payload.orderId }}".',
      placeholder: '{ "shop": "Berlin" }',
    },
  },
  result: () => ({ type: 'object', additionalProperties: true }),
} as const satisfies StepType;

/** Returns the value of the `custom` control as the step's result. */
function passOn({ output }: StepInput): StepOutcome {
  const { data: result = {} } = JsonObject.safeParse(output.custom);
  return { type: 'continue', reason: reasonFor('done', {}), result };
}
