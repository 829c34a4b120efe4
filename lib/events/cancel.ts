/** Raw statements: ending runs from outside locks the queue's rows in their order. */
import type { Actor, Ctx } from '#lib/api/context.ts';
import { audit } from '#lib/audit-log/service.ts';
import { query, transaction } from '#lib/db.ts';
import { announceWork } from '#lib/engine/announce.ts';
import { reasonFor } from '#lib/reasons/registry.ts';

/**
 * Cancels what of a transaction has not been sent: waiting steps end, a step that a worker holds is recorded as it ends, and its
 * successors are canceled.
 *
 * @returns whether anything was still under way.
 */
export function cancelTransaction(ctx: Ctx, transactionId: string): Promise<boolean> {
  return transaction(async () => {
    const at = new Date();
    const reason = reasonFor('canceled', { actor: nameOf(ctx.actor), at: at.toISOString() });
    const runs = await query<{ id: string; subscriber_id: string; snapshot_id: string }>(
      'events-cancel-runs',
      `UPDATE notifications n SET ended = $3::jsonb, updated_at = $4
       WHERE n.environment_id = $1 AND n.transaction_id = $2 AND n.ended IS NULL
         AND EXISTS (SELECT 1 FROM work w WHERE w.environment_id = $1 AND w.notification_id = n.id)
       RETURNING n.id`,
      [ctx.environmentId, transactionId, JSON.stringify(reason), at],
    );
    if (runs.length === 0) return false;
    // A worker ends every step, with the reason: one interpreter of what a cancellation means. A step that a worker holds right now is
    // marked, so that what it waits for next does not count.
    await query(
      'events-cancel-work',
      `UPDATE work w SET ended = true, ready_at = CASE WHEN w.worker_id IS NULL THEN $3 ELSE w.ready_at END
       FROM (SELECT job_id FROM work WHERE environment_id = $1 AND notification_id = ANY ($2) ORDER BY job_id FOR UPDATE) AS held
       WHERE w.environment_id = $1 AND w.job_id = held.job_id`,
      [ctx.environmentId, runs.map(({ id }) => id), at],
    );
    await audit(ctx, {
      action: 'events.cancel',
      resourceType: 'events',
      resourceId: transactionId,
      resourceLabel: transactionId,
      after: { runs: runs.length },
    });
    announceWork();
    return true;
  });
}

function nameOf(actor: Actor): string {
  if (actor.type === 'user') return actor.email;
  return actor.type === 'apiKey' ? 'an API key' : actor.job;
}
