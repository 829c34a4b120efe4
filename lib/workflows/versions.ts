import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { isStale } from '#lib/api/etag.ts';
import type { RawJson } from '#lib/api/operation.ts';
import { transaction } from '#lib/postgres/db.ts';
import { changesBetween } from './changes.ts';
import type { WorkflowRecord } from './query.ts';
import { requireWorkflow } from './require-workflow.ts';
import { restored } from './restored.ts';
import { type LockedWorkflow, lockWorkflow, saveVersion } from './save.ts';
import { stepsShownTo } from './secrets.ts';
import { workflowReply } from './text.ts';
import type {
  ListVersionsQuery,
  WorkflowDefinition,
  WorkflowVersion,
  WorkflowVersionDetail,
  WorkflowVersionPage,
} from './version-schema.ts';
import { selectVersions, type VersionRow } from './version-store.ts';
import { authorOf, NEWEST, requireVersion, versionPage, versionWire } from './version-wire.ts';

/**
 * Lists the versions of a workflow, newest first. `after` is the number of a version.
 *
 * @throws ApiError `not_found`.
 */
export async function listVersions(
  ctx: Ctx,
  workflowId: string,
  query: ListVersionsQuery,
): Promise<WorkflowVersionPage> {
  const workflow = await requireWorkflow(ctx, workflowId);
  return versionPage(
    query,
    (slice) => selectVersions(ctx.environmentId, workflow.id, slice),
    (row, before) => shownVersion(ctx, row, before, workflow),
  );
}

/**
 * Returns one version with the whole definition.
 * @throws ApiError `not_found`.
 */
export async function getVersion(ctx: Ctx, workflowId: string, version: number): Promise<WorkflowVersionDetail> {
  const workflow = await requireWorkflow(ctx, workflowId);
  const [row, before] = await versionOf(ctx, workflow, version);
  return { ...shownVersion(ctx, row, before, workflow), definition: shownDefinition(ctx, row.definition) };
}

/**
 * Restores the content of an earlier version as a new version. The workflow stays active or inactive.
 *
 * @throws ApiError `not_found`; `precondition_failed` if the workflow changed since `ifMatch`.
 */
export async function restoreVersion(
  ctx: Ctx,
  workflowId: string,
  version: number,
  ifMatch?: string,
): Promise<RawJson> {
  return transaction(async () => {
    const locked = await lockWorkflow(ctx, workflowId);
    await assertCurrentVersion(ctx, locked, ifMatch);
    const [row] = await versionOf(ctx, locked.record, version);
    await saveVersion(ctx, locked, restored(row.definition, locked.definition), { cause: 'restore' });
    return workflowReply(ctx, locked.record.id);
  });
}

/**
 * Rejects a save by a caller who has not seen the current version. The error lists the changes since the version they saw.
 *
 * @param ifMatch the request's If-Match.
 * @throws ApiError `precondition_failed`.
 */
export async function assertCurrentVersion(
  ctx: Ctx,
  { record, definition }: LockedWorkflow,
  ifMatch?: string,
): Promise<void> {
  if (!isStale(ifMatch, record.version)) return;
  const [latest] = await selectVersions(ctx.environmentId, record.id, { before: NEWEST, limit: 1 });
  const seen = await seenDefinition(ctx, record.id, ifMatch);
  throw new ApiError('precondition_failed', 'The workflow has changed since you loaded it', {
    extra: {
      currentVersion: record.version,
      changedBy: latest ? authorOf(latest) : { label: 'Unknown' },
      changedAt: latest ? latest.createdAt.toISOString() : record.updatedAt,
      changes: seen ? changesBetween(shownDefinition(ctx, seen), shownDefinition(ctx, definition)) : [],
    },
  });
}

async function seenDefinition(ctx: Ctx, id: string, ifMatch = ''): Promise<WorkflowDefinition | undefined> {
  const [, seen] = /^(?:W\/)?"(\d{1,9})"$/.exec(ifMatch.trim()) ?? [];
  if (seen === undefined) return undefined;
  const [row] = await selectVersions(ctx.environmentId, id, { before: Number(seen) + 1, limit: 1 });
  return row?.version === Number(seen) ? row.definition : undefined;
}

function versionOf(ctx: Ctx, { id }: WorkflowRecord, version: number): Promise<[VersionRow, VersionRow | undefined]> {
  return requireVersion('workflow', version, (slice) => selectVersions(ctx.environmentId, id, slice));
}

function shownVersion(
  ctx: Ctx,
  row: VersionRow,
  before: VersionRow | undefined,
  workflow: WorkflowRecord,
): WorkflowVersion {
  const [earlier, own] = [before?.definition, row.definition].map((each) => each && shownDefinition(ctx, each));
  return versionWire(row, workflow.version, earlier && own ? changesBetween(earlier, own) : []);
}

function shownDefinition(ctx: Ctx, definition: WorkflowDefinition): WorkflowDefinition {
  return { ...definition, steps: stepsShownTo(ctx, definition.steps) };
}
