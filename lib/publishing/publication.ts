/** The record of a publication. */
import type { Ctx } from '#lib/api/context.ts';
import { actorNames } from '#lib/audit-log/actor.ts';
import { newId } from '#lib/id.ts';
import { json, prisma } from '#lib/postgres/db.ts';
import type { EnvironmentDiff } from './schema.ts';
import type { SideLayout } from './side.ts';

export interface PublishedWorkflow {
  /** Workflow.id in the target. */
  id: string;
  identifier: string;
  name: string;
  action: 'created' | 'updated';
  /** Workflow.version after publishing. */
  version: number;
}

export interface PublishedLayout {
  /** Layout.id in the target. */
  id: string;
  identifier: string;
  name: string;
  action: 'created' | 'updated';
  /** Layout.version after publishing. */
  version: number;
  /** The content that was replaced. */
  before?: Pick<SideLayout, 'name' | 'editorType' | 'body' | 'isTranslationEnabled'>;
}

export interface PublishedItems {
  workflows: PublishedWorkflow[];
  layouts: PublishedLayout[];
}

/**
 * Stores the publication to the environment of `ctx`, in the transaction of its writes. @returns the publication's ID.
 */
export async function insertPublication(
  { actor, environmentId }: Ctx,
  sourceEnvironmentId: string,
  items: PublishedItems,
): Promise<string> {
  const createdAt = new Date();
  const id = newId(createdAt);
  const { actorLabel } = await actorNames(actor);
  await prisma().publication.create({
    data: { id, environmentId, sourceEnvironmentId, actorLabel, items: json(items), createdAt },
  });
  return id;
}

/** Returns the newest publication to an environment, unless it was undone. */
export async function lastPublication(environmentId: string): Promise<EnvironmentDiff['lastPublication']> {
  const row = await prisma().publication.findFirst({ where: { environmentId }, orderBy: { id: 'desc' } });
  if (!row || row.undoneAt) return undefined;
  const { workflows, layouts } = row.items as unknown as PublishedItems;
  return {
    _id: row.id,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.actorLabel,
    _sourceEnvironmentId: row.sourceEnvironmentId,
    workflows: workflows.length,
    layouts: layouts.length,
    created: { workflows: createdOf(workflows), layouts: createdOf(layouts) },
  };
}

function createdOf(items: readonly { action: 'created' | 'updated' }[]): number {
  return items.filter(({ action }) => action === 'created').length;
}
