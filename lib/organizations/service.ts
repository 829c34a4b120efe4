import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { lockMembers } from '#lib/members/service.ts';
import { prisma, transaction } from '#lib/postgres/db.ts';
import { lockProviders } from '#lib/sign-in-providers/service.ts';
import type { Organization, UpdateOrganizationBody } from './schema.ts';

/**
 * Changes the name of the caller's organization, or whether it requires two-step sign-in or a sign-in provider.
 *
 * @throws ApiError 403 if the caller's role changed in the meantime, 409 if the change requires two-step sign-in and
 * the caller has not set it up, or if it requires a provider and no one has signed in through one.
 */
export async function updateOrganization(ctx: Ctx, given: UpdateOrganizationBody): Promise<Organization> {
  const id = ctx.organizationId;
  return transaction(async () => {
    await lockMembers(ctx);
    await lockProviders(id);
    const former = await prisma().organization.findFirst({ where: { id } });
    if (!former) throw new ApiError('not_found', 'The organization no longer exists');
    const before = settingsOf(former);
    const after = settingsOf({ ...before, ...withoutUndefined(given) });
    if (after.twoStepRequired && !before.twoStepRequired) await requireOwnTwoStep(ctx);
    if (after.signInProviderRequired && !before.signInProviderRequired) await startToRequireProvider(id);
    if (JSON.stringify(before) !== JSON.stringify(after)) {
      await prisma().organization.update({ where: { id }, data: after });
      const resource = { resourceType: 'organizations', resourceId: id, resourceLabel: former.name };
      await audit(ctx, { action: 'organizations.update', ...resource, before, after });
    }
    return { _id: id, ...after };
  });
}

type Settings = Omit<Organization, '_id'>;

function settingsOf({ name, twoStepRequired, signInProviderRequired }: Settings): Settings {
  return { name, twoStepRequired, signInProviderRequired };
}

function withoutUndefined(given: UpdateOrganizationBody): Partial<Settings> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** @throws ApiError 409 unless the caller has two-step sign-in, because the setting would lock its author out first. */
async function requireOwnTwoStep({ actor }: Ctx): Promise<void> {
  if (actor.type !== 'user') return;
  const where = { userId: actor.userId, confirmedAt: { not: null } };
  if (await prisma().twoStepSecret.findFirst({ where })) return;
  throw new ApiError('conflict', 'Turn on two-step sign-in for your own account first');
}

/**
 * Ends the password sessions of members, except owners, who belong only to this organization.
 *
 * @throws ApiError 409 unless a sign-in through an active provider has succeeded, because the setting could otherwise
 * lock out all of them.
 */
async function startToRequireProvider(organizationId: string): Promise<void> {
  const working = { organizationId, active: true, lastUsedAt: { not: null } };
  if (!(await prisma().signInProvider.findFirst({ where: working })))
    throw new ApiError(
      'conflict',
      'Cannot require sign-in through a provider: sign in through an active provider first',
    );
  const members = {
    some: { organizationId, role: { not: 'owner' } },
    none: { organizationId: { not: organizationId } },
  };
  const users = await prisma().user.findMany({ where: { members }, select: { id: true } });
  const userId = { in: users.map(({ id }) => id) };
  await prisma().session.deleteMany({ where: { signInProviderId: null, userId } });
}
