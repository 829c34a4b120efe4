import type { Judgement } from './kinds/definition.ts';

/** An alert ends when its condition has not held for this long, so that a rate around its limit does not send many messages. */
export const SETTLE_MS = 3 * 60_000;

/** - `keep`: the condition still holds. - `wait`: nothing changes. */
export type AlertDecision = 'raise' | 'keep' | 'resolve' | 'wait';

/**
 * Decides what to do with the alert of a rule. Pure.
 *
 * @param open the open alert of the rule, with the time when its condition last held.
 */
export function evaluate(
  { verdict }: Pick<Judgement, 'verdict'>,
  open: { heldAt: Date } | undefined,
  now: Date,
): AlertDecision {
  if (!open) return verdict === 'holds' ? 'raise' : 'wait';
  if (verdict === 'holds') return 'keep';
  if (verdict === 'unclear') return 'wait';
  return now.getTime() - open.heldAt.getTime() >= SETTLE_MS ? 'resolve' : 'wait';
}

/** Minutes until the next attempt, by the number of failed attempts. The last value repeats. */
const BACKOFF_MINUTES = [1, 2, 5, 15, 30, 60];

/** Returns when to retry a notice after `attempts` failed attempts. */
export function nextTry(attempts: number, now: Date): Date {
  const minutes = BACKOFF_MINUTES[Math.min(attempts, BACKOFF_MINUTES.length) - 1] ?? 1;
  return new Date(now.getTime() + minutes * 60_000);
}
