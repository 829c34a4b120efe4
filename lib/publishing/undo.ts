/** A raw statement locks the publication, because Prisma has no row locks. */
import { isDeepStrictEqual } from 'node:util';
import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { keepVariables } from '#lib/environment-variables/lock.ts';
import { findLayout, hasOtherLayouts, lockLayouts, selectLayoutUses } from '#lib/layouts/query.ts';
import { namesLayout } from '#lib/layouts/reference.ts';
import { prisma, query, transaction } from '#lib/postgres/db.ts';
import { restored } from '#lib/workflows/restored.ts';
import { type LockedWorkflow, lockIfExists, saveVersion } from '#lib/workflows/save.ts';
import { deleteWorkflow } from '#lib/workflows/service.ts';
import { lockIdentifier } from '#lib/workflows/store.ts';
import type { WorkflowDefinition } from '#lib/workflows/version-schema.ts';
import { selectVersions } from '#lib/workflows/version-store.ts';
import type { PublishedItems, PublishedLayout, PublishedWorkflow } from './publication.ts';
import type { UndoResult } from './schema.ts';
import { restoreLayout } from './write-layout.ts';

/**
 * Restores the content that the target had before a publication. Workflows that the publication created are deleted, or
 * deactivated if they have been triggered. Items that changed since the publication stay, and are returned under
 * `refused`.
 *
 * @throws ApiError `not_found`; `bad_request` if the publication has already been undone.
 */
export async function undoPublication(
  ctx: Ctx,
  targetEnvironmentId: string,
  publicationId: string,
): Promise<UndoResult> {
  const target = await requireTarget(ctx, targetEnvironmentId);
  const there = { ...ctx, environmentId: target.id };
  return transaction(async () => {
    const items = await lockPublication(target.id, publicationId);
    await keepVariables(ctx.organizationId);
    const inOrder = items.workflows.toSorted((a, b) => (a.identifier < b.identifier ? -1 : 1));
    for (const { identifier } of inOrder) await lockIdentifier(ctx.organizationId, identifier);
    const result: UndoResult = { undone: [], refused: [] };
    for (const item of inOrder) note(result, 'workflow', item, await undoWorkflow(there, item));
    await lockLayouts(target.id);
    for (const item of await defaultLast(target.id, items.layouts))
      note(result, 'layout', item, await undoLayout(there, item));
    await prisma().publication.updateMany({
      where: { environmentId: target.id, id: publicationId },
      data: { undoneAt: new Date() },
    });
    await audit(there, {
      ...{ action: 'environments.undoPublish', resourceType: 'environments' },
      ...{ resourceId: target.id, resourceLabel: target.name },
      after: {
        undone: result.undone.map(({ id, action }) => `${id} ${action}`),
        refused: result.refused.map(({ id }) => id),
      },
    });
    return result;
  });
}

async function requireTarget({ organizationId }: Ctx, id: string): Promise<{ id: string; name: string }> {
  const target = await prisma().environment.findFirst({
    where: { id, organizationId },
    select: { id: true, name: true },
  });
  if (!target) throw new ApiError('not_found', `Environment ${id} not found`);
  return target;
}

async function lockPublication(environmentId: string, id: string): Promise<PublishedItems> {
  const [row] = await query<{ items: PublishedItems; undone: boolean }>(
    'publications-lock',
    `SELECT items, undone_at IS NOT NULL AS undone FROM publications WHERE environment_id = $1 AND id = $2 FOR NO KEY UPDATE`,
    [environmentId, id],
  );
  if (!row) throw new ApiError('not_found', `Publication ${id} not found`);
  if (row.undone) throw new ApiError('bad_request', 'This publication was already undone');
  return row.items;
}

/** The result for an item: an action, or the reason why it stays. */
type UndoOutcome = { action: UndoResult['undone'][number]['action'] } | { reason: string };

function note(
  result: UndoResult,
  type: 'workflow' | 'layout',
  { identifier: id, name }: PublishedWorkflow | PublishedLayout,
  outcome: UndoOutcome,
): void {
  if ('action' in outcome) result.undone.push({ type, id, name, ...outcome });
  else result.refused.push({ type, id, name, ...outcome });
}

async function undoWorkflow(there: Ctx, { id, action, version }: PublishedWorkflow): Promise<UndoOutcome> {
  const locked = await lockIfExists(there, { id, identifier: '' });
  if (!locked) return { reason: 'Deleted after the publication.' };
  const [published, previous] = await selectVersions(there.environmentId, id, { before: version + 1, limit: 2 });
  if (published?.version !== version || !isSame(locked, published.definition)) {
    const { updatedBy } = locked.record;
    const by = [updatedBy?.firstName, updatedBy?.lastName].filter(Boolean).join(' ');
    return {
      reason: `Changed after the publication${by && `, by ${by}`}. Restore a version on its page instead.`,
    };
  }
  if (action === 'created') return undoCreated(there, locked);
  if (!previous) return { reason: 'The earlier version is not stored.' };
  await saveVersion(there, locked, restored(previous.definition, locked.definition), { cause: 'restore' });
  return { action: 'restored' };
}

/** Whether the workflow has the content of a version. Deactivating a workflow does not change its content. */
function isSame({ definition }: LockedWorkflow, version: WorkflowDefinition): boolean {
  return isDeepStrictEqual(restored(version, definition), definition);
}

async function undoCreated(there: Ctx, locked: LockedWorkflow): Promise<UndoOutcome> {
  const { environmentId } = there;
  const { id } = locked.record;
  const hasRuns =
    locked.record.lastTriggeredAt !== null ||
    (await prisma().workflowSnapshot.findFirst({ where: { environmentId, workflowId: id }, select: { id: true } }));
  if (!hasRuns) {
    await deleteWorkflow(there, id);
    return { action: 'deleted' };
  }
  await saveVersion(there, locked, { ...locked.definition, active: false }, { cause: 'update' });
  return { action: 'paused' };
}

/** Returns the layouts with the default layout last, because it cannot be deleted while other layouts exist. */
async function defaultLast(environmentId: string, layouts: readonly PublishedLayout[]): Promise<PublishedLayout[]> {
  const standard = await prisma().layout.findFirst({ where: { environmentId, isDefault: true } });
  const isDefault = ({ identifier }: PublishedLayout) => Number(identifier === standard?.identifier);
  return layouts.toSorted((a, b) => isDefault(a) - isDefault(b));
}

async function undoLayout(there: Ctx, { identifier, version, action, before }: PublishedLayout): Promise<UndoOutcome> {
  const { environmentId } = there;
  const row = await findLayout(environmentId, identifier);
  if (!row) return { reason: 'Deleted after the publication.' };
  if (row.version !== version) return { reason: 'Changed after the publication.' };
  if (action === 'updated' && before) {
    await restoreLayout(there, row, before);
    return { action: 'restored' };
  }
  const uses = await selectLayoutUses(environmentId);
  const user = uses.find(({ named }) => named.some((name) => namesLayout(name, row)));
  if (user) return { reason: `“${user.name}” uses it.` };
  if (row.isDefault && (await hasOtherLayouts(environmentId, row.id))) return { reason: 'It is the default layout.' };
  await prisma().layout.deleteMany({ where: { environmentId, id: row.id } });
  await audit(there, {
    ...{ action: 'layouts.delete', resourceType: 'layouts', resourceId: row.id, resourceLabel: row.name },
    before: { layoutId: row.identifier, name: row.name, editorType: row.editorType, body: row.body },
  });
  return { action: 'deleted' };
}
