/** Counts the attempts of a step. Runs in the browser too. */
import type { Reason } from '#lib/reasons/registry.ts';

export interface StepAttempts {
  /** The number of all attempts. */
  all: number;
  /** The attempts since the newest request to retry the step, and the time of the request. Absent without a request. */
  retried?: { attempts: number; at: string };
}

/** An execution detail of the step. */
export interface StepEvent {
  reason: Reason | undefined;
  /** Whether a provider was called, or the sandbox in its place. */
  isTried: boolean;
  /** ISO 8601. */
  at: string;
}

/** Counts the attempts that the execution details of a step show, in order. A retry starts again with attempt 1. */
export function stepAttempts(events: readonly StepEvent[]): StepAttempts {
  const series = [0];
  let retriedAt: string | undefined;
  for (const { reason, isTried, at } of events) {
    if (reason?.code === 'retry_requested') {
      series.push(0);
      retriedAt = reason.evidence.at ?? at;
    }
    // The first attempt has no number. Attempts to several devices have the same number.
    const number = numberOf(reason) ?? (isTried ? 1 : 0);
    series[series.length - 1] = Math.max(series.at(-1) ?? 0, number);
  }
  const all = series.reduce((sum, attempts) => sum + attempts, 0);
  return { all, ...(retriedAt !== undefined && { retried: { attempts: series.at(-1) ?? 0, at: retriedAt } }) };
}

function numberOf(reason: Reason | undefined): number | undefined {
  if (!reason) return undefined;
  const { evidence } = reason;
  if ('attempt' in evidence) return evidence.attempt;
  return 'attempts' in evidence ? evidence.attempts : undefined;
}
