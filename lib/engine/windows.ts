/** Windows that runs of one step and one subscriber share. Pure; each id names one row. */
import { createHash } from 'node:crypto';
import { reasonFor } from '#lib/reasons/registry.ts';
import type { Outcome, SharedOutcome } from './outcome.ts';
import type { RunContext } from './run-context.ts';

type Limited = Extract<SharedOutcome, { type: 'limit' }>;

/** How many runs went on since a throttle's window opened. */
export interface LimitWindow {
  count: number;
  endsAt: Date;
}

/** The id of the window that a throttle step counts in. */
export function limitWindow({ job, notification }: RunContext, key: unknown): string {
  return hashed([job.step.id, notification.subscriberId, key ?? null]);
}

/**
 * Whether a run goes on, and its window afterwards. The window opens with the first run that goes on, and ends when that
 * run said.
 */
export function settleLimit(
  { limit, until, notes }: Limited,
  window: LimitWindow | undefined,
  now: Date,
): { outcome: Outcome; window: LimitWindow } {
  const open = window && window.endsAt > now ? window : { count: 0, endsAt: until };
  const evidence = { limit, until: open.endsAt.toISOString() };
  if (open.count >= limit) {
    const reason = reasonFor('throttled', { ...evidence, count: open.count });
    return { outcome: { type: 'end', status: 'skipped', reason, notes }, window: open };
  }
  const count = open.count + 1;
  const reason = reasonFor('throttle_passed', { ...evidence, count });
  return { outcome: { type: 'continue', reason, result: {}, notes }, window: { ...open, count } };
}

function hashed(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
