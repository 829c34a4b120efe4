import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { isUniqueViolation, query, transaction } from '#lib/db.ts';
import { newId } from '#lib/id.ts';
import type { CreateEnvironmentBody, Environment, UpdateEnvironmentBody } from './schema.ts';

/** Those the caller can name, in the organization's order: all of them for a member, its own for an API key. */
export async function listEnvironments(ctx: Ctx): Promise<Environment[]> {
  const rows = await query<EnvironmentRow>(
    'environments-list',
    `SELECT id, organization_id, name, slug, type FROM environments
     WHERE organization_id = $1 AND ($2::text IS NULL OR id = $2) ORDER BY position, id`,
    [ctx.organizationId, ctx.actor.type === 'apiKey' ? ctx.environmentId : null],
  );
  return rows.map(toWire);
}

/** The environment of the call. */
export async function getCurrentEnvironment(ctx: Ctx): Promise<Environment> {
  const [row] = await query<EnvironmentRow>(
    'environments-get',
    'SELECT id, organization_id, name, slug, type FROM environments WHERE id = $1',
    [ctx.environmentId],
  );
  if (!row) throw new Error(`The environment ${ctx.environmentId} of this call is gone`);
  return toWire(row);
}

/**
 * Adds an environment at the end of the organization's order, with a notification group and no keys.
 *
 * @throws ApiError 409 when the slug is taken.
 */
export async function createEnvironment(ctx: Ctx, { name, slug, type }: CreateEnvironmentBody): Promise<Environment> {
  const id = newId();
  const row = await transaction(async () => {
    const [made] = await query<EnvironmentRow>(
      'environments-insert',
      `INSERT INTO environments (id, organization_id, name, slug, type, position)
       SELECT $1, $2, $3, $4, $5, COALESCE(max(position), -1) + 1 FROM environments WHERE organization_id = $2
       RETURNING id, organization_id, name, slug, type`,
      [id, ctx.organizationId, name, slug, type === 'prod' ? 'production' : 'development'],
    );
    await query(
      'notification-groups-insert',
      "INSERT INTO notification_groups (id, environment_id, name) VALUES ($1, $2, 'General')",
      [newId(), id],
    );
    await audit(ctx, { ...auditOf('environments.create', id, name), after: { name, slug, type } });
    return made as EnvironmentRow;
  }).catch((error: unknown) => slugTaken(error, slug));
  return toWire(row);
}

/**
 * Renames an environment. Addresses of its pages change with the slug.
 *
 * @throws ApiError 404 unless it is one of the organization's, 409 when the slug is taken.
 */
export async function updateEnvironment(
  ctx: Ctx,
  environmentId: string,
  { name, slug }: UpdateEnvironmentBody,
): Promise<Environment> {
  const row = await transaction(async () => {
    const [before] = await query<EnvironmentRow>(
      'environments-lock',
      `SELECT id, organization_id, name, slug, type FROM environments WHERE id = $1 AND organization_id = $2 FOR UPDATE`,
      [environmentId, ctx.organizationId],
    );
    if (!before) throw new ApiError('not_found', `Environment ${environmentId} not found`);
    const after = { ...before, name: name ?? before.name, slug: slug ?? before.slug };
    await query(
      'environments-rename',
      'UPDATE environments SET name = $2, slug = $3, updated_at = now() WHERE id = $1',
      [environmentId, after.name, after.slug],
    );
    const state = ({ name, slug }: EnvironmentRow) => ({ name, slug });
    const described = auditOf('environments.update', environmentId, after.name);
    await audit(ctx, { ...described, before: state(before), after: state(after) });
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

interface EnvironmentRow {
  id: string;
  organization_id: string;
  name: string;
  slug: string;
  type: string;
}

/** The database says development and production, the wire dev and prod. */
function toWire(row: EnvironmentRow): Environment {
  return {
    _id: row.id,
    name: row.name,
    _organizationId: row.organization_id,
    identifier: row.id,
    slug: row.slug,
    type: row.type === 'production' ? 'prod' : 'dev',
  };
}
