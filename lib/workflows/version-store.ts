/** The rows of workflow versions. */
import type { Actor } from '#lib/api/context.ts';
import { actorNames } from '#lib/audit-log/actor.ts';
import { newId } from '#lib/id.ts';
import { json, prisma } from '#lib/postgres/db.ts';
import type { WorkflowVersion } from '#prisma/generated/client.ts';
import type { VERSION_CAUSES, WorkflowDefinition } from './version-schema.ts';

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

/** Reads the newest versions below `before`, newest first. */
export async function selectVersions(
  environmentId: string,
  workflowId: string,
  { before, limit }: { before: number; limit: number },
): Promise<VersionRow[]> {
  const where = { environmentId, workflowId, version: { lt: before } };
  const rows = await prisma().workflowVersion.findMany({ where, orderBy: { version: 'desc' }, take: limit });
  return rows as (WorkflowVersion & VersionRow)[];
}
