/** The rows of layout versions. */
import type { Actor } from '#lib/api/context.ts';
import { actorNames } from '#lib/audit-log/actor.ts';
import { newId } from '#lib/id.ts';
import { json, prisma } from '#lib/postgres/db.ts';
import type { VersionCause } from '#lib/workflows/version-store.ts';
import type { LayoutVersion as StoredVersion } from '#prisma/generated/client.ts';
import type { LayoutRow } from './query.ts';
import type { LayoutDefinition } from './schema.ts';

export type LayoutVersionRow = Omit<StoredVersion, 'definition'> & { definition: LayoutDefinition };

/** Returns the content of a layout. */
export function definitionOf({ name, editorType, body, isTranslationEnabled }: LayoutDefinition): LayoutDefinition {
  return { name, editorType, body, isTranslationEnabled };
}

/** Stores the version that `actor` just saved. */
export async function insertLayoutVersion(
  environmentId: string,
  { id, version, updatedAt, ...content }: LayoutRow,
  cause: VersionCause,
  actor: Actor,
): Promise<void> {
  const { actorLabel } = await actorNames(actor);
  const userId = actor.type === 'user' ? actor.userId : null;
  const author = { actorLabel, userId };
  await insert({ environmentId, layoutId: id, version, cause, ...author, at: updatedAt }, definitionOf(content));
}

/** Stores the current content of a layout as a version, if the layout was last saved before layouts had versions. */
export async function keepUnversioned(environmentId: string, layout: LayoutRow): Promise<void> {
  const { id: layoutId, version, updatedAt, updatedBy } = layout;
  if (await prisma().layoutVersion.findFirst({ where: { environmentId, layoutId }, select: { id: true } })) return;
  const author = { actorLabel: updatedBy?.email ?? 'Unknown', userId: updatedBy?.id ?? null };
  await insert({ environmentId, layoutId, version, cause: 'update', ...author, at: updatedAt }, definitionOf(layout));
}

type VersionWrite = Pick<StoredVersion, 'environmentId' | 'layoutId' | 'version' | 'actorLabel' | 'userId'> & {
  cause: VersionCause;
  at: Date;
};

async function insert({ at, ...write }: VersionWrite, definition: LayoutDefinition): Promise<void> {
  await prisma().layoutVersion.create({
    data: { id: newId(at), ...write, definition: json(definition), createdAt: at },
  });
}

/** Reads the newest versions below `before`, newest first. */
export async function selectLayoutVersions(
  environmentId: string,
  layoutId: string,
  { before, limit }: { before: number; limit: number },
): Promise<LayoutVersionRow[]> {
  const where = { environmentId, layoutId, version: { lt: before } };
  const rows = await prisma().layoutVersion.findMany({ where, orderBy: { version: 'desc' }, take: limit });
  return rows as (StoredVersion & LayoutVersionRow)[];
}
