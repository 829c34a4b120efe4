/**
 * Raw statement: it changes many rows together. The last-triggered times of workflows are kept in memory and written every
 * 10 s, one row per workflow, so that a busy workflow's row does not slow its triggers. A killed process loses the times
 * of the last 10 s.
 */

import { hotQuery } from '#lib/postgres/db.ts';
import { retryDeadlock } from '#lib/postgres/deadlock.ts';
import { WriteBehind } from '#lib/postgres/write-behind.ts';

interface TriggerTime {
  environmentId: string;
  /** Workflow.id */
  workflowId: string;
  at: Date;
}

const times = WriteBehind.named<TriggerTime>('Times of triggers', {
  afterMs: 10_000,
  keyOf: ({ environmentId, workflowId }) => `${environmentId} ${workflowId}`,
  merge: (one, other) => (one.at < other.at ? other : one),
  write: (newest) =>
    retryDeadlock(() =>
      hotQuery('workflows-triggered', WRITE, [
        newest.map(({ environmentId }) => environmentId),
        newest.map(({ workflowId }) => workflowId),
        newest.map(({ at }) => at),
      ]),
    ),
  triesAgain: true,
});

/** Records the time of a trigger for `workflows.last_triggered_at`. */
export function noteTrigger(time: TriggerTime): void {
  times.add(time);
}

/** Discards unwritten times. The demo needs this, because its clock is virtual. */
export function forgetTriggerTimes(): void {
  times.clear();
}

const WRITE = `UPDATE workflows w SET last_triggered_at = t.at
  FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS t (environment_id, id, at)
  WHERE w.environment_id = t.environment_id AND w.id = t.id AND (w.last_triggered_at IS NULL OR w.last_triggered_at < t.at)`;
