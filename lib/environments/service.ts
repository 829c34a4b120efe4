import type { Ctx } from '#lib/api/context.ts';
import { query } from '#lib/db.ts';
import type { Environment } from './schema.ts';

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
