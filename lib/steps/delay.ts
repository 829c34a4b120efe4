import { z } from 'zod';
import { reasonFor } from '#lib/reasons/registry.ts';
import { amount, spanText, TimeUnit } from '#lib/time/time-unit.ts';
import { needed, rule, type StepType, skip, text } from './controls.ts';
import { skipField } from './fields.ts';
import type { StepInput, StepOutcome } from './run.ts';
import { ofSchedule, ofSpan, renderedEnd, scheduleText, usableEnd } from './span.ts';

const DelayType = z.enum(['regular', 'timed']);

/** The controls of a delay (spec 2.9). `regular` waits `amount` × `unit`, `timed` until the next time of `cron`. */
const DelayControls = z.looseObject({
  skip,
  type: DelayType.optional(),
  amount: z.number().optional(),
  unit: TimeUnit.optional(),
  cron: z.string().optional(),
});

export const delay = {
  type: 'delay',
  label: 'Delay',
  icon: 'hourglass',
  purpose: 'Waits for a time or until a schedule',
  controls: DelayControls,
  complete: z
    .strictObject({
      skip,
      type: z.enum(DelayType.options, needed('The type is missing. Choose a span of time or a schedule.')),
      amount: amount.optional(),
      unit: TimeUnit.optional(),
      cron: text.optional(),
    })
    .refine(
      (controls) => isTimed(controls) || controls.amount !== undefined,
      rule('amount', 'The amount is missing. Enter how long to wait.'),
    )
    .refine(
      (controls) => isTimed(controls) || controls.unit !== undefined,
      rule('unit', 'The unit is missing. Choose a unit for the amount.'),
    )
    .refine(
      (controls) => !isTimed(controls) || controls.cron !== undefined,
      rule('cron', 'The schedule is missing. Enter a cron expression such as 0 9 * * 1.'),
    ),
  templates: {},
  render: ({ type, amount, unit, cron }, { after, nextTime }) =>
    isTimed({ type })
      ? { type: 'timed', cron, next: nextTime(cron) }
      : { type: 'regular', amount, unit, until: after(amount, unit) },
  run: waitOrGoOn,
  outsideSchedule: 'wait',
  spans: (controls) => (isTimed(controls) ? [{ cron: 'cron' }] : [{ amount: 'amount', unit: 'unit' }]),
  group: 'DELAY',
  fields: {
    type: {
      component: 'DELAY_TYPE',
      widget: 'choice',
      label: 'Wait',
      choices: { regular: 'For a time', timed: 'Until a schedule' },
    },
    amount: { component: 'DELAY_AMOUNT', widget: 'duration', label: 'For', noun: 'time', when: { type: 'regular' } },
    unit: { component: 'DELAY_UNIT', partOf: 'amount' },
    cron: {
      component: 'DELAY_CRON',
      widget: 'schedule',
      label: 'Schedule',
      noun: 'schedule',
      when: { type: 'timed' },
    },
    ...skipField,
  },
  summary: (controls) => (isTimed(controls) && controls.cron ? scheduleText(controls.cron) : spanText(controls)),
  rendered: { until: 'Continues at', next: 'Continues at' },
  draft: { type: 'regular' },
  result: () => ({ type: 'object', properties: { duration: { type: 'number' } }, additionalProperties: false }),
} as const satisfies StepType;

function isTimed({ type }: { type?: unknown }): boolean {
  return type === 'timed';
}

/** Waits, then continues. `duration` in the result is in milliseconds. */
function waitOrGoOn(input: StepInput): StepOutcome {
  const { output, now, waitedSince } = input;
  if (waitedSince) {
    const duration = now.getTime() - waitedSince.getTime();
    return { type: 'continue', reason: reasonFor('delay_finished', { span: duration }), result: { duration } };
  }
  const end = usableEnd(renderedEnd(output), isTimed(output) ? ofSchedule(output) : ofSpan(output), input);
  if (end instanceof Date) return { type: 'wait', until: end };
  return { type: 'fail', reason: reasonFor('delay_invalid', end) };
}
