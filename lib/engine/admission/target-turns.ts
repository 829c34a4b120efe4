/** The turns of an attempt's messages under the rate limits and daily quotas of their integrations. Pure. */

import type { SendResult, Target } from '#lib/engine/decision.ts';
import { maySendAt, quotaCheckAt } from '#lib/engine/retry.ts';
import { mayChooseAnother, type RunContext } from '#lib/engine/run-context.ts';

/** A shorter wait for a rate limit or a quota is not recorded. */
const MIN_RECORDED_WAIT_MS = 5_000;

/**
 * The time at which a target may be sent: its turn under the rate limit, or the next day because the quota is used up.
 */
export interface Turn {
  at: Date;
  isQuota: boolean;
}

/** The turns of the targets that may not be sent now, by their message's ID. */
export type Turns = ReadonlyMap<string, Turn>;

/** Returns when to requeue a job because of the turns of its targets. Undefined if the attempt continues. */
export function requeueTime(run: RunContext, targets: readonly Target[], turns: Turns, now: Date): Date | undefined {
  return hasNewlyFull(run, targets, turns) ? now : firstTurn(run, targets, turns, now);
}

/**
 * Whether the job should choose again immediately, because an integration turned out to have used up its quota after it
 * was chosen.
 */
function hasNewlyFull(run: RunContext, targets: readonly Target[], turns: Turns): boolean {
  const isNew = ({ messageId, integration }: Target) => turns.get(messageId)?.isQuota && !integration.fullUntil;
  return mayChooseAnother(run) && targets.some(isNew);
}

/**
 * Returns when to requeue a job if all of its targets wait for the rate limit or the quota. Undefined if a target may
 * be sent now, if the wait must be recorded first, or if it would be too long.
 */
function firstTurn(run: RunContext, targets: readonly Target[], turns: Turns, now: Date): Date | undefined {
  if (turns.size < targets.length) return undefined;
  const [first] = [...turns.values()].sort((one, other) => one.at.getTime() - other.at.getTime());
  if (!first) return undefined;
  const recorded = first.isQuota ? 'quota_waiting' : 'rate_limit_waiting';
  const isRecorded = run.job.reason?.code === recorded || first.at.getTime() - now.getTime() < MIN_RECORDED_WAIT_MS;
  if (!isRecorded || !maySendAt(run, first.at)) return undefined;
  return first.isQuota ? quotaCheckAt(first.at, now) : first.at;
}

/** Returns the result of a target that waits for the rate limit or the quota. */
export function waitForTurn({ messageId, integration }: Target, { at, isQuota }: Turn, now: Date): SendResult {
  const { messagesPerSecond, messagesPerDay } = integration;
  const error = {
    kind: 'rate_limited',
    words: `The ${isQuota ? 'daily quota' : 'rate limit'} of the integration is reached`,
    isOwn: true,
    status: undefined,
    providerCode: undefined,
    retryAfterMs: at.getTime() - now.getTime(),
    unreachable: false,
    ...(isQuota ? { quota: { messagesPerDay: messagesPerDay ?? 0, until: at } } : { messagesPerSecond }),
  } as const;
  return { messageId, type: 'refused', error };
}
