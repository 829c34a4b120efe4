/**
 * Requeues a failed step, for a retry of one step and for recoveries. A raw statement: row locks, in the same order as
 * in cancellations and workers.
 */
import { transition } from '#lib/engine/job-status.ts';
import type { Lane } from '#lib/engine/queue/work.ts';
import { forgetFailures, forgetOutcome } from '#lib/engine/record/outcome-counts.ts';
import { idTime } from '#lib/id.ts';
import type { JobStatus } from '#lib/notifications/status/job-statuses.ts';
import { hotQuery, json, prisma } from '#lib/postgres/db.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import { recordRequest, type StepOfRun } from './locked-run.ts';

/**
 * Whether no worker holds a step of the run. A worker that holds another step has read the failed step as failed, and
 * would end the run without a retry. The lock prevents claims of the other steps until the transaction ends.
 */
export async function isIdle(environmentId: string, notificationId: string): Promise<boolean> {
  const work = await hotQuery<{ worker_id: string | null }>(
    'notifications-retry-work',
    'SELECT worker_id FROM work WHERE environment_id = $1 AND notification_id = $2 ORDER BY job_id FOR UPDATE',
    [environmentId, notificationId],
  );
  return work.every(({ worker_id }) => worker_id === null);
}

export interface RetryRequest {
  at: Date;
  /** The person or program that requested the retry, as the timeline names it. */
  actor: string;
  /** The reason that the person entered. */
  note: string | undefined;
  lane: Lane;
  addressAllowedAt: Date | null;
}

/**
 * Requeues the failed step, and removes the outcome of its run. The caller holds the lock of the run, which is idle.
 */
export async function requeueFailed(
  environmentId: string,
  which: StepOfRun,
  { at, actor, note, lane, addressAllowedAt }: RetryRequest,
): Promise<void> {
  const { notificationId, jobId } = which;
  await queueAgain(environmentId, which, { status: transition('failed', 'queued'), at, actor, note });
  await forgetOutcome(environmentId, notificationId);
  const messages = await prisma().message.findMany({ where: { environmentId, notificationId, jobId }, select: STATE });
  await forgetFailures(environmentId, messages);
  await prisma().work.create({
    data: {
      ...{ environmentId, jobId, notificationId, lane, readyAt: at, addressAllowedAt },
      firstClaimedAt: firstClaim(messages) ?? null,
    },
  });
}

/** Returns the time with which the IDs of a step's messages begin, so that a retry creates the same IDs. */
export function firstClaim([first]: readonly { id: string }[]): Date | undefined {
  return first && idTime(first.id);
}

/** Records in the step and its timeline that the step was requeued on request. */
export async function queueAgain(
  environmentId: string,
  which: StepOfRun,
  { status, at, actor, note }: Pick<RetryRequest, 'at' | 'actor' | 'note'> & { status: JobStatus },
): Promise<void> {
  const { notificationId, jobId } = which;
  const reason = reasonFor('retry_requested', { actor, at: at.toISOString(), note });
  await prisma().job.updateMany({
    where: { environmentId, notificationId, id: jobId },
    data: { status, reason: json(reason), attempts: 0, dueAt: at, updatedAt: at },
  });
  await recordRequest(environmentId, which, reason, at);
}

/** The fields that decide whether a message counts as failed. */
const STATE = { id: true, integrationId: true, status: true, reason: true } as const;
