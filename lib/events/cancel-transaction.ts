import type { Ctx } from '#lib/api/context.ts';
import { audit } from '#lib/audit-log/service.ts';
import { leaveDigests } from '#lib/engine/windows/leave-digests.ts';
import { hotTransaction } from '#lib/postgres/db.ts';
import { retryDeadlock } from '#lib/postgres/deadlock.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import { actorName, endRuns } from './end-runs.ts';

/**
 * Cancels the unsent part of a transaction. Waiting steps end, and events that joined a digest leave it. A step that a
 * worker is running gets the result of that attempt, and the steps after it are cancelled. Workers that record results
 * at the same time do not make the call fail.
 *
 * @returns whether any run was still unfinished.
 */
export function cancelTransaction(ctx: Ctx, transactionId: string): Promise<boolean> {
  return retryDeadlock(() => hotTransaction(() => endTransaction(ctx, transactionId)));
}

async function endTransaction(ctx: Ctx, transactionId: string): Promise<boolean> {
  const at = new Date();
  const reason = reasonFor('canceled', { actor: actorName(ctx.actor), at: at.toISOString() });
  const ended = await endRuns(ctx.environmentId, { transactionId }, reason, at);
  const runs = ended + (await leaveDigests(ctx.environmentId, transactionId, reason, at));
  if (runs === 0) return false;
  await audit(ctx, {
    action: 'events.cancel',
    resourceType: 'events',
    resourceId: transactionId,
    resourceLabel: transactionId,
    after: { runs },
  });
  return true;
}
