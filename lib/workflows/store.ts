/**
 * Writes workflows in the transaction of the save. A raw statement locks a workflow, because Prisma has no row locks.
 */

import { newId } from '#lib/id.ts';
import { json, jsonOrNull, lock, prisma, query } from '#lib/postgres/db.ts';
import { literal } from '#lib/postgres/sql.ts';
import type { WorkflowReference } from './reference.ts';
import { copyStepsUnauthored, type StepsWrite, saveSteps } from './step-store.ts';

/** A workflow that no other transaction can save until the end of this transaction. */
export interface LockedWorkflow {
  id: string;
  version: number;
}

/**
 * Locks the workflow that `reference` names. Read its data after this call. The lock does not block new preferences of
 * the workflow.
 */
export async function lockWorkflowRow(
  environmentId: string,
  reference: WorkflowReference,
): Promise<LockedWorkflow | undefined> {
  const [row] = await query<LockedWorkflow>(
    'workflows-lock',
    `SELECT w.id, w.version FROM workflows w
     WHERE w.environment_id = $1 AND w.deleted_at IS NULL AND (w.id = $2 OR w.identifier = $3)
     ORDER BY (w.id = $2) DESC NULLS LAST LIMIT 1 FOR NO KEY UPDATE`,
    [environmentId, reference.id ?? null, reference.identifier],
  );
  return row;
}

/** Prevents other transactions from copying workflows with this identifier within the organization. */
export async function lockIdentifier(organizationId: string, identifier: string): Promise<void> {
  await lock(`workflows ${organizationId} ${identifier}`);
}

export interface WorkflowWrite extends StepsWrite {
  userId: string | null;
}

/** Inserts a workflow as version 1 in the environment's general group. Returns false if its identifier is taken. */
export async function insertWorkflow(write: WorkflowWrite): Promise<boolean> {
  const { environmentId, id, definition, userId, at } = write;
  const made = {
    environmentId,
    id,
    identifier: definition.workflowId,
    version: 1,
    notificationGroupId: await generalGroup(environmentId),
    createdById: userId,
    createdAt: at,
  };
  const { count } = await prisma().workflow.createMany({ data: { ...made, ...saved(write) }, skipDuplicates: true });
  if (count === 0) return false;
  await saveSteps(write);
  return true;
}

/** Stores the definition as the next version and returns its number. Requires `lockWorkflow`. */
export async function updateWorkflow(write: WorkflowWrite): Promise<number> {
  const { version } = await prisma().workflow.update({
    where: placeOf(write),
    data: { ...saved(write), version: { increment: 1 } },
    select: { version: true },
  });
  await saveSteps(write);
  return version;
}

/** Returns the columns that every save sets. */
function saved({ definition, computed, userId, at }: WorkflowWrite) {
  const { name, description, tags, active, validatePayload, isTranslationEnabled, severity } = definition;
  return {
    ...{ name, description, tags, active, validatePayload, isTranslationEnabled, severity },
    payloadSchema: jsonOrNull(definition.payloadSchema),
    defaultPreferences: json(definition.preferences.workflow),
    userPreferences: jsonOrNull(definition.preferences.user),
    issues: jsonOrNull(computed.issues),
    updatedById: userId,
    updatedAt: at,
  };
}

interface WorkflowPlace {
  environmentId: string;
  id: string;
}

function placeOf({ environmentId, id }: WorkflowPlace) {
  return { environmentId_id: { environmentId, id } };
}

/** Hides the workflow and frees its identifier. Records that refer to it stay. */
export async function markDeleted(
  environmentId: string,
  id: string,
  { userId, at }: Pick<WorkflowWrite, 'userId' | 'at'>,
): Promise<void> {
  const data = { deletedAt: at, deletedById: userId };
  await prisma().workflow.updateMany({ where: { environmentId, id }, data });
}

/** Records that the workflow was copied to or from another environment. */
export async function markPublished(
  environmentId: string,
  id: string,
  { userId, at }: Pick<WorkflowWrite, 'userId' | 'at'>,
): Promise<void> {
  const data = { lastPublishedAt: at, lastPublishedById: userId };
  await prisma().workflow.updateMany({ where: { environmentId, id }, data });
}

/**
 * Copies the fields that are not authored: the origin, and for each step with the same `stepId` its conditions and its
 * behaviour on failure.
 */
export async function copyUnauthored(original: WorkflowPlace, copy: WorkflowPlace): Promise<void> {
  const { environmentId, id } = original;
  const owned = await prisma().workflow.findFirst({
    where: { environmentId, id },
    select: { origin: true },
  });
  if (!owned) return;
  await prisma().workflow.update({ where: placeOf(copy), data: owned });
  await copyStepsUnauthored(
    { environmentId, workflowId: id },
    { environmentId: copy.environmentId, workflowId: copy.id },
  );
}

/** Returns the identifiers of the environment that start with `prefix`. */
export async function identifiersLike(environmentId: string, prefix: string): Promise<Set<string>> {
  const where = { environmentId, deletedAt: null, identifier: { startsWith: literal(prefix) } };
  const rows = await prisma().workflow.findMany({ where, select: { identifier: true } });
  return new Set(rows.map(({ identifier }) => identifier));
}

/** Finds the group of new workflows, because every workflow must be in one. Creates it if the environment has none. */
async function generalGroup(environmentId: string): Promise<string> {
  const { notificationGroup } = prisma();
  const general = { environmentId, name: 'General' };
  const found =
    (await notificationGroup.findFirst({ where: general })) ??
    (await notificationGroup.findFirst({ where: { environmentId }, orderBy: { id: 'asc' } }));
  if (found) return found.id;
  await notificationGroup.createMany({ data: { id: newId(), ...general }, skipDuplicates: true });
  return (await notificationGroup.findFirstOrThrow({ where: general })).id;
}
