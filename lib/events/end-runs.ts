/** Raw statements: ending runs from outside requires locking queue rows in a fixed order. */
import type { Actor } from '#lib/api/context.ts';
import { announceWork } from '#lib/engine/queue/wake.ts';
import { hotQuery } from '#lib/postgres/db.ts';
import type { Reason } from '#lib/reasons/registry.ts';
import { stopFanouts } from './fanouts.ts';

/** The runs of a transaction, or of a workflow (Workflow.id). */
type Which = { transactionId: string } | { workflowId: string };

const OF_TRANSACTION = 'n.transaction_id = $2';
const OF_WORKFLOW = `n.id IN (SELECT notification_id FROM work WHERE environment_id = $1)
  AND n.snapshot_id IN (SELECT id FROM workflow_snapshots WHERE environment_id = $1 AND workflow_id = $2)`;

/**
 * Ends unfinished runs, in the caller's transaction. Stores only the reason, and makes the remaining work due
 * immediately. Workers then end each step, so that one place of the code decides how a step ends. A step that a worker
 * is running is marked, so that it starts no further wait. Fan-outs create no further runs.
 *
 * @returns the number of runs and fan-outs.
 */
export async function endRuns(
  environmentId: string,
  which: Which,
  reason: Reason<'canceled' | 'workflow_deleted'>,
  at: Date,
): Promise<number> {
  // Stop fan-outs first: the lock waits for a batch that a worker is creating, so that its runs end too.
  const fanouts = await stopFanouts(environmentId, which);
  const isOfTransaction = 'transactionId' in which;
  const runs = await hotQuery<{ id: string }>(
    isOfTransaction ? 'events-end-transaction' : 'events-end-workflow',
    `UPDATE notifications n SET ended = $3::jsonb, updated_at = $4
     WHERE n.environment_id = $1 AND ${isOfTransaction ? OF_TRANSACTION : OF_WORKFLOW} AND n.ended IS NULL
       AND EXISTS (SELECT 1 FROM work w WHERE w.environment_id = $1 AND w.notification_id = n.id OFFSET 0)
     RETURNING n.id`,
    [environmentId, isOfTransaction ? which.transactionId : which.workflowId, JSON.stringify(reason), at],
  );
  if (runs.length === 0) return fanouts;
  await hotQuery(
    'events-end-work',
    `UPDATE work w SET ended = true, ready_at = CASE WHEN w.worker_id IS NULL THEN $3 ELSE w.ready_at END
     WHERE w.environment_id = $1 AND w.notification_id = ANY ($2) AND w.job_id = ANY (ARRAY (
       SELECT job_id FROM work WHERE environment_id = $1 AND notification_id = ANY ($2) ORDER BY notification_id, job_id FOR UPDATE))`,
    [environmentId, runs.map(({ id }) => id), at],
  );
  announceWork();
  return runs.length + fanouts;
}

/** Returns the readable name of the user, API key or job that ended the run. */
export function actorName(actor: Actor): string {
  if (actor.type === 'user') return actor.email;
  if (actor.type === 'subscriber') return actor.externalSubscriberId;
  return actor.type === 'apiKey' ? 'an API key' : actor.job;
}
