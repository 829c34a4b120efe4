/** Computes the end of a step's wait, collection or window, and reports values that define no usable end. */
import { valueText } from '#lib/reasons/definition.ts';
import { cronText } from '#lib/time/cron-text.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { spanText, TimeUnit } from '#lib/time/time-unit.ts';
import type { StepInput } from './run.ts';

/** Returns a schedule in words: "At 18:00, every day", otherwise "On schedule 0 9 * * 1,3". */
export function scheduleText(cron: unknown): string {
  return cronText(String(cron)) ?? `On schedule ${cron}`;
}

/** The problem of a span, as evidence of a reason. */
export interface UnusableSpan {
  /** The control with the span, or the path of the value that the control names. */
  field: string;
  /** The value of the field, shortened to one line. */
  value?: string | undefined;
  problem: string;
  /** The maximum in days. Set only if the span is longer. */
  limit?: number;
}

/** The field that defines the end, and the problem to report if there is no end. */
interface Source {
  field: string;
  value: unknown;
  problem: string;
}

/** Returns `end`, or the reason why the step cannot wait until then. */
export function usableEnd(end: Date | undefined, source: Source, input: StepInput): Date | UnusableSpan {
  const { field, value, problem } = source;
  const fault = end ? spanProblem(end, input) : { problem };
  if (end && !fault) return end;
  return { field, value: isMissing(value) ? undefined : valueText(value), problem, ...fault };
}

/** Returns the rendered end, which follows from `amount` × `unit` or from a schedule. */
export function renderedEnd({ until, next }: { until?: unknown; next?: unknown }): Date | undefined {
  const text = until ?? (next as { at?: unknown } | undefined)?.at;
  return typeof text === 'string' ? new Date(text) : undefined;
}

const MISSING = 'it is missing';

export function ofSpan({ amount, unit }: { amount?: unknown; unit?: unknown }): Source {
  if (isMissing(amount)) return { field: 'amount', value: amount, problem: MISSING };
  if (typeof amount !== 'number') return { field: 'amount', value: amount, problem: 'it is not a number' };
  if (isMissing(unit)) return { field: 'unit', value: unit, problem: MISSING };
  if (!TimeUnit.safeParse(unit).success) return { field: 'unit', value: unit, problem: 'it is not a unit of time' };
  return { field: 'amount', value: spanText({ amount, unit }), problem: 'it is too long' };
}

export function ofSchedule({ cron }: { cron?: unknown }): Source {
  return { field: 'cron', value: cron, problem: isMissing(cron) ? MISSING : 'it never occurs' };
}

/**
 * Returns the source of an end that a value of the run defines.
 * @param key in the form of a control: `payload.until` or `{{ payload.until }}`.
 * @param value a date, or an object with amount and unit.
 */
export function ofValue(control: string, key: unknown, value: unknown): Source {
  if (typeof key !== 'string') return { field: control, value: key, problem: MISSING };
  const field = key.replace(/^\s*\{\{|\}\}\s*$/g, '').trim();
  if (typeof value === 'object' && value !== null) {
    const part = ofSpan(value);
    return { ...part, field: `${field}.${part.field}` };
  }
  return {
    field,
    value,
    problem: isMissing(value) ? MISSING : 'it is neither a date nor an object with amount and unit',
  };
}

function isMissing(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

function spanProblem(end: Date, { now, maxSpanDays }: StepInput): Pick<UnusableSpan, 'problem' | 'limit'> | undefined {
  if (end <= now) return { problem: 'it ends before it begins' };
  const isTooLong = end.getTime() - now.getTime() > maxSpanDays * DAY_MS;
  return isTooLong ? { problem: `it is longer than ${maxSpanDays} days`, limit: maxSpanDays } : undefined;
}
