import type { Ctx } from '#lib/api/context.ts';
import { audit } from '#lib/audit-log/service.ts';
import { newId } from '#lib/id.ts';
import { findLayout, type LayoutRow } from '#lib/layouts/query.ts';
import { saveLayout, saveNewLayout } from '#lib/layouts/save.ts';
import type { LayoutEditor } from '#lib/layouts/schema.ts';
import type { PublishedLayout } from './publication.ts';
import type { SideLayout } from './side.ts';

type Content = Pick<SideLayout, 'name' | 'editorType' | 'body' | 'isTranslationEnabled'>;

/**
 * Creates or overwrites the layout with the same identifier, which gets one new version. It becomes the default only if
 * it is the environment's first layout. Requires `lockLayouts`.
 */
export async function writeLayout(
  there: Ctx,
  layout: Content & Pick<SideLayout, 'identifier'>,
): Promise<PublishedLayout> {
  const { identifier } = layout;
  const before = await findLayout(there.environmentId, identifier);
  const after = before
    ? await saveLayout(there, before, definitionOf(layout), 'sync')
    : await saveNewLayout(there, { id: newId(), identifier, ...definitionOf(layout), at: new Date() }, 'sync');
  if (!after) throw new Error(`The layout ${identifier} exists, although it was not found under the lock`);
  await auditLayout(there, before, after);
  const { id, name, version } = after;
  return {
    ...{ id, identifier, name, version, action: before ? 'updated' : 'created' },
    ...(before && { before: contentOf(before) }),
  };
}

/** Restores earlier content of a layout. Requires `lockLayouts`. */
export async function restoreLayout(there: Ctx, before: LayoutRow, content: Content): Promise<void> {
  const after = await saveLayout(there, before, definitionOf(content), 'restore');
  await auditLayout(there, before, after);
}

function definitionOf(content: Content) {
  const { editorType, ...rest } = contentOf(content);
  return { ...rest, editorType: editorType as LayoutEditor };
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
