/** When a job is tried again (delivery.md 5.4). */
import { seededChance } from './message-id.ts';
import type { Attempt } from './run-context.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

export interface RetryPolicy {
  /** Before the second attempt, the third, and so on. */
  delaysMs: readonly number[];
  /** A delay is longer or shorter by up to this part of it. */
  jitter: number;
  /** From the beginning of the series on: a retry that is later no longer holds up the steps after it. */
  holdsChainMs: number;
  /** From the beginning of the series on: nothing of a critical workflow is sent later than this. */
  criticalMs: number;
  /** From the beginning of the series on: nothing is sent later, however often a provider asks to wait. */
  longestMs: number;
}

/** At once, 5 s, 30 s; then slowly, for almost a day. */
export const RETRY_POLICY: RetryPolicy = {
  delaysMs: [0, 5 * SECOND_MS, 30 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS, 15 * HOUR_MS],
  jitter: 0.2,
  holdsChainMs: MINUTE_MS,
  criticalMs: 15 * MINUTE_MS,
  longestMs: 36 * HOUR_MS,
};

export interface Retry {
  readyAt: Date;
  /** Attempts that count so far. */
  attempts: number;
  /** Whether the steps after it wait for it. */
  holdsChain: boolean;
}

export interface FailedAttempt {
  jobId: string;
  attempt: Attempt;
  isCritical: boolean;
  now: Date;
  /** How long the provider, or the integration's rate limit, asked to wait: such an attempt does not count. */
  askedMs?: number | undefined;
}

/** A provider that always asks to wait is asked again after a quarter of the time so far: some forty times in all, not thousands. */
const PATIENCE = 4;

/** When to try again; undefined: no more. */
export function nextRetry(failed: FailedAttempt, policy = RETRY_POLICY): Retry | undefined {
  const { attempt, askedMs, now, isCritical } = failed;
  const isCounted = askedMs === undefined;
  const sinceMs = now.getTime() - attempt.seriesStartedAt.getTime();
  const delayMs = isCounted ? seriesDelay(failed, policy) : Math.max(askedMs, sinceMs / PATIENCE, SECOND_MS);
  if (delayMs === undefined) return undefined;
  const readyAt = new Date(now.getTime() + delayMs);
  const ageMs = readyAt.getTime() - attempt.seriesStartedAt.getTime();
  if (ageMs > (isCritical ? policy.criticalMs : policy.longestMs)) return undefined;
  return { readyAt, attempts: attempt.number - (isCounted ? 0 : 1), holdsChain: ageMs <= policy.holdsChainMs };
}

function seriesDelay({ jobId, attempt }: FailedAttempt, { delaysMs, jitter }: RetryPolicy): number | undefined {
  const delay = delaysMs[attempt.number - 1];
  if (delay === undefined) return undefined;
  return Math.round(delay * (1 + jitter * (2 * seededChance(jobId, attempt.number) - 1)));
}
