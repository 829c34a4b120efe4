/** A raw statement: row locks, in the same order as cancellations and workers take them. */
import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { json, prisma, query, transaction } from '#lib/db.ts';
import { announceWork } from '#lib/engine/announce.ts';
import { isLive, transition } from '#lib/engine/job-status.ts';
import { forgetFailures, forgetOutcome } from '#lib/engine/outcome-counts.ts';
import { LANES } from '#lib/engine/queue.ts';
import { lockRuns } from '#lib/engine/shared-run.ts';
import { retentionStart } from '#lib/environments/retention.ts';
import { actorName } from '#lib/events/end-runs.ts';
import { ID_PATTERN, idFloor, idTime, newId } from '#lib/id.ts';
import { announceRuns } from '#lib/live/announce.ts';
import { detailOf, reasonFor } from '#lib/reasons/registry.ts';
import type { WireReason } from '#lib/reasons/schema.ts';
import { Prisma } from '#prisma/generated/client.ts';
import type { JobStatus } from './job-statuses.ts';
import type { RetriedStep } from './schema.ts';

/** The run and its step. */
interface Which {
  notificationId: string;
  jobId: string;
}

/**
 * Puts a failed step into the queue again, with a new series of attempts and the same message ids. Steps that were
 * cancelled because of it stay cancelled. The run has no outcome until it ends again.
 *
 * @throws ApiError `not_found`, also for a run that is older than the environment's retention; `conflict` while the
 * step is still running or another step of the run is being delivered; `unprocessable` for a step that did not fail,
 * and for a run that was cancelled or cannot run again.
 */
export function retryStep(ctx: Ctx, { notificationId, jobId }: Which): Promise<RetriedStep> {
  return transaction(async () => {
    const run = await lockRun(ctx, notificationId);
    const job = run && (await prisma().job.findFirst({ where: { ...inEnvironment(ctx), id: jobId, notificationId } }));
    if (!run || !job) throw new ApiError('not_found', `Step ${jobId} of notification ${notificationId} was not found`);
    assertFailed(job.status as JobStatus);
    if (run.ended) throw new ApiError('unprocessable', 'The run was cancelled, and what is cancelled is not sent');
    if (job.stepKey === null || !run.runnable) {
      throw new ApiError('unprocessable', 'The run does not hold what its steps were, and cannot run again');
    }
    await assertIdle(ctx, notificationId);
    await enqueue(ctx, { notificationId, jobId });
    await audit(ctx, {
      action: 'messages.retry',
      resourceType: 'notifications',
      resourceId: notificationId,
      before: { step: jobId, status: job.status, reason: (job.reason as WireReason | null)?.code },
      after: { step: jobId, status: 'queued' },
    });
    announceWork();
    announceRuns(ctx.environmentId, 'changed', () => [notificationId]);
    return { acknowledged: true, status: 'queued' };
  });
}

function inEnvironment({ environmentId }: Ctx) {
  return { environmentId };
}

interface LockedRun {
  ended: unknown;
  /** Whether everything that the steps need of the workflow is stored. */
  runnable: boolean;
}

/** Undefined when there is none. */
async function lockRun(ctx: Ctx, notificationId: string): Promise<LockedRun | undefined> {
  const isKept = ID_PATTERN.test(notificationId) && notificationId >= idFloor(await retentionStart(ctx.environmentId));
  if (!isKept) return undefined;
  const { environmentId } = ctx;
  await lockRuns(environmentId, [notificationId]);
  const where = { environmentId, id: notificationId };
  const run = await prisma().notification.findFirst({ where, select: { ended: true, snapshotId: true } });
  if (!run) return undefined;
  const settings = { not: Prisma.DbNull };
  const snapshots = await prisma().workflowSnapshot.count({ where: { environmentId, id: run.snapshotId, settings } });
  return { ended: run.ended, runnable: snapshots > 0 };
}

function assertFailed(status: JobStatus): void {
  if (status === 'failed') return;
  if (isLive(status)) throw new ApiError('conflict', 'The step is on its way already');
  throw new ApiError('unprocessable', `Only a step that failed can be retried; this one is ${status}`);
}

/**
 * A worker that holds another step knows this one as failed, and would end the run without it. A step that no worker
 * holds cannot be claimed until the end of the transaction.
 */
async function assertIdle(ctx: Ctx, notificationId: string): Promise<void> {
  const work = await query<{ worker_id: string | null }>(
    'notifications-retry-work',
    'SELECT worker_id FROM work WHERE environment_id = $1 AND notification_id = $2 ORDER BY job_id FOR UPDATE',
    [ctx.environmentId, notificationId],
  );
  if (work.some(({ worker_id }) => worker_id !== null)) {
    throw new ApiError('conflict', 'Another step of the run is being delivered; try again in a moment');
  }
}

async function enqueue(ctx: Ctx, { notificationId, jobId }: Which): Promise<void> {
  const { environmentId } = ctx;
  const at = new Date();
  const reason = reasonFor('retry_requested', { actor: actorName(ctx.actor), at: at.toISOString() });
  await prisma().job.updateMany({
    where: { environmentId, notificationId, id: jobId },
    data: { status: transition('failed', 'queued'), reason: json(reason), attempts: 0, dueAt: at, updatedAt: at },
  });
  await prisma().executionDetail.create({
    data: {
      id: newId(at),
      environmentId,
      notificationId,
      jobId,
      ...detailOf(reason),
      isRetry: true,
      reason: json(reason),
      createdAt: at,
    },
  });
  await forgetOutcome(environmentId, notificationId);
  const messages = await prisma().message.findMany({ where: { environmentId, notificationId, jobId }, select: STATE });
  await forgetFailures(environmentId, messages);
  // The time that the ids of its messages begin with; they stay the same.
  const firstClaimedAt = messages[0] ? idTime(messages[0].id) : null;
  await prisma().work.create({
    data: { environmentId, jobId, notificationId, lane: LANES.urgent, readyAt: at, firstClaimedAt },
  });
}

/** What says how a message stands. */
const STATE = { id: true, integrationId: true, status: true, reason: true } as const;
