/** Sends the message of a step again, in a separate run. */
import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { isLive } from '#lib/engine/job-status.ts';
import { announceWork } from '#lib/engine/queue/wake.ts';
import { LANES } from '#lib/engine/queue/work.ts';
import { actorName } from '#lib/events/end-runs.ts';
import { announceRuns } from '#lib/live/announce.ts';
import type { ResendStepBody, ResentRun } from '#lib/notifications/schema.ts';
import { isSensitiveRun } from '#lib/notifications/sensitive-mark.ts';
import type { JobStatus } from '#lib/notifications/status/job-statuses.ts';
import { prisma, transaction } from '#lib/postgres/db.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import type { StepTypeName } from '#lib/steps/type-names.ts';
import type { Job } from '#prisma/generated/client.ts';
import { addressAllowedAt, type LockedRun, lockRun, type RunRow, recordRequest, type StepOfRun } from './locked-run.ts';
import { createResentRun } from './resent-run.ts';
import { canResend, whyNoResend } from './retry-rules.ts';

/**
 * Creates a run that sends the message of an earlier run again: with the same workflow version, payload, context and
 * results of earlier steps, and with the current subscriber, preferences, suppressions and integrations. It belongs to
 * the same transaction. A skipped step is sent for the first time. Sensitive content is sent only to the same addresses
 * as before, unless the caller may see it.
 *
 * @throws ApiError `not_found`, also for a run that is older than the environment's retention; `conflict` while the
 * step is unfinished, or while another run is sending it again (the error's `notificationId`); `unprocessable` for a
 * step without a message, for a cancelled or merged step, for a deleted workflow or subscriber, for a run that has no
 * recorded steps or is older than its workflow allows, and for content that was sensitive at that time if the workflow
 * no longer is.
 */
export function resendStep(ctx: Ctx, which: StepOfRun, { reason: note }: ResendStepBody): Promise<ResentRun> {
  const { environmentId } = ctx;
  return transaction(async () => {
    const run = await lockRun(ctx, which.notificationId);
    const jobs = run ? await jobsUpTo(environmentId, which) : [];
    const job = jobs.at(-1);
    if (!run || !job)
      throw new ApiError('not_found', `Step ${which.jobId} of notification ${which.notificationId} was not found`);
    await assertPossible(ctx, run, job);
    const at = new Date();
    const created = await createResentRun(run.row, jobs, at);
    await prisma().work.create({
      data: {
        ...{ environmentId, ...created, lane: LANES.urgent, readyAt: at },
        addressAllowedAt: addressAllowedAt(ctx, at),
      },
    });
    const request = { actor: actorName(ctx.actor), at: at.toISOString(), note };
    const reason = (notification: string) => reasonFor('resend_requested', { ...request, notification });
    await recordRequest(environmentId, which, reason(created.notificationId), at);
    await recordRequest(environmentId, created, reason(which.notificationId), at);
    await audit(ctx, {
      action: 'messages.resend',
      resourceType: 'notifications',
      resourceId: which.notificationId,
      after: { step: which.jobId, notificationId: created.notificationId, reason: note },
    });
    announceWork();
    announceRuns(environmentId, 'created', () => [created.notificationId]);
    announceRuns(environmentId, 'changed', () => [which.notificationId]);
    return { acknowledged: true, notificationId: created.notificationId };
  });
}

/** Returns the step and the steps before it, in order. Empty if the run has no such step. */
async function jobsUpTo(environmentId: string, { notificationId, jobId }: StepOfRun): Promise<Job[]> {
  const orderBy = [{ position: 'asc' }, { id: 'asc' }] as const;
  const jobs = await prisma().job.findMany({ where: { environmentId, notificationId }, orderBy: [...orderBy] });
  return jobs.slice(0, jobs.findIndex(({ id }) => id === jobId) + 1);
}

async function assertPossible({ environmentId }: Ctx, run: LockedRun, job: Job): Promise<void> {
  const { row, template } = run;
  const status = job.status as JobStatus;
  if (isLive(status)) throw new ApiError('conflict', 'Cannot send again: the step has not ended yet');
  if (!canResend({ type: job.type as StepTypeName, status }))
    throw new ApiError('unprocessable', `Cannot send again: the ${status} ${job.type} step has no message to send`);
  const subscriber = await prisma().subscriber.findFirst({ where: { environmentId, id: row.subscriberId } });
  const whyNot = whyNoResend({ template, createdAt: row.createdAt, subscriber: subscriber ? {} : undefined });
  if (whyNot) throw new ApiError('unprocessable', whyNot);
  if (job.stepKey === null || !run.runnable)
    throw new ApiError('unprocessable', 'Cannot send again: the run’s steps were not recorded');
  // The new run would be newer than the removal of the mark, so everyone could read its content.
  if (!template.isSensitive && isSensitiveRun(template, row.id))
    throw new ApiError('unprocessable', 'Cannot send again: the workflow was marked as sensitive at that time');
  const underWay = await resendUnderWay(row, job);
  if (underWay !== undefined)
    throw new ApiError('conflict', 'The step is being sent again right now: open the new run to see its result', {
      extra: { notificationId: underWay },
    });
}

/**
 * Returns the ID of the run that sends the step again and is still in progress. The lock of the earlier run prevents a
 * second one in the meantime.
 */
async function resendUnderWay({ environmentId, id, subscriberId }: RunRow, job: Job): Promise<string | undefined> {
  const resendOf = { path: ['jobId'], equals: job.id };
  const where = { environmentId, subscriberId, id: { gt: id }, resendOf };
  const runs = await prisma().notification.findMany({ where, select: { id: true } });
  const work = { environmentId, notificationId: { in: runs.map((run) => run.id) } };
  return (await prisma().work.findFirst({ where: work }))?.notificationId;
}
