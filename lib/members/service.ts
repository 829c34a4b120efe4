import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { canChangeMember, type Role, whyNot } from '#lib/auth/permissions.ts';
import { revokePasswordResets } from '#lib/password-resets/revoke.ts';
import { lock, prisma, transaction } from '#lib/postgres/db.ts';
import { linkProvider } from '#lib/sign-in-providers/links.ts';
import type { Prisma } from '#prisma/generated/client.ts';
import { lastSeen } from './last-seen.ts';
import type { Member, UpdateMemberBody } from './schema.ts';

/** Lists the organization's members, in the order in which they joined. */
export async function listMembers(ctx: Ctx): Promise<Member[]> {
  const { organizationId } = ctx;
  const rows = await prisma().member.findMany({ where: { organizationId }, orderBy: { id: 'asc' }, ...withUser });
  const seen = await lastSeen(
    ctx,
    rows.map(({ userId }) => userId),
  );
  return rows.map((row) => {
    const lastSeenAt = seen.get(row.userId)?.toISOString();
    return { ...toWire(row), ...(lastSeenAt !== undefined && { lastSeenAt }) };
  });
}

/**
 * Changes a member's role.
 *
 * @throws ApiError 404 unless it is a member of the organization, 403 if an owner is involved and the caller is not an
 * owner, 409 for the last owner and if the member no longer has the role `from`.
 */
export async function updateMember(ctx: Ctx, memberId: string, { role, from }: UpdateMemberBody): Promise<Member> {
  return transaction(async () => {
    const member = await lockMember(ctx, memberId);
    requireRight(ctx, member.role as Role, role);
    if (member.role === role) return toWire(member);
    if (from && member.role !== from)
      throw new ApiError('conflict', `The role was changed in the meantime: it is now ${member.role}`);
    if (member.role === 'owner') await requireAnotherOwner(ctx, memberId);
    await prisma().member.update({ where: { id: memberId }, data: { role } });
    await revokeLinks(ctx, member.userId);
    await audit(ctx, { ...auditOf('members.update', member), before: { role: member.role }, after: { role } });
    return toWire({ ...member, role });
  });
}

/**
 * Removes a member. A user without any membership can no longer sign in; the name stays in the history.
 *
 * @throws ApiError as `updateMember`.
 */
export async function deleteMember(ctx: Ctx, memberId: string): Promise<void> {
  await transaction(async () => {
    const member = await lockMember(ctx, memberId);
    requireRight(ctx, member.role as Role);
    if (member.role === 'owner') await requireAnotherOwner(ctx, memberId);
    await prisma().member.delete({ where: { id: memberId } });
    await revokeLinks(ctx, member.userId);
    await removeLinks(ctx, member.userId);
    await closeAccount(member.userId);
    const before = { email: member.user.email, role: member.role };
    await audit(ctx, { ...auditOf('members.delete', member), before });
  });
}

/** Ends the sessions and the sign-in of a user without any membership. */
async function closeAccount(userId: string): Promise<void> {
  const where = { userId };
  if (await prisma().member.findFirst({ where })) return;
  await prisma().session.deleteMany({ where });
  await prisma().account.deleteMany({ where });
  await prisma().twoStepSecret.deleteMany({ where });
  await prisma().recoveryCode.deleteMany({ where });
}

/** Removes the user's links to the sign-in providers of the organization, with their sessions. */
async function removeLinks({ organizationId }: Ctx, userId: string): Promise<void> {
  const providers = await prisma().signInProvider.findMany({ where: { organizationId }, select: { id: true } });
  const providerId = { in: providers.map(({ id }) => linkProvider(id)) };
  await prisma().account.deleteMany({ where: { userId, providerId } });
  await prisma().session.deleteMany({ where: { userId, signInProvider: { organizationId } } });
}

/**
 * Locks the members of the caller's organization, so that changes run one after another. The caller's role is read
 * again, because it may have changed during the wait. @throws ApiError 403 if it did.
 */
export async function lockMembers(ctx: Ctx): Promise<void> {
  const { organizationId } = ctx;
  await lock(`members ${organizationId}`);
  if (ctx.actor.type !== 'user') return;
  const self = await prisma().member.findFirst({ where: { organizationId, userId: ctx.actor.userId } });
  if (self?.role !== ctx.actor.role)
    throw new ApiError('forbidden', 'Your role was just changed: reload and try again');
}

/** @throws ApiError 403 with the reason if the caller may not change a member's role from `from` to `to`. */
export function requireRight(ctx: Ctx, from: Role, to?: Role): void {
  if (ctx.actor.type !== 'user' || canChangeMember(ctx.actor.role, from, to)) return;
  throw new ApiError('forbidden', whyNot(ctx.actor.role, 'members:owners') ?? 'Forbidden');
}

const withUser = {
  include: {
    user: {
      select: {
        email: true,
        name: true,
        firstName: true,
        lastName: true,
        twoStepSecret: { select: { confirmedAt: true } },
      },
    },
  },
} satisfies Prisma.MemberDefaultArgs;

type MemberRow = Prisma.MemberGetPayload<typeof withUser>;

/** Locks the members of the caller's organization, and returns one of them. @throws ApiError 404. */
export async function lockMember(ctx: Ctx, memberId: string): Promise<MemberRow> {
  await lockMembers(ctx);
  const where = { id: memberId, organizationId: ctx.organizationId };
  const member = await prisma().member.findFirst({ where, ...withUser });
  if (!member) throw new ApiError('not_found', `Member with id ${memberId} not found`);
  return member;
}

async function requireAnotherOwner({ organizationId }: Ctx, memberId: string): Promise<void> {
  const where = { organizationId, role: 'owner', id: { not: memberId } };
  if (await prisma().member.findFirst({ where })) return;
  throw new ApiError('conflict', 'This is the last owner: make another member an owner first');
}

/**
 * Revokes the open invitations and password resets that the user created, because the user may no longer have the right
 * to create them. Also revokes the password resets for the user, because their creators may no longer have that right.
 */
async function revokeLinks({ organizationId }: Ctx, userId: string): Promise<void> {
  const where = { organizationId, invitedById: userId, acceptedAt: null, revokedAt: null };
  await prisma().invitation.updateMany({ where, data: { revokedAt: new Date() } });
  await revokePasswordResets({ organizationId, OR: [{ createdById: userId }, { userId }] });
}

/** Returns the audited action and the member that it concerns. */
export function auditOf(action: string, { id, user }: MemberRow) {
  return { action, resourceType: 'members', resourceId: id, resourceLabel: user.email };
}

function toWire({ id, userId, user, role, createdAt }: MemberRow): Member {
  return {
    _id: id,
    _userId: userId,
    email: user.email,
    name: user.name,
    ...(user.firstName && { firstName: user.firstName }),
    ...(user.lastName && { lastName: user.lastName }),
    role: role as Role,
    twoStep: user.twoStepSecret?.confirmedAt != null,
    createdAt: createdAt.toISOString(),
  };
}
