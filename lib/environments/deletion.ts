/** A raw statement, because Prisma cannot remove a key from a JSON column. */
import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { announceRevocation } from '#lib/auth/verified-keys.ts';
import { lockVariables } from '#lib/environment-variables/lock.ts';
import { lock, prisma, query, transaction } from '#lib/postgres/db.ts';

/**
 * Deletes an environment. From the commit on, requests with its API keys and to its pages are rejected, and workers
 * discard its jobs. Maintenance removes its rows later (`lib/engine/upkeep/deleted-environments.ts`).
 *
 * @throws ApiError 404 unless the organization has the environment, 400 if the environment is the last one, or is
 * marked as production.
 */
export async function deleteEnvironment(ctx: Ctx, environmentId: string): Promise<void> {
  const { organizationId } = ctx;
  await transaction(async () => {
    await lock(`environments ${organizationId}`);
    const all = await prisma().environment.findMany({ where: { organizationId } });
    const environment = all.find(({ id }) => id === environmentId);
    if (!environment) throw new ApiError('not_found', `Environment ${environmentId} not found`);
    const { name, slug, type } = environment;
    if (all.length === 1) throw new ApiError('bad_request', 'Cannot delete the last environment of an organization');
    if (type === 'production')
      throw new ApiError(
        'bad_request',
        `${name} is marked as production: remove the mark before you delete the environment`,
      );
    const tombstone = { id: environmentId, organizationId, name, deletedAt: new Date() };
    await prisma().deletedEnvironment.create({ data: tombstone });
    await forgetVariables(organizationId, environmentId);
    // Otherwise a fan-out in progress would continue to create runs.
    await prisma().fanout.deleteMany({ where: { environmentId } });
    // The database also deletes the environment's API keys.
    await prisma().environment.delete({ where: { id: environmentId } });
    await announceRevocation(environmentId);
    const about = { resourceType: 'environments', resourceId: environmentId, resourceLabel: name };
    await audit(ctx, { ...about, action: 'environments.delete', before: { name, slug } });
  });
}

/** Removes the environment's values of the organization's variables. */
async function forgetVariables(organizationId: string, environmentId: string): Promise<void> {
  await lockVariables(organizationId);
  await query(
    'environments-forget-variables',
    `UPDATE environment_variables SET "values" = "values" - $2 WHERE organization_id = $1 AND "values" ? $2`,
    [organizationId, environmentId],
  );
}
