import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { lockMembers } from '#lib/members/service.ts';
import { prisma, transaction } from '#lib/postgres/db.ts';
import type { Organization, UpdateOrganizationBody } from './schema.ts';

/**
 * Changes the name of the caller's organization, or whether it requires two-step sign-in.
 *
 * @throws ApiError 403 if the caller's role has just changed, 409 if the caller requires what the caller has not set up.
 */
export async function updateOrganization(ctx: Ctx, given: UpdateOrganizationBody): Promise<Organization> {
  const id = ctx.organizationId;
  return transaction(async () => {
    await lockMembers(ctx);
    const former = await prisma().organization.findFirst({ where: { id } });
    if (!former) throw new ApiError('not_found', 'The organization no longer exists');
    const { name = former.name, twoStepRequired = former.twoStepRequired } = given;
    if (twoStepRequired && !former.twoStepRequired) await requireOwnTwoStep(ctx);
    const before = { name: former.name, twoStepRequired: former.twoStepRequired };
    const after = { name, twoStepRequired };
    if (JSON.stringify(before) !== JSON.stringify(after)) {
      await prisma().organization.update({ where: { id }, data: after });
      const resource = { resourceType: 'organizations', resourceId: id, resourceLabel: former.name };
      await audit(ctx, { action: 'organizations.update', ...resource, before, after });
    }
    return { _id: id, ...after };
  });
}

/** Otherwise the setting would shut its author out first. */
async function requireOwnTwoStep({ actor }: Ctx): Promise<void> {
  if (actor.type !== 'user') return;
  const where = { userId: actor.userId, confirmedAt: { not: null } };
  if (await prisma().twoStepSecret.findFirst({ where })) return;
  throw new ApiError('conflict', 'Turn on two-step sign-in for your own account first');
}
