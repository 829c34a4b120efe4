/** Retries one failed step manually. */
import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { isLive } from '#lib/engine/job-status.ts';
import { announceWork } from '#lib/engine/queue/wake.ts';
import { LANES } from '#lib/engine/queue/work.ts';
import { actorName } from '#lib/events/end-runs.ts';
import { announceRuns } from '#lib/live/announce.ts';
import type { RetriedStep, RetryStepBody } from '#lib/notifications/schema.ts';
import type { JobStatus } from '#lib/notifications/status/job-statuses.ts';
import { newestRequest } from '#lib/notifications/status/run-status.ts';
import { prisma, transaction } from '#lib/postgres/db.ts';
import { parseReason, summaryOf, waitsToBeSent } from '#lib/reasons/registry.ts';
import type { WireReason } from '#lib/reasons/schema.ts';
import type { Job } from '#prisma/generated/client.ts';
import { addressAllowedAt, lockRun, type StepOfRun } from './locked-run.ts';
import { isIdle, queueAgain, requeueFailed } from './requeue.ts';
import { whyNoStepRetry } from './retry-rules.ts';

/**
 * Requeues a failed step, or immediately runs a step that waits for its next attempt. The retry has a new series of
 * attempts and the same message IDs. Steps cancelled by the failure stay cancelled. The run has no outcome until it
 * ends again. Sensitive content is sent only to the same addresses as before, unless the caller may see it.
 *
 * @throws ApiError `not_found`, also for a run that is older than the environment's retention; `conflict` while the
 * step is running, another step of the run is being delivered, or the step was retried since the state that the caller
 * saw; `unprocessable` for a step that neither failed nor waits,
 * for a cancelled run, for a run without recorded steps or older than its workflow allows, and for a deleted workflow.
 */
export function retryStep(ctx: Ctx, which: StepOfRun, body: RetryStepBody = {}): Promise<RetriedStep> {
  const { reason: note, updatedAt } = body;
  const { environmentId } = ctx;
  const { notificationId, jobId } = which;
  return transaction(async () => {
    const run = await lockRun(ctx, notificationId);
    const job = run && (await prisma().job.findFirst({ where: { environmentId, id: jobId, notificationId } }));
    if (!run || !job) throw new ApiError('not_found', `Step ${jobId} of notification ${notificationId} was not found`);
    const isWaiting = waits(job);
    if (!isWaiting) assertFailed(job.status as JobStatus);
    const whyNot = whyNoStepRetry({ ...run.row, template: run.template }, { status: job.status as JobStatus });
    if (whyNot) throw new ApiError('unprocessable', whyNot);
    if (job.stepKey === null || !run.runnable) {
      throw new ApiError('unprocessable', 'Cannot retry: the run’s steps were not recorded');
    }
    await assertNewRequest(environmentId, which, { seenAt: updatedAt, isWaiting });
    if (isWaiting) await hurry(ctx, which, note);
    else await enqueue(ctx, which, note);
    await audit(ctx, {
      action: 'messages.retry',
      resourceType: 'notifications',
      resourceId: notificationId,
      before: { step: jobId, status: job.status, reason: (job.reason as WireReason | null)?.code },
      after: { step: jobId, status: 'queued', ...(note !== undefined && { reason: note }) },
    });
    announceWork();
    announceRuns(environmentId, 'changed', () => [notificationId]);
    return { acknowledged: true, status: 'queued' };
  });
}

/** Whether the step waits for its next attempt. A worker may already hold the step. */
function waits({ status, reason }: Pick<Job, 'status' | 'reason'>): boolean {
  const parsed = parseReason(reason);
  return status === 'queued' && parsed !== undefined && waitsToBeSent(parsed);
}

function assertFailed(status: JobStatus): void {
  if (status === 'failed') return;
  if (status === 'delayed')
    throw new ApiError('conflict', 'Cannot retry a delayed step: wait until it is due, or cancel the run');
  if (isLive(status)) throw new ApiError('conflict', 'The step is already queued');
  throw new ApiError('unprocessable', `Cannot retry a ${status} step: only failed steps can be retried`);
}

/** Milliseconds in which a second request for a waiting step, without the state that the caller saw, repeats the first. */
const REPEATED_MS = 2_000;

/** Checks that the step was not retried since the state that the caller saw. The first retry may already wait again. */
async function assertNewRequest(
  environmentId: string,
  { notificationId, jobId }: StepOfRun,
  { seenAt, isWaiting }: { seenAt: string | undefined; isWaiting: boolean },
): Promise<void> {
  if (seenAt === undefined && !isWaiting) return;
  const since = seenAt === undefined ? Date.now() - REPEATED_MS : Date.parse(seenAt);
  const where = { environmentId, notificationId, jobId, isRetry: true, createdAt: { gt: new Date(since) } };
  const details = await prisma().executionDetail.findMany({ where, select: { reason: true }, orderBy: { id: 'desc' } });
  const request = newestRequest(details.map(({ reason }) => reason).reverse());
  if (request) throw new ApiError('conflict', `${summaryOf(request)}: see its result before you retry the step again`);
}

async function enqueue(ctx: Ctx, which: StepOfRun, note: string | undefined): Promise<void> {
  const { environmentId } = ctx;
  if (!(await isIdle(environmentId, which.notificationId)))
    throw new ApiError('conflict', 'Another step of the run is being delivered: try again in a moment');
  const at = new Date();
  const who = { actor: actorName(ctx.actor), note };
  const request = { at, ...who, lane: LANES.urgent, addressAllowedAt: addressAllowedAt(ctx, at) };
  await requeueFailed(environmentId, which, request);
}

/** Makes a waiting step due immediately. */
async function hurry(ctx: Ctx, which: StepOfRun, note: string | undefined): Promise<void> {
  const { environmentId } = ctx;
  const at = new Date();
  const { count } = await prisma().work.updateMany({
    where: { environmentId, ...which, workerId: null },
    data: {
      ...{ lane: LANES.urgent, readyAt: at, attempts: 0, seriesStartedAt: null },
      addressAllowedAt: addressAllowedAt(ctx, at),
    },
  });
  if (count === 0) throw new ApiError('conflict', 'The step is already being retried');
  await queueAgain(environmentId, which, { status: 'queued', at, actor: actorName(ctx.actor), note });
}
