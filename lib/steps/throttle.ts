import { z } from 'zod';
import { type StepDefinition, skip, skipUi } from './controls.ts';

/** Spec 2.9, throttle. `fixed` windows last `amount` × `unit`, `dynamic` ones what the payload says at `dynamicKey`. */
export const ThrottleControls = z.strictObject({
  skip,
  type: z.enum(['fixed', 'dynamic']),
  amount: z.number().optional(),
  unit: z.enum(['minutes', 'hours', 'days']).optional(),
  dynamicKey: z.string().optional(),
  /** Executions allowed per window, 1 when absent. */
  threshold: z.number().optional(),
  /** Grouping key; workflow plus subscriber when absent. */
  throttleKey: z.string().optional(),
});
export type ThrottleControls = z.infer<typeof ThrottleControls>;

export const throttle = {
  type: 'throttle',
  label: 'Throttle',
  controls: ThrottleControls,
  uiSchema: {
    group: 'THROTTLE',
    properties: {
      type: { component: 'THROTTLE_TYPE' },
      amount: { component: 'THROTTLE_WINDOW' },
      unit: { component: 'THROTTLE_UNIT' },
      dynamicKey: { component: 'THROTTLE_DYNAMIC_KEY' },
      threshold: { component: 'THROTTLE_THRESHOLD' },
      throttleKey: { component: 'THROTTLE_KEY' },
      ...skipUi,
    },
  },
  draft: { type: 'fixed' },
} as const satisfies StepDefinition;
