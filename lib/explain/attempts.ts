/** The requests and the uncertain attempts of a step, in addition to its reason. Pure. */
import { newestRequest } from '#lib/notifications/run-status.ts';
import { type UnknownAttempts, unknownAttempts } from '#lib/notifications/unknown-attempts.ts';
import { type Reason, waitsToBeSent } from '#lib/reasons/registry.ts';
import { isDelivery } from '#lib/steps/labels.ts';
import type { Answer } from './decisive-step.ts';
import type { Detail } from './query.ts';

export interface Attempts {
  /** The newest request to retry the step, if the step still waits for its next attempt. */
  retried?: Reason | undefined;
  /** The attempts after which it is unknown whether the provider has the message. */
  unknown?: UnknownAttempts | undefined;
  /** The number of all attempts of a step that was retried on request. A retry starts again with attempt 1. */
  attempts?: number | undefined;
}

export function attemptsOf({ step, earlier }: Pick<Answer, 'step' | 'earlier'>, details: readonly Detail[]): Attempts {
  const decided = earlier ?? step;
  if (!decided) return {};
  const { id, type, status, reason } = decided;
  const own = details.filter(({ jobId }) => jobId === id);
  const reasons = own.map((detail) => detail.reason);
  const waits = status === 'queued' && reason !== undefined && waitsToBeSent(reason);
  // In-app messages are stored only once, and the sandbox sends nothing.
  const isSent = isDelivery(type) && type !== 'in_app' && reason?.code !== 'sandboxed';
  return {
    retried: waits ? newestRequest(reasons) : undefined,
    unknown: isSent ? unknownAttempts(reasons) : undefined,
    attempts: newestRequest(reasons) ? countAttempts(own) : undefined,
  };
}

/** Returns the sum of the attempts of each series, which ends with a request to retry the step. */
function countAttempts(details: readonly Detail[]): number {
  const series = [0];
  for (const { reason, isSandbox } of details) {
    if (reason.code === 'retry_requested') series.push(0);
    // The first attempt has no number. Several devices have the same number.
    const number = numberOf(reason) ?? (isSandbox === undefined ? 0 : 1);
    series[series.length - 1] = Math.max(series.at(-1) ?? 0, number);
  }
  return series.reduce((sum, attempts) => sum + attempts, 0);
}

function numberOf({ evidence }: Reason): number | undefined {
  if ('attempt' in evidence) return evidence.attempt;
  return 'attempts' in evidence ? evidence.attempts : undefined;
}
