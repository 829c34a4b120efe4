import type { Ctx } from '#lib/api/context.ts';
import { audit } from '#lib/audit-log/service.ts';
import { newId } from '#lib/id.ts';
import { findLayout, insertLayout, type LayoutRow, updateLayoutRow } from '#lib/layouts/query.ts';
import type { LayoutEditor } from '#lib/layouts/schema.ts';
import { userIdOf } from '#lib/workflows/save.ts';
import type { PublishedLayout } from './publication.ts';
import type { SideLayout } from './side.ts';

type Content = Pick<SideLayout, 'name' | 'editorType' | 'body' | 'isTranslationEnabled'>;

/** Creates or overwrites the layout with the same identifier. It never becomes the default, unless it is the first one. Requires `lockLayouts`. */
export async function writeLayout(
  there: Ctx,
  layout: Content & Pick<SideLayout, 'identifier'>,
): Promise<PublishedLayout> {
  const { identifier } = layout;
  const before = await findLayout(there.environmentId, identifier);
  const after = before
    ? await updateLayoutRow(there.environmentId, before.id, writeOf(there, layout))
    : await insertLayout(there.environmentId, { id: newId(), identifier, ...writeOf(there, layout) });
  if (!after) throw new Error(`The layout ${identifier} exists, although it was not found under the lock`);
  await auditLayout(there, before, after);
  const { id, name, version } = after;
  return {
    ...{ id, identifier, name, version, action: before ? 'updated' : 'created' },
    ...(before && { before: contentOf(before) }),
  };
}

/** Gives a layout earlier content back. Requires `lockLayouts`. */
export async function restoreLayout(there: Ctx, before: LayoutRow, content: Content): Promise<void> {
  const after = await updateLayoutRow(there.environmentId, before.id, writeOf(there, content));
  await auditLayout(there, before, after);
}

function writeOf(ctx: Ctx, content: Content) {
  const { editorType, ...rest } = contentOf(content);
  return { ...rest, editorType: editorType as LayoutEditor, userId: userIdOf(ctx), at: new Date() };
}

async function auditLayout(ctx: Ctx, before: LayoutRow | undefined, after: LayoutRow): Promise<void> {
  const { id, name, identifier } = after;
  await audit(ctx, {
    action: before ? 'layouts.update' : 'layouts.create',
    ...{ resourceType: 'layouts', resourceId: id, resourceLabel: name },
    ...(before && { before: { layoutId: identifier, ...contentOf(before) } }),
    after: { layoutId: identifier, ...contentOf(after) },
  });
}

function contentOf({ name, editorType, body, isTranslationEnabled }: Content): Content {
  return { name, editorType, body, isTranslationEnabled };
}
