/** When a failed attempt is retried (docs/delivery.md, "Retries"). Pure. */

import { reasonFor } from '#lib/reasons/registry.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/time/durations.ts';
import { type Attempt, isCriticalRun, type RunContext } from './run-context.ts';
import { seededChance } from './seeded-chance.ts';

export interface RetryPolicy {
  /** The delays before the second attempt, the third, and so on. */
  delaysMs: readonly number[];
  /** The fraction by which a delay is randomly lengthened or shortened. */
  jitter: number;
  /** Counted from the start of the series: a later retry no longer holds back the next steps. */
  holdsChainMs: number;
  /** Counted from the start of the series: a critical workflow sends nothing later than this. */
  criticalMs: number;
  /**
   * Counted from the start of the series: nothing is sent later than this, however often a provider requests a wait.
   */
  longestMs: number;
}

/** Immediately, after 5 s and 30 s, then slowly, for almost a day. */
export const RETRY_POLICY: RetryPolicy = {
  delaysMs: [0, 5 * SECOND_MS, 30 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS, 15 * HOUR_MS],
  jitter: 0.2,
  holdsChainMs: MINUTE_MS,
  criticalMs: 15 * MINUTE_MS,
  longestMs: 36 * HOUR_MS,
};

/** The number of retries that the next steps wait for. */
export const QUICK_RETRIES = RETRY_POLICY.delaysMs.filter((ms) => ms <= RETRY_POLICY.holdsChainMs).length;

export interface Retry {
  readyAt: Date;
  /** The number of earlier attempts that count. */
  attempts: number;
  /** Whether the next steps wait for this retry. */
  holdsChain: boolean;
}

export interface FailedAttempt {
  jobId: string;
  attempt: Pick<Attempt, 'number' | 'seriesStartedAt'>;
  isCritical: boolean;
  now: Date;
  /** The wait that the provider or the integration's rate limit requires. Such an attempt does not count. */
  requestedWaitMs?: number | undefined;
}

/**
 * A provider that always requests a wait is retried after a quarter of the elapsed time. This makes about forty
 * attempts in all instead of thousands.
 */
const PATIENCE = 4;

/**
 * Returns the next retry of the claimed job. Undefined if there is none.
 *
 * @param requestedWaitMs see `FailedAttempt`.
 */
export function retryOf(run: RunContext, now: Date, requestedWaitMs?: number): Retry | undefined {
  const { job, attempt } = run;
  return nextRetry({ jobId: job.id, attempt, isCritical: isCriticalRun(run), now, requestedWaitMs });
}

/** Returns the decision to wait for a retry. `words`: what failed. */
export function waitForRetry({ attempt }: RunContext, { readyAt, attempts }: Retry, words: string) {
  const evidence = { until: readyAt.toISOString(), attempt: attempt.number, words };
  return { type: 'retry', readyAt, attempts, reason: reasonFor('retry_waiting', evidence) } as const;
}

/** Returns the next retry. Undefined if there is none. */
export function nextRetry(failed: FailedAttempt, policy = RETRY_POLICY): Retry | undefined {
  const { attempt, requestedWaitMs, now } = failed;
  const isCounted = requestedWaitMs === undefined;
  const sinceMs = now.getTime() - attempt.seriesStartedAt.getTime();
  const delayMs = isCounted ? seriesDelay(failed, policy) : Math.max(requestedWaitMs, sinceMs / PATIENCE, SECOND_MS);
  if (delayMs === undefined) return undefined;
  const readyAt = new Date(now.getTime() + delayMs);
  if (!isInTime(readyAt, failed, policy)) return undefined;
  const ageMs = readyAt.getTime() - attempt.seriesStartedAt.getTime();
  return { readyAt, attempts: attempt.number - (isCounted ? 0 : 1), holdsChain: ageMs <= policy.holdsChainMs };
}

/**
 * Milliseconds after which a message that waits for the next day is checked again, so that a raised quota is noticed.
 */
const QUOTA_CHECK_MS = 600_000;

/** Returns when to check again a message that waits for its integration's daily quota until `until`. */
export function quotaCheckAt(until: Date, now: Date): Date {
  return new Date(Math.min(until.getTime(), now.getTime() + QUOTA_CHECK_MS));
}

/** Whether the claimed job may still send at `at`. */
export function maySendAt(run: RunContext, at: Date): boolean {
  return isInTime(at, { attempt: run.attempt, isCritical: isCriticalRun(run) }, RETRY_POLICY);
}

function isInTime(
  at: Date,
  { attempt, isCritical }: Pick<FailedAttempt, 'attempt' | 'isCritical'>,
  policy: RetryPolicy,
): boolean {
  const ageMs = at.getTime() - attempt.seriesStartedAt.getTime();
  return ageMs <= (isCritical ? policy.criticalMs : policy.longestMs);
}

function seriesDelay({ jobId, attempt }: FailedAttempt, { delaysMs, jitter }: RetryPolicy): number | undefined {
  const delay = delaysMs[attempt.number - 1];
  if (delay === undefined) return undefined;
  return Math.round(delay * (1 + jitter * (2 * seededChance(jobId, attempt.number) - 1)));
}
