import { z } from 'zod';
import { type StepDefinition, skip, skipUi } from './controls.ts';
import { TimeUnit } from './time-unit.ts';

/** Spec 2.9, delay. `regular` waits `amount` × `unit`, `timed` until the next time of `cron`. */
export const DelayControls = z.strictObject({
  skip,
  type: z.enum(['regular', 'timed']),
  amount: z.number().optional(),
  unit: TimeUnit.optional(),
  cron: z.string().optional(),
});
export type DelayControls = z.infer<typeof DelayControls>;

export const delay = {
  type: 'delay',
  label: 'Delay',
  controls: DelayControls,
  uiSchema: {
    group: 'DELAY',
    properties: {
      type: { component: 'DELAY_TYPE' },
      amount: { component: 'DELAY_AMOUNT' },
      unit: { component: 'DELAY_UNIT' },
      cron: { component: 'DELAY_CRON' },
      ...skipUi,
    },
  },
  draft: { type: 'regular' },
  result: () => ({ type: 'object', properties: { duration: { type: 'number' } }, additionalProperties: false }),
} as const satisfies StepDefinition;
