import type { Ctx } from '#lib/api/context.ts';
import { ApiError, fieldError } from '#lib/api/errors.ts';
import type { RawJson } from '#lib/api/operation.ts';
import { prisma, transaction } from '#lib/postgres/db.ts';
import { withNewSteps } from './definition.ts';
import { isEnvironmentOf } from './query.ts';
import { requireWorkflow } from './require-workflow.ts';
import { requireRightToPublish } from './right-to-publish.ts';
import { type LockedWorkflow, lockIfExists, lockWorkflow, saveNew, saveVersion, userIdOf } from './save.ts';
import type { SyncWorkflowBody } from './schema.ts';
import { copyUnauthored, lockIdentifier, markPublished } from './store.ts';
import { workflowReply } from './text.ts';
import { changeSettings } from './unversioned.ts';
import type { WorkflowDefinition } from './version-schema.ts';

/**
 * Copies a workflow to another environment of the organization. A workflow with the same identifier there is
 * overwritten; otherwise a workflow is created. Steps with the same `stepId` keep the `_id` that they have there. An
 * overwritten workflow stays active or inactive. Both workflows are marked as published at the current time.
 *
 * @returns the workflow of the other environment.
 * @throws ApiError `not_found`; `forbidden` for an environment of another organization and for an API key without the
 * right to publish; `unprocessable` for the same environment.
 */
export async function syncWorkflow(
  ctx: Ctx,
  workflowId: string,
  { targetEnvironmentId }: SyncWorkflowBody,
): Promise<RawJson> {
  const { identifier } = await requireWorkflow(ctx, workflowId);
  await assertTarget(ctx, targetEnvironmentId);
  const there = { ...ctx, environmentId: targetEnvironmentId };
  return transaction(async () => {
    // Lock the identifier before the rows: otherwise two copies in opposite directions would deadlock.
    await lockIdentifier(ctx.organizationId, identifier);
    const source = await lockWorkflow(ctx, workflowId);
    const id = await copyLocked(ctx, there, source);
    return workflowReply(there, id);
  });
}

/**
 * Copies a workflow inside a transaction that has locked its identifier and its row. The workflow in the other
 * environment stays active or inactive, because copying content must not switch delivery off or on.
 *
 * @param source the content that is written, which may name other layouts than the stored content.
 * @returns the workflow's ID in the other environment.
 */
export async function copyLocked(ctx: Ctx, there: Ctx, { record, definition }: LockedWorkflow): Promise<string> {
  const { name } = await prisma().environment.findFirstOrThrow({
    where: { id: ctx.environmentId },
    select: { name: true },
  });
  const id = await copyTo(there, definition, name);
  await copyUnauthored({ ...ctx, id: record.id }, { ...there, id });
  await copySettings(there, id, record);
  const mark = { userId: userIdOf(ctx), at: new Date() };
  await markPublished(ctx.environmentId, record.id, mark);
  await markPublished(there.environmentId, id, mark);
  return id;
}

async function assertTarget(ctx: Ctx, targetEnvironmentId: string): Promise<void> {
  if (targetEnvironmentId === ctx.environmentId) {
    throw fieldError('targetEnvironmentId', 'must differ from the environment of the workflow');
  }
  requireRightToPublish(ctx);
  if (await isEnvironmentOf(ctx.organizationId, targetEnvironmentId)) return;
  throw new ApiError('forbidden', 'You have no access to this environment');
}

/**
 * Copies the settings that are set, and never clears a setting in the other environment, so that its earlier content
 * stays withheld. Tracking is not copied: each environment decides.
 */
async function copySettings(there: Ctx, id: string, record: LockedWorkflow['record']): Promise<void> {
  const isSensitive = record.isSensitive || undefined;
  const resendWithinHours = record.resendWithinHours ?? undefined;
  if (isSensitive === undefined && resendWithinHours === undefined) return;
  const copy = await lockIfExists(there, { id, identifier: '' });
  if (copy) await changeSettings(there, copy.record, { isSensitive, resendWithinHours });
}

/** Copies the definition. If another transaction creates the identifier first, that workflow is overwritten. */
async function copyTo(there: Ctx, definition: WorkflowDefinition, source: string): Promise<string> {
  // Find by identifier only: an identifier in the form of an ID must not select another workflow.
  const target = await lockIfExists(there, { id: undefined, identifier: definition.workflowId });
  if (target) return copyOver(there, target, definition, source);
  const id = await saveNew(there, withNewSteps(definition), 'sync', source);
  return id ?? copyTo(there, definition, source);
}

async function copyOver(
  there: Ctx,
  target: LockedWorkflow,
  definition: WorkflowDefinition,
  source: string,
): Promise<string> {
  const known = new Map(target.definition.steps.map((step) => [step.stepId, step._id]));
  const { steps } = withNewSteps(definition);
  const matched = steps.map((step) => ({ ...step, _id: known.get(step.stepId) ?? step._id }));
  const { active } = target.definition;
  await saveVersion(there, target, { ...definition, active, steps: matched }, { cause: 'sync', source });
  return target.record.id;
}
