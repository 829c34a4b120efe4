import { z } from 'zod';
import type { JsonObject } from '#lib/json/values.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import { amount, spanText, TimeUnit } from '#lib/time/time-unit.ts';
import { rule, type StepSpan, type StepType, skip, text } from './controls.ts';
import { skipField, VARIABLE_HELP } from './fields.ts';
import type { CollectingStep, StepInput, StepOutcome } from './run.ts';
import { ofSchedule, ofSpan, renderedEnd, scheduleText, usableEnd } from './span.ts';

const DigestType = z.enum(['regular', 'timed']);

/**
 * The controls of a digest (spec 2.9). `regular` collects for `amount` × `unit`, `timed` until the next time of `cron`.
 */
const DigestControls = z.looseObject({
  skip,
  type: DigestType.optional(),
  amount: z.number().optional(),
  unit: TimeUnit.optional(),
  /** Clients reject a window without amount or unit. */
  lookBackWindow: z.looseObject({ amount: z.number(), unit: TimeUnit }).optional(),
  cron: z.string().optional(),
  digestKey: z.string().optional(),
});

export const digest = {
  type: 'digest',
  label: 'Digest',
  icon: 'layers',
  purpose: 'Collects triggers and continues once',
  controls: DigestControls,
  complete: z
    .strictObject({
      skip,
      type: DigestType.optional(),
      amount: amount.optional(),
      unit: TimeUnit.optional(),
      lookBackWindow: z.strictObject({ amount, unit: TimeUnit }).optional(),
      cron: text.optional(),
      digestKey: text.optional(),
    })
    .refine(
      (controls) => isTimed(controls) || controls.amount !== undefined,
      rule('amount', 'The amount is missing. Enter how long to collect triggers.'),
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
  render: ({ type, amount, unit, cron, digestKey, lookBackWindow }, { after, nextTime, valueAt }) => ({
    ...(isTimed({ type, amount, cron })
      ? { type: 'timed', cron, next: nextTime(cron) }
      : { type: 'regular', amount, unit, lookBackWindow, until: after(amount, unit) }),
    ...(digestKey ? { digestKey, digestValue: valueAt(digestKey) } : {}),
  }),
  run: collect,
  collects: true,
  outsideSchedule: 'wait',
  keys: ['digestKey'],
  spans: (controls) => (isTimed(controls) ? [{ cron: 'cron' }] : REGULAR_SPANS),
  group: 'DIGEST',
  fields: {
    type: {
      component: 'DIGEST_TYPE',
      widget: 'choice',
      label: 'Collect triggers',
      choices: { regular: 'For a time', timed: 'Until a schedule' },
    },
    amount: { component: 'DIGEST_AMOUNT', widget: 'duration', label: 'For', noun: 'time', when: { type: 'regular' } },
    unit: { component: 'DIGEST_UNIT', partOf: 'amount' },
    cron: {
      component: 'DIGEST_CRON',
      widget: 'schedule',
      label: 'Schedule',
      noun: 'schedule',
      when: { type: 'timed' },
    },
    digestKey: {
      component: 'DIGEST_KEY',
      widget: 'variable',
      label: 'Group by',
      help: `${VARIABLE_HELP} Triggers with the same value are collected together; without one, all triggers for the subscriber are.`,
      placeholder: 'Subscriber',
    },
    lookBackWindow: {
      widget: 'optional-duration',
      label: 'Look back',
      noun: 'look-back window',
      help: 'If there was no trigger for this long, the first one continues immediately and collecting starts after it. Leave it empty to always collect.',
    },
    'lookBackWindow.amount': { partOf: 'lookBackWindow', noun: 'time' },
    'lookBackWindow.unit': { partOf: 'lookBackWindow.amount' },
    ...skipField,
  },
  summary: (controls) => (isTimed(controls) && controls.cron ? scheduleText(controls.cron) : spanText(controls)),
  rendered: { until: 'Continues at', next: 'Continues at', digestKey: 'Grouped by', digestValue: 'Value of the key' },
  sample: ({ payload }) => ({
    eventCount: SAMPLE_TIMES.length,
    events: SAMPLE_TIMES.map((time, at) => ({ id: `sample-${at + 1}`, time, payload })),
  }),
  result: ({ payload }) => ({
    type: 'object',
    properties: {
      eventCount: { type: 'integer' },
      events: {
        type: 'array',
        items: {
          type: 'object',
          properties: { id: { type: 'string' }, time: { type: 'string', format: 'date-time' }, payload },
          additionalProperties: false,
        },
      },
    },
    additionalProperties: false,
  }),
} as const satisfies StepType;

const SAMPLE_TIMES = ['2026-01-15T09:30:00.000Z', '2026-01-15T09:42:00.000Z', '2026-01-15T10:05:00.000Z'];

const REGULAR_SPANS: StepSpan[] = [
  { amount: 'amount', unit: 'unit' },
  { amount: 'lookBackWindow.amount', unit: 'lookBackWindow.unit' },
];

/** Whether the digest is timed. If `type` is absent, `cron` without `amount` means timed. */
function isTimed({ type, amount, cron }: { type?: unknown; amount?: unknown; cron?: unknown }): boolean {
  return type === undefined ? cron !== undefined && amount === undefined : type === 'timed';
}

function collect(input: StepInput): StepOutcome {
  const { output, now, waitedSince } = input;
  const lookBack = lookBackOf(input);
  const collecting = { type: 'collect', key: output.digestValue, lookBack, metadata: metadataOf(output) } as const;
  if (waitedSince) return { ...collecting, until: now };
  const end = usableEnd(renderedEnd(output), isTimed(output) ? ofSchedule(output) : ofSpan(output), input);
  if (end instanceof Date) return { ...collecting, until: end };
  return { type: 'fail', reason: reasonFor('digest_invalid', end) };
}

function lookBackOf({ output, after }: StepInput): CollectingStep['lookBack'] {
  const { amount, unit } = (output.lookBackWindow ?? {}) as { amount?: unknown; unit?: unknown };
  const since = typeof amount === 'number' && amount > 0 ? after(-amount, unit) : undefined;
  const until = after(amount, unit);
  return since && until && { since, until };
}

/** Returns Job.digest (spec 2.11). */
function metadataOf({ type, amount, unit, digestKey, lookBackWindow, cron, next }: JsonObject): JsonObject {
  const keyed = { ...(digestKey ? { digestKey } : {}) };
  const { at: untilDate } = (next ?? {}) as { at?: unknown };
  if (type === 'timed') return { type, ...keyed, timed: { cronExpression: cron, untilDate } };
  const span = { amount, unit, ...keyed };
  if (!lookBackWindow) return { type: 'regular', ...span };
  const backoff = lookBackWindow as { amount?: unknown; unit?: unknown };
  return { type: 'backoff', ...span, backoff: true, backoffAmount: backoff.amount, backoffUnit: backoff.unit };
}
