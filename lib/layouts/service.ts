import type { Ctx } from '#lib/api/context.ts';
import { ApiError, fieldError } from '#lib/api/errors.ts';
import { isStale, tagged } from '#lib/api/etag.ts';
import type { RawJson } from '#lib/api/operation.ts';
import { audit } from '#lib/audit-log/service.ts';
import { newId } from '#lib/id.ts';
import { prisma, transaction } from '#lib/postgres/db.ts';
import { slugify } from '#lib/text/slug.ts';
import { contentProblems } from './content.ts';
import {
  defaultName,
  findLayout,
  hasOtherLayouts,
  type LayoutRow,
  lockLayouts,
  moveDefault,
  selectLayouts,
  selectLayoutUses,
} from './query.ts';
import { saveLayout, saveNewLayout } from './save.ts';
import type {
  CreateLayoutBody,
  DuplicateLayoutBody,
  Layout,
  LayoutContent,
  LayoutPage,
  LayoutUsage,
  ListLayoutsQuery,
  UpdateLayoutBody,
} from './schema.ts';
import { starterContent } from './starter.ts';
import { layoutListItem, layoutWire, usageOf } from './wire.ts';

/** A layout with the version for its ETag. */
export interface VersionedLayout {
  layout: Layout;
  version: number;
}

/** Returns the layout as JSON, with its version as `ETag`. */
export function taggedLayout({ layout, version }: VersionedLayout): RawJson {
  return tagged(layout, version);
}

/** Lists the environment's layouts without their bodies. */
export async function listLayouts(ctx: Ctx, input: ListLayoutsQuery): Promise<LayoutPage> {
  const { rows, totalCount } = await selectLayouts(ctx.environmentId, input);
  const uses = rows.length > 0 ? await selectLayoutUses(ctx.environmentId) : [];
  return { layouts: rows.map((row) => layoutListItem(row, uses)), totalCount };
}

/**
 * Finds one layout by `_id`, identifier or slug.
 * @throws ApiError `not_found`.
 */
export async function getLayout(ctx: Ctx, layoutId: string): Promise<VersionedLayout> {
  return show(ctx, await requireLayout(ctx, layoutId));
}

/**
 * Stores a new layout. The first layout of an environment becomes its default.
 * @throws ApiError `unprocessable` if the identifier is taken (on `layoutId`) or the body cannot be a layout (on
 * `controlValues.email.body`).
 */
export async function createLayout(ctx: Ctx, body: CreateLayoutBody): Promise<VersionedLayout> {
  const { body: text, editorType = 'block' } = body.controlValues?.email ?? {};
  const content = text === undefined ? starterContent(editorType, await senderName(ctx)) : { body: text, editorType };
  assertValidContent(content);
  return insert(ctx, 'create', { ...body, content });
}

/**
 * Changes name and content. Absent fields stay unchanged. If nothing changes, nothing is written.
 *
 * @param ifMatch the request's If-Match.
 * @throws ApiError `not_found`; `precondition_failed` if the layout changed in the meantime; `unprocessable` if the
 * body cannot be a layout.
 */
export async function updateLayout(
  ctx: Ctx,
  layoutId: string,
  body: UpdateLayoutBody,
  ifMatch?: string,
): Promise<VersionedLayout> {
  if (body.controlValues?.email) assertValidContent(body.controlValues.email);
  return changeLayout(ctx, layoutId, 'layouts.update', async (before) => {
    assertCurrentVersion(before, ifMatch);
    const content = {
      name: body.name,
      ...contentOf(body.controlValues?.email ?? before),
      isTranslationEnabled: body.isTranslationEnabled ?? before.isTranslationEnabled,
    };
    return saveLayout(ctx, before, content, 'update');
  });
}

/**
 * Makes the layout the default instead of the current one.
 * @throws ApiError `not_found`.
 */
export async function setDefaultLayout(ctx: Ctx, layoutId: string): Promise<VersionedLayout> {
  let former: string | undefined;
  const write = async (before: LayoutRow) => {
    if (before.isDefault) return before;
    former = await defaultName(ctx.environmentId);
    return moveDefault(ctx.environmentId, before.id);
  };
  return changeLayout(ctx, layoutId, 'layouts.setDefault', write, ({ name }) => ({
    before: { defaultLayout: former },
    after: { defaultLayout: name },
  }));
}

/**
 * Stores a copy under another name. The copy is never the default.
 * @throws ApiError `not_found`; `unprocessable` if the identifier is taken.
 */
export async function duplicateLayout(ctx: Ctx, layoutId: string, body: DuplicateLayoutBody): Promise<VersionedLayout> {
  const source = await requireLayout(ctx, layoutId);
  return insert(ctx, 'duplicate', {
    ...body,
    isTranslationEnabled: body.isTranslationEnabled ?? source.isTranslationEnabled,
    content: contentOf(source),
  });
}

/**
 * Deletes the layout. Messages that were already rendered do not change.
 *
 * @throws ApiError `not_found`; `precondition_failed` if the layout changed in the meantime; `bad_request` if steps
 * name the layout, or if it is the default and other layouts exist.
 */
export async function deleteLayout(ctx: Ctx, layoutId: string, ifMatch?: string): Promise<void> {
  await transaction(async () => {
    await lockLayouts(ctx.environmentId);
    const row = await requireLayout(ctx, layoutId);
    assertCurrentVersion(row, ifMatch);
    await assertUnused(ctx, row);
    await prisma().layout.deleteMany({ where: { environmentId: ctx.environmentId, id: row.id } });
    await audit(ctx, { ...auditOf('layouts.delete', row), before: state(row) });
  });
}

/**
 * Lists the workflows that use the layout, by name or as the default.
 * @throws ApiError `not_found`.
 */
export async function getLayoutUsage(ctx: Ctx, layoutId: string): Promise<LayoutUsage> {
  const row = await requireLayout(ctx, layoutId);
  return { workflows: usageOf(row, await selectLayoutUses(ctx.environmentId)) };
}

/** Finds one layout. Previews use this function too. @throws ApiError `not_found`. */
export async function requireLayout(ctx: Ctx, layoutId: string): Promise<LayoutRow> {
  const row = await findLayout(ctx.environmentId, layoutId);
  if (!row) throw new ApiError('not_found', 'Layout cannot be found', { extra: { layoutId } });
  return row;
}

/** Returns the organization's name, which new layouts show. */
async function senderName({ organizationId }: Ctx): Promise<string> {
  const organization = await prisma().organization.findFirst({ where: { id: organizationId } });
  return organization?.name ?? '';
}

interface NewLayout {
  name: string;
  layoutId?: string;
  content: LayoutContent;
  isTranslationEnabled?: boolean | undefined;
}

async function insert(ctx: Ctx, cause: 'create' | 'duplicate', input: NewLayout): Promise<VersionedLayout> {
  const at = new Date();
  const id = newId(at);
  const identifier = input.layoutId ?? `${slugify(input.name).slice(0, 200) || 'layout'}-${id.slice(-6)}`;
  const row = await transaction(async () => {
    await lockLayouts(ctx.environmentId);
    const { name, content, isTranslationEnabled = false } = input;
    const inserted = await saveNewLayout(ctx, { id, identifier, name, ...content, isTranslationEnabled, at }, cause);
    if (!inserted) throw fieldError('layoutId', `Already in use: choose another identifier`);
    await audit(ctx, { ...auditOf(`layouts.${cause}`, inserted), after: state(inserted) });
    return inserted;
  });
  return show(ctx, row);
}

/** Changes one layout under the lock of all layouts. The audit log records the fields before and after. */
export async function changeLayout(
  ctx: Ctx,
  layoutId: string,
  action: string,
  write: (before: LayoutRow) => Promise<LayoutRow>,
  more: (after: LayoutRow) => { before?: object; after?: object } = () => ({}),
): Promise<VersionedLayout> {
  const row = await transaction(async () => {
    await lockLayouts(ctx.environmentId);
    const before = await requireLayout(ctx, layoutId);
    const after = await write(before);
    if (after === before) return after;
    const added = more(after);
    const states = { before: { ...state(before), ...added.before }, after: { ...state(after), ...added.after } };
    await audit(ctx, { ...auditOf(action, after), ...states });
    return after;
  });
  return show(ctx, row);
}

async function show(ctx: Ctx, row: LayoutRow): Promise<VersionedLayout> {
  return { layout: layoutWire(row, await selectLayoutUses(ctx.environmentId)), version: row.version };
}

function assertValidContent(content: LayoutContent): void {
  const messages = contentProblems(content);
  if (messages.length === 0) return;
  throw new ApiError('unprocessable', 'Validation Error', { errors: { 'controlValues.email.body': { messages } } });
}

/**
 * Rejects a save by a caller who has not seen the current version.
 * @throws ApiError `precondition_failed` if the layout changed since `ifMatch`.
 */
export function assertCurrentVersion(row: LayoutRow, ifMatch: string | undefined): void {
  if (!isStale(ifMatch, row.version)) return;
  const { updatedBy } = row;
  throw new ApiError('precondition_failed', 'The layout has changed since you opened it', {
    extra: {
      currentVersion: row.version,
      changedBy: updatedBy ? { label: updatedBy.email, _id: updatedBy.id } : { label: 'An API key' },
      changedAt: row.updatedAt.toISOString(),
    },
  });
}

async function assertUnused(ctx: Ctx, row: LayoutRow): Promise<void> {
  const named = usageOf(row, await selectLayoutUses(ctx.environmentId)).filter((use) => use.named);
  if (named.length > 0) {
    const names = named.slice(0, 5).map(({ name }) => `"${name}"`);
    const more = named.length > names.length ? ` and ${named.length - names.length} more` : '';
    throw new ApiError(
      'bad_request',
      `${named.length === 1 ? 'A workflow uses' : `${named.length} workflows use`} this layout: ${names.join(', ')}${more}. Choose another layout in their email steps first.`,
      { extra: { workflows: named.map(({ name, workflowId }) => ({ name, workflowId })) } },
    );
  }
  if (row.isDefault && (await hasOtherLayouts(ctx.environmentId, row.id))) {
    throw new ApiError('bad_request', 'This is the default layout: make another layout the default first');
  }
}

function auditOf(action: string, row: LayoutRow) {
  return { action, resourceType: 'layouts', resourceId: row.id, resourceLabel: row.name };
}

/** Returns the fields of a layout for the audit log. */
function state({ identifier, name, editorType, body, isDefault, isTranslationEnabled }: LayoutRow) {
  return { layoutId: identifier, name, isDefault, isTranslationEnabled, editorType, body };
}

function contentOf({ body, editorType }: LayoutContent): LayoutContent {
  return { body, editorType };
}
