import { isDeepStrictEqual } from 'node:util';
import type { Ctx } from '#lib/api/context.ts';
import { userIdOf } from '#lib/workflows/save.ts';
import type { VersionCause } from '#lib/workflows/version-store.ts';
import { insertLayout, type LayoutRow, updateLayoutRow } from './query.ts';
import type { LayoutDefinition } from './schema.ts';
import { definitionOf, insertLayoutVersion, keepUnversioned } from './version-store.ts';

/**
 * Stores a new layout with its first version. Requires `lockLayouts`.
 * @returns undefined if the identifier is taken.
 */
export async function saveNewLayout(
  ctx: Ctx,
  { id, identifier, at, ...content }: LayoutDefinition & { id: string; identifier: string; at: Date },
  cause: VersionCause,
): Promise<LayoutRow | undefined> {
  const write = { id, identifier, ...definitionOf(content), userId: userIdOf(ctx), at };
  const row = await insertLayout(ctx.environmentId, write);
  if (row) await insertLayoutVersion(ctx.environmentId, row, cause, ctx.actor);
  return row;
}

/**
 * Stores content as the next version of a layout. Writes nothing and returns `before` if the content is unchanged. Requires
 * `lockLayouts`.
 */
export async function saveLayout(
  ctx: Ctx,
  before: LayoutRow,
  content: LayoutDefinition,
  cause: VersionCause,
): Promise<LayoutRow> {
  const definition = definitionOf(content);
  if (isDeepStrictEqual(definition, definitionOf(before))) return before;
  const { environmentId } = ctx;
  await keepUnversioned(environmentId, before);
  const write = { ...definition, userId: userIdOf(ctx), at: new Date() };
  const row = await updateLayoutRow(environmentId, before.id, write);
  await insertLayoutVersion(environmentId, row, cause, ctx.actor);
  return row;
}
