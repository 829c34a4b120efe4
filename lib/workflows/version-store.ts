/** The rows of versions. */
import type { Actor } from '#lib/api/context.ts';
import { actorNames } from '#lib/audit-log/actor.ts';
import { newId } from '#lib/id.ts';
import { json, prisma } from '#lib/postgres/db.ts';
import type { WorkflowVersion } from '#prisma/generated/client.ts';
import type { VERSION_CAUSES, WorkflowDefinition } from './schema.ts';

export type VersionCause = (typeof VERSION_CAUSES)[number];

export type VersionRow = Omit<WorkflowVersion, 'cause' | 'definition'> & {
  cause: VersionCause;
  definition: WorkflowDefinition;
};

export interface VersionWrite {
  environmentId: string;
  workflowId: string;
  version: number;
  cause: VersionCause;
  definition: WorkflowDefinition;
  at: Date;
}

/** Stores the version that `actor` just saved. */
export async function insertVersion({ at, definition, ...write }: VersionWrite, actor: Actor): Promise<void> {
  const { actorLabel } = await actorNames(actor);
  const userId = actor.type === 'user' ? actor.userId : null;
  const kept = { id: newId(at), ...write, definition: json(definition), createdAt: at };
  await prisma().workflowVersion.create({ data: { ...kept, actorLabel, userId } });
}

/**
 * Stores the current state of a workflow that is older than the feature of versions, as if its last change had saved
 * it, so that it is never lost.
 */
export async function keepUnversioned({ definition, ...place }: Omit<VersionWrite, 'cause' | 'at'>): Promise<void> {
  if (await prisma().workflowVersion.findFirst({ where: place, select: { id: true } })) return;
  const { environmentId, workflowId, version } = place;
  const workflow = await prisma().workflow.findFirst({ where: { environmentId, id: workflowId } });
  if (!workflow) return;
  const { updatedById, updatedAt } = workflow;
  const user = updatedById === null ? null : await prisma().user.findFirst({ where: { id: updatedById } });
  const data = {
    id: newId(),
    ...place,
    cause: version <= 1 ? 'create' : 'update',
    definition: json(definition),
    actorLabel: user?.email ?? 'Unknown',
    userId: user?.id ?? null,
    createdAt: updatedAt,
  };
  await prisma().workflowVersion.createMany({ data, skipDuplicates: true });
}

/** The newest versions below `before`, newest first. */
export async function selectVersions(
  environmentId: string,
  workflowId: string,
  { before, limit }: { before: number; limit: number },
): Promise<VersionRow[]> {
  const where = { environmentId, workflowId, version: { lt: before } };
  const rows = await prisma().workflowVersion.findMany({ where, orderBy: { version: 'desc' }, take: limit });
  return rows as (WorkflowVersion & VersionRow)[];
}
