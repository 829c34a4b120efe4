import { z } from 'zod';
import { reasonFor } from '#lib/reasons/registry.ts';
import { amount, spanText } from '#lib/time/time-unit.ts';
import { needed, rule, type StepType, skip, text } from './controls.ts';
import { skipField, VARIABLE_HELP } from './fields.ts';
import type { StepInput, StepOutcome } from './run.ts';
import { ofSpan, ofValue, type UnusableSpan, usableEnd } from './span.ts';

const ThrottleType = z.enum(['fixed', 'dynamic']);
const ThrottleUnit = z.enum(['minutes', 'hours', 'days']);

/**
 * The controls of a throttle (spec 2.9). A `fixed` window lasts `amount` × `unit`. The payload value at `dynamicKey`
 * defines a `dynamic` window.
 */
const ThrottleControls = z.looseObject({
  skip,
  type: ThrottleType.optional(),
  amount: z.number().optional(),
  unit: ThrottleUnit.optional(),
  dynamicKey: z.string().optional(),
  /** Maximum executions per window. Default: 1. */
  threshold: z.number().optional(),
  /** The key that groups executions. Default: workflow and subscriber. */
  throttleKey: z.string().optional(),
});

export const throttle = {
  type: 'throttle',
  label: 'Throttle',
  icon: 'gauge',
  purpose: 'Limits runs in a window of time',
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
      rule('amount', 'The amount is missing. Enter how long the window lasts.'),
    )
    .refine(
      (controls) => isDynamic(controls) || controls.unit !== undefined,
      rule('unit', 'The unit is missing. Choose a unit for the amount.'),
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
  run: limit,
  keys: ['dynamicKey', 'throttleKey'],
  windowKey: (controls) => (isDynamic(controls) ? 'dynamicKey' : undefined),
  spans: (controls) => (isDynamic(controls) ? [] : [{ amount: 'amount', unit: 'unit' }]),
  group: 'THROTTLE',
  fields: {
    type: {
      component: 'THROTTLE_TYPE',
      widget: 'choice',
      label: 'Window',
      choices: { fixed: 'Fixed', dynamic: 'From the payload' },
    },
    amount: {
      component: 'THROTTLE_WINDOW',
      widget: 'duration',
      label: 'Length',
      noun: 'time',
      when: { type: 'fixed' },
    },
    unit: { component: 'THROTTLE_UNIT', partOf: 'amount' },
    dynamicKey: {
      component: 'THROTTLE_DYNAMIC_KEY',
      widget: 'variable',
      label: 'Window from',
      noun: 'dynamic window',
      help: `${VARIABLE_HELP} Its value is a date, or an object with amount and unit.`,
      when: { type: 'dynamic' },
    },
    threshold: {
      component: 'THROTTLE_THRESHOLD',
      widget: 'number',
      label: 'Runs allowed',
      help: 'Per window. Further runs end here, and their steps are skipped.',
      placeholder: '1',
    },
    throttleKey: {
      component: 'THROTTLE_KEY',
      widget: 'variable',
      label: 'Count by',
      help: `${VARIABLE_HELP} Runs with the same value count together; without one, all runs of the subscriber do.`,
      placeholder: 'Subscriber',
    },
    ...skipField,
  },
  summary: (controls) => {
    const span = isDynamic(controls) ? '' : spanText(controls);
    return controls.threshold === undefined ? span : `At most ${controls.threshold} in ${span || 'the window'}`;
  },
  rendered: { until: 'Continues at', throttleKey: 'Counted by', throttleValue: 'Value of the key' },
  draft: { type: 'fixed' },
} as const satisfies StepType;

function isDynamic({ type }: { type?: unknown }): boolean {
  return type === 'dynamic';
}

function limit(input: StepInput): StepOutcome {
  const { output } = input;
  const until = windowEnd(input);
  const source = isDynamic(output) ? ofValue('dynamicKey', output.dynamicKey, output.window) : ofSpan(output);
  const end = usableEnd(until, source, input);
  if (!(end instanceof Date)) return invalid(end, until);
  const { throttleValue: key, threshold } = output;
  return { type: 'limit', key, limit: Math.max(1, Math.floor(Number(threshold) || 1)), until: end };
}

const IsoDate = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

/** Returns the end of the window. A dynamic window is a date with its zone, or an object with amount and unit. */
function windowEnd({ output, after }: StepInput): Date | undefined {
  if (!isDynamic(output)) return after(output.amount, output.unit);
  const { window } = output;
  if (typeof window === 'object' && window !== null) {
    const { amount, unit } = window as { amount?: unknown; unit?: unknown };
    return after(amount, unit);
  }
  const { data } = IsoDate.safeParse(window);
  return data === undefined ? undefined : new Date(data);
}

/**
 * Returns the failure of a throttle with an unusable window. A window that has an end and is not too long ends before
 * it starts, so the reason shows the end.
 */
function invalid({ limit, ...unusable }: UnusableSpan, end: Date | undefined): StepOutcome {
  const until = limit === undefined ? end?.toISOString() : undefined;
  return { type: 'fail', reason: reasonFor('throttle_invalid', { ...unusable, until }) };
}
