import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { can } from '#lib/auth/permissions.ts';
import { findUsers } from '#lib/auth/users.ts';
import { newId } from '#lib/id.ts';
import { lock, prisma, transaction } from '#lib/postgres/db.ts';
import { Prisma, type SavedView as SavedViewRow } from '#prisma/generated/client.ts';
import type { CreateSavedViewBody, SavedView, UpdateSavedViewBody, ViewPage } from './schema.ts';

/** Maximum views of one user in an environment. */
const MAX_VIEWS = 100;

/** Lists the caller's own views and other members' shared views, by name. */
export async function listSavedViews(ctx: Ctx): Promise<SavedView[]> {
  const rows = await prisma().savedView.findMany({
    where: { environmentId: ctx.environmentId, OR: [{ shared: true }, { createdById: userOf(ctx) }] },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  });
  return wireOf(ctx, rows);
}

/** @throws ApiError `bad_request` if the caller has too many views. */
export async function createSavedView(ctx: Ctx, body: CreateSavedViewBody): Promise<SavedView> {
  const createdById = userOf(ctx);
  return transaction(async () => {
    await lock(`saved-views ${ctx.environmentId} ${createdById}`);
    const count = await prisma().savedView.count({ where: { environmentId: ctx.environmentId, createdById } });
    if (count >= MAX_VIEWS)
      throw new ApiError('bad_request', `You already have ${MAX_VIEWS} saved views: delete one first`);
    const at = new Date();
    const stamps = { createdAt: at, updatedAt: at };
    const row = await prisma().savedView.create({
      data: { id: newId(at), environmentId: ctx.environmentId, ...body, createdById, ...stamps },
    });
    await auditChange(ctx, 'create', { after: row });
    return firstOf(ctx, row);
  });
}

/** @throws ApiError `not_found` for a view that the caller does not see, `forbidden` as `ownView`. */
export async function updateSavedView(ctx: Ctx, viewId: string, body: UpdateSavedViewBody): Promise<SavedView> {
  return transaction(async () => {
    const before = await ownView(ctx, viewId);
    const { name = Prisma.skip, query = Prisma.skip, shared = Prisma.skip } = body;
    const after = await prisma().savedView.update({
      where: { environmentId_id: { environmentId: ctx.environmentId, id: viewId } },
      data: { name, query, shared, updatedAt: new Date() },
    });
    await auditChange(ctx, 'update', { before, after });
    return firstOf(ctx, after);
  });
}

/** @throws ApiError `not_found` for a view that the caller does not see, `forbidden` as `ownView`. */
export async function deleteSavedView(ctx: Ctx, viewId: string): Promise<void> {
  await transaction(async () => {
    const before = await ownView(ctx, viewId);
    await prisma().savedView.delete({
      where: { environmentId_id: { environmentId: ctx.environmentId, id: viewId } },
    });
    await auditChange(ctx, 'delete', { before });
  });
}

/**
 * Finds the caller's own view. An admin may change another member's shared view too. @throws ApiError `forbidden` for
 * others.
 */
async function ownView(ctx: Ctx, viewId: string): Promise<SavedViewRow> {
  const view = await prisma().savedView.findFirst({ where: { environmentId: ctx.environmentId, id: viewId } });
  const isOwn = view?.createdById === userOf(ctx);
  if (!view || !(isOwn || view.shared)) throw new ApiError('not_found', `Saved view with id ${viewId} not found`);
  const isKeeper = ctx.actor.type === 'user' && can(ctx.actor.role, 'environments:write');
  if (!isOwn && !isKeeper) throw new ApiError('forbidden', 'Only the view’s owner or an admin can change it');
  return view;
}

/** Returns the caller's user ID. The operations accept only sessions. */
function userOf({ actor }: Ctx): string {
  if (actor.type !== 'user') throw new ApiError('forbidden', 'API keys cannot save views: sign in instead');
  return actor.userId;
}

interface Change {
  before?: SavedViewRow;
  after?: SavedViewRow;
}

async function auditChange(ctx: Ctx, verb: string, { before, after }: Change): Promise<void> {
  const { id, name } = (after ?? before) as SavedViewRow;
  const shown = (row: SavedViewRow) => ({ name: row.name, query: row.query, shared: row.shared });
  await audit(ctx, {
    action: `saved-views.${verb}`,
    resourceType: 'saved-views',
    resourceId: id,
    resourceLabel: name,
    ...(before && { before: shown(before) }),
    ...(after && { after: shown(after) }),
  });
}

async function firstOf(ctx: Ctx, row: SavedViewRow): Promise<SavedView> {
  return (await wireOf(ctx, [row]))[0] as SavedView;
}

async function wireOf(ctx: Ctx, rows: readonly SavedViewRow[]): Promise<SavedView[]> {
  const users = await findUsers(rows.map(({ createdById }) => createdById));
  return rows.map(({ id, page, name, query, shared, createdById, updatedAt }) => {
    const creator = users.get(createdById);
    return {
      _id: id,
      page: page as ViewPage,
      name,
      query,
      shared,
      own: createdById === userOf(ctx),
      ...(creator && { createdBy: creator.email, createdByName: creator.name }),
      updatedAt: updatedAt.toISOString(),
    };
  });
}
