import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { lockMembers } from '#lib/members/service.ts';
import { prisma, transaction } from '#lib/postgres/db.ts';
import type { Organization, UpdateOrganizationBody } from './schema.ts';

/** Renames the caller's organization. @throws ApiError 403 if the caller's role has just changed. */
export async function updateOrganization(ctx: Ctx, { name }: UpdateOrganizationBody): Promise<Organization> {
  const id = ctx.organizationId;
  return transaction(async () => {
    await lockMembers(ctx);
    const former = await prisma().organization.findFirst({ where: { id } });
    if (!former) throw new ApiError('not_found', 'The organization no longer exists');
    if (former.name !== name) {
      await prisma().organization.update({ where: { id }, data: { name } });
      const resource = { resourceType: 'organizations', resourceId: id, resourceLabel: former.name };
      await audit(ctx, { action: 'organizations.update', ...resource, before: { name: former.name }, after: { name } });
    }
    return { _id: id, name };
  });
}
