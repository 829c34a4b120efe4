import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { differences } from '#lib/workflows/changes.ts';
import type { ListVersionsQuery } from '#lib/workflows/schema.ts';
import { readVersionCursor, versionWire } from '#lib/workflows/version-wire.ts';
import type { LayoutRow } from './query.ts';
import { saveLayout } from './save.ts';
import type { LayoutVersion, LayoutVersionDetail, LayoutVersionPage } from './schema.ts';
import { assertCurrentVersion, changeLayout, requireLayout, type VersionedLayout } from './service.ts';
import { definitionOf, type LayoutVersionRow, selectLayoutVersions } from './version-store.ts';

/**
 * Lists the versions of a layout, newest first. `after` is the number of a version.
 * @throws ApiError `not_found`.
 */
export async function listLayoutVersions(
  ctx: Ctx,
  layoutId: string,
  { limit, after }: ListVersionsQuery,
): Promise<LayoutVersionPage> {
  const layout = await requireLayout(ctx, layoutId);
  const before = readVersionCursor(after);
  if (before === undefined) return { data: [], next: null };
  const rows = await selectLayoutVersions(ctx.environmentId, layout.id, { before, limit: limit + 1 });
  const data = rows.slice(0, limit).map((row, at) => wire(row, rows[at + 1], layout));
  return { data, next: rows.length > limit ? String(data.at(-1)?.version) : null };
}

/**
 * Returns one version with the whole content.
 * @throws ApiError `not_found`.
 */
export async function getLayoutVersion(ctx: Ctx, layoutId: string, version: number): Promise<LayoutVersionDetail> {
  const layout = await requireLayout(ctx, layoutId);
  const [row, before] = await requireVersion(ctx, layout, version);
  return { ...wire(row, before, layout), definition: row.definition };
}

/**
 * Restores the content of an earlier version as a new version. The identifier and the default stay.
 * @throws ApiError `not_found`; `precondition_failed` if the layout changed since `ifMatch`.
 */
export function restoreLayoutVersion(
  ctx: Ctx,
  layoutId: string,
  version: number,
  ifMatch?: string,
): Promise<VersionedLayout> {
  return changeLayout(ctx, layoutId, 'layouts.restore', async (before) => {
    assertCurrentVersion(before, ifMatch);
    const [row] = await requireVersion(ctx, before, version);
    return saveLayout(ctx, before, row.definition, 'restore');
  });
}

async function requireVersion(
  ctx: Ctx,
  { id }: LayoutRow,
  version: number,
): Promise<[LayoutVersionRow, LayoutVersionRow | undefined]> {
  const [row, before] = await selectLayoutVersions(ctx.environmentId, id, { before: version + 1, limit: 2 });
  if (row?.version === version) return [row, before];
  throw new ApiError('not_found', `The layout has no version ${version}`);
}

function wire(row: LayoutVersionRow, before: LayoutVersionRow | undefined, layout: LayoutRow): LayoutVersion {
  // JSONB has its own order of keys.
  const [earlier, own] = [before?.definition, row.definition].map((each) => each && definitionOf(each));
  return versionWire(row, layout.version, earlier && own ? differences([], earlier, own) : []);
}
