import type { Ctx } from '#lib/api/context.ts';
import { differences } from '#lib/workflows/changes.ts';
import type { ListVersionsQuery } from '#lib/workflows/version-schema.ts';
import { requireVersion, versionPage, versionWire } from '#lib/workflows/version-wire.ts';
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
  query: ListVersionsQuery,
): Promise<LayoutVersionPage> {
  const layout = await requireLayout(ctx, layoutId);
  return versionPage(
    query,
    (slice) => selectLayoutVersions(ctx.environmentId, layout.id, slice),
    (row, before) => wire(row, before, layout),
  );
}

/**
 * Returns one version with the whole content.
 * @throws ApiError `not_found`.
 */
export async function getLayoutVersion(ctx: Ctx, layoutId: string, version: number): Promise<LayoutVersionDetail> {
  const layout = await requireLayout(ctx, layoutId);
  const [row, before] = await versionOf(ctx, layout, version);
  return { ...wire(row, before, layout), definition: row.definition };
}

/**
 * Restores the content of an earlier version as a new version. The identifier stays, and so does the choice of the
 * default layout.
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
    const [row] = await versionOf(ctx, before, version);
    return saveLayout(ctx, before, row.definition, 'restore');
  });
}

function versionOf(
  ctx: Ctx,
  { id }: LayoutRow,
  version: number,
): Promise<[LayoutVersionRow, LayoutVersionRow | undefined]> {
  return requireVersion('layout', version, (slice) => selectLayoutVersions(ctx.environmentId, id, slice));
}

function wire(row: LayoutVersionRow, before: LayoutVersionRow | undefined, layout: LayoutRow): LayoutVersion {
  // Compare in one order of keys, because JSONB reorders them.
  const [earlier, own] = [before?.definition, row.definition].map((each) => each && definitionOf(each));
  return versionWire(row, layout.version, earlier && own ? differences([], earlier, own) : []);
}
