/** The common part of a manual retry and a resend: the lock of the run, and the record of the request. */
import type { Ctx } from '#lib/api/context.ts';
import { may } from '#lib/auth/may.ts';
import { lockRuns } from '#lib/engine/record/shared-run.ts';
import { retentionStart } from '#lib/environments/retention.ts';
import { ID_PATTERN, idFloor, newId } from '#lib/id.ts';
import { json, prisma } from '#lib/postgres/db.ts';
import { detailOf, type Reason } from '#lib/reasons/registry.ts';
import { lockWorkflowRow } from '#lib/workflows/store.ts';
import type { Notification } from '#prisma/generated/client.ts';

/** A run and one of its steps. */
export interface StepOfRun {
  notificationId: string;
  jobId: string;
}

/** The columns that a retry or a resend reads. They do not include the payload, which may be large. */
const ROW = {
  id: true,
  environmentId: true,
  subscriberId: true,
  snapshotId: true,
  ended: true,
  createdAt: true,
} as const;
export type RunRow = Pick<Notification, keyof typeof ROW>;

export interface LockedRun {
  row: RunRow;
  /** Whether the snapshot has the workflow settings that the steps need. */
  runnable: boolean;
  /** The current workflow: its deletion, its time limit for resending, and whether it is or was marked as sensitive. */
  template: {
    deletedAt: Date | null | undefined;
    resendWithinHours: number | null;
    isSensitive: boolean;
    sensitiveUntil: string | null;
  };
}

/**
 * Locks a run. Undefined if there is no such run, or if it is older than the environment's retention. Locks the
 * workflow first, in the same order as a deletion of the workflow. Otherwise a deletion at the same time would miss the
 * queued step.
 */
export async function lockRun(
  { environmentId }: Pick<Ctx, 'environmentId'>,
  notificationId: string,
): Promise<LockedRun | undefined> {
  const isKept = ID_PATTERN.test(notificationId) && notificationId >= idFloor(await retentionStart(environmentId));
  if (!isKept) return undefined;
  const where = { environmentId, id: notificationId };
  const found = await prisma().notification.findFirst({ where, select: { snapshotId: true } });
  if (!found) return undefined;
  const snapshot = await prisma().workflowSnapshot.findFirst({ where: { environmentId, id: found.snapshotId } });
  const workflowId = snapshot?.workflowId ?? '';
  await lockWorkflowRow(environmentId, { id: workflowId, identifier: workflowId });
  await lockRuns(environmentId, [notificationId]);
  const row = await prisma().notification.findFirst({ where, select: ROW });
  const select = { deletedAt: true, resendWithinHours: true, isSensitive: true, sensitiveUntil: true } as const;
  const workflow = await prisma().workflow.findFirst({ where: { environmentId, id: workflowId }, select });
  const template = workflow ?? {
    deletedAt: undefined,
    resendWithinHours: null,
    isSensitive: false,
    sensitiveUntil: null,
  };
  return row ? { row, runnable: snapshot?.settings != null, template } : undefined;
}

/** Returns the time up to which sensitive content may go to a changed address. Null for callers who may not see it. */
export function addressAllowedAt({ actor }: Pick<Ctx, 'actor'>, at: Date): Date | null {
  return may(actor, 'messages:content') ? at : null;
}

/** Records the request in the timeline of the step. */
export async function recordRequest(environmentId: string, step: StepOfRun, reason: Reason, at: Date): Promise<void> {
  await prisma().executionDetail.create({ data: { ...detailRow(environmentId, step, reason, at), isRetry: true } });
}

/** Returns the execution detail that records a reason in the timeline of a step. */
export function detailRow(environmentId: string, { notificationId, jobId }: StepOfRun, reason: Reason, at: Date) {
  return {
    ...{ id: newId(at), environmentId, notificationId, jobId },
    ...detailOf(reason),
    reason: json(reason),
    createdAt: at,
  };
}
