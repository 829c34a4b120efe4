import { z } from 'zod';
import { needed, rule, type StepDefinition, skip, skipUi, text } from './controls.ts';
import { amount } from './time-unit.ts';

const ThrottleType = z.enum(['fixed', 'dynamic']);
const ThrottleUnit = z.enum(['minutes', 'hours', 'days']);

/** Spec 2.9, throttle. `fixed` windows last `amount` × `unit`, `dynamic` ones what the payload says at `dynamicKey`. */
export const ThrottleControls = z.looseObject({
  skip,
  type: ThrottleType.optional(),
  amount: z.number().optional(),
  unit: ThrottleUnit.optional(),
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
  purpose: 'Lets only so many through in a window of time',
  controls: ThrottleControls,
  complete: z
    .strictObject({
      skip,
      type: z.enum(ThrottleType.options, needed('The type is missing. Choose a fixed or a dynamic window.')),
      amount: amount.optional(),
      unit: ThrottleUnit.optional(),
      dynamicKey: text.optional(),
      threshold: amount.optional(),
      throttleKey: text.optional(),
    })
    .refine(
      (controls) => isDynamic(controls) || controls.amount !== undefined,
      rule('amount', 'The amount is missing. Say how long the window lasts.'),
    )
    .refine(
      (controls) => isDynamic(controls) || controls.unit !== undefined,
      rule('unit', 'The unit is missing. Choose what the amount counts.'),
    )
    .refine(
      (controls) => !isDynamic(controls) || controls.dynamicKey !== undefined,
      rule(
        'dynamicKey',
        'The key is missing. Name the payload property that holds the window, such as payload.window.',
      ),
    ),
  templates: {},
  render: ({ type, amount, unit, dynamicKey, threshold, throttleKey }, { after, valueAt }) => ({
    ...(isDynamic({ type })
      ? { type: 'dynamic', dynamicKey, window: valueAt(dynamicKey) }
      : { type: 'fixed', amount, unit, until: after(amount, unit) }),
    threshold: threshold ?? 1,
    ...(throttleKey ? { throttleKey, throttleValue: valueAt(throttleKey) } : {}),
  }),
  keys: ['dynamicKey', 'throttleKey'],
  spans: (controls) => (isDynamic(controls) ? [] : [{ amount: 'amount', unit: 'unit' }]),
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

function isDynamic({ type }: { type?: unknown }): boolean {
  return type === 'dynamic';
}
