import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import type { Role } from '#lib/auth/permissions.ts';
import { newId } from '#lib/id.ts';
import { auditOf, lockMember, requireRight } from '#lib/members/service.ts';
import { prisma, transaction } from '#lib/postgres/db.ts';
import { deleteTwoStep } from './service.ts';

/**
 * Turns off the two-step sign-in of a member who lost the app and the recovery codes. The password and the sessions
 * stay.
 *
 * @throws ApiError 404 if the organization has no such member. 403 for an owner if the caller is not an owner. 409 if
 * the member is the caller, for a member without two-step sign-in, and for a member who also belongs to another
 * organization, whose owners have not agreed.
 */
export async function resetTwoStep(ctx: Ctx, memberId: string): Promise<void> {
  const caller = ctx.actor.type === 'user' ? ctx.actor.userId : null;
  await transaction(async () => {
    const member = await lockMember(ctx, memberId);
    const { userId, user, organizationId } = member;
    requireRight(ctx, member.role as Role);
    if (userId === caller) throw new ApiError('conflict', 'Turn off your own two-step sign-in in your account');
    const elsewhere = { userId, organizationId: { not: organizationId } };
    if (caller !== null && (await prisma().member.findFirst({ where: elsewhere })))
      throw new ApiError(
        'conflict',
        `Cannot turn off two-step sign-in: ${user.email} is also a member of another organization`,
      );
    if (!(await deleteTwoStep(userId))) throw new ApiError('conflict', `${user.email} has no two-step sign-in`);
    await audit(ctx, auditOf('members.resetTwoStep', member));
  });
}

/**
 * Turns off the two-step sign-in of the member with this address, for the operator of the server. Returns false if
 * there is no such member, or the member has no two-step sign-in.
 */
export async function resetTwoStepFor(email: string): Promise<boolean> {
  const where = { user: { email: email.toLowerCase(), twoStepSecret: { confirmedAt: { not: null } } } };
  const member = await prisma().member.findFirst({ where, orderBy: { id: 'asc' } });
  if (!member) return false;
  const actor = { type: 'system' as const, job: 'npm run password' };
  const ctx = { organizationId: member.organizationId, environmentId: '', actor, requestId: newId() };
  await resetTwoStep(ctx, member.id);
  return true;
}
