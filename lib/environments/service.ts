import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { newId } from '#lib/id.ts';
import { isUniqueViolation, lock, prisma, transaction } from '#lib/postgres/db.ts';
import type { Environment as EnvironmentRow } from '#prisma/generated/client.ts';
import { inOrder } from './order.ts';
import type { CreateEnvironmentBody, Environment, UpdateEnvironmentBody } from './schema.ts';

/**
 * Lists the caller's environments, in the organization's order: all of them for a member, its own for an API
 * key.
 */
export async function listEnvironments(ctx: Ctx): Promise<Environment[]> {
  const { organizationId, environmentId, actor } = ctx;
  const where = { organizationId, ...(actor.type === 'apiKey' && { id: environmentId }) };
  const rows = await prisma().environment.findMany({ where, orderBy: inOrder });
  return rows.map(toWire);
}

/** Returns the caller's environment. */
export async function getCurrentEnvironment(ctx: Ctx): Promise<Environment> {
  const row = await prisma().environment.findFirst({ where: { id: ctx.environmentId } });
  if (!row) throw new Error(`The environment ${ctx.environmentId} of this call is gone`);
  return toWire(row);
}

/**
 * Adds an environment at the end of the organization's order, with a notification group and without keys.
 *
 * @throws ApiError 409 if the slug is taken.
 */
export async function createEnvironment(ctx: Ctx, { name, slug, type }: CreateEnvironmentBody): Promise<Environment> {
  const { organizationId } = ctx;
  const id = newId();
  const row = await transaction(async () => {
    await lock(`environments ${organizationId}`);
    const last = await prisma().environment.aggregate({ where: { organizationId }, _max: { position: true } });
    const position = (last._max.position ?? -1) + 1;
    const data = { id, organizationId, name, slug, type: type === 'prod' ? 'production' : 'development', position };
    const made = await prisma().environment.create({ data });
    await prisma().notificationGroup.create({ data: { id: newId(), environmentId: id, name: 'General' } });
    await audit(ctx, { ...auditOf('environments.create', id, name), after: { name, slug, type } });
    return made;
  }).catch((error: unknown) => slugTaken(error, slug));
  return toWire(row);
}

/**
 * Renames an environment. The paths of its pages change with the slug.
 *
 * @throws ApiError 404 unless the organization has the environment, 409 if the slug is taken.
 */
export async function updateEnvironment(
  ctx: Ctx,
  environmentId: string,
  { name, slug }: UpdateEnvironmentBody,
): Promise<Environment> {
  const { organizationId } = ctx;
  const row = await transaction(async () => {
    await lock(`environments ${organizationId}`);
    const before = await prisma().environment.findFirst({ where: { id: environmentId, organizationId } });
    if (!before) throw new ApiError('not_found', `Environment ${environmentId} not found`);
    const data = { name: name ?? before.name, slug: slug ?? before.slug };
    const after = await prisma().environment.update({ where: { id: environmentId }, data });
    const described = auditOf('environments.update', environmentId, after.name);
    await audit(ctx, { ...described, before: { name: before.name, slug: before.slug }, after: data });
    return after;
  }).catch((error: unknown) => slugTaken(error, slug));
  return toWire(row);
}

function auditOf(action: string, resourceId: string, resourceLabel: string) {
  return { action, resourceType: 'environments', resourceId, resourceLabel };
}

function slugTaken(error: unknown, slug: string | undefined): never {
  if (!isUniqueViolation(error, 'environments_organization_id_slug_key')) throw error;
  throw new ApiError('conflict', `Another environment has the slug ${slug}`);
}

/** Returns the wire shape. The database stores development and production, the wire has dev and prod. */
function toWire(row: EnvironmentRow): Environment {
  return {
    _id: row.id,
    name: row.name,
    _organizationId: row.organizationId,
    identifier: row.id,
    slug: row.slug,
    type: row.type === 'production' ? 'prod' : 'dev',
  };
}
