import { randomBytes } from 'node:crypto';
import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { clientAddress } from '#lib/auth/client-address.ts';
import { CREDENTIAL, hashPassword } from '#lib/auth/password.ts';
import { assertStrong } from '#lib/auth/password-strength.ts';
import type { Role } from '#lib/auth/permissions.ts';
import { sha256Hex } from '#lib/crypto.ts';
import { newId } from '#lib/id.ts';
import { lockMember, requireRight } from '#lib/members/service.ts';
import { prisma, transaction } from '#lib/postgres/db.ts';
import { revokePasswordResets } from './revoke.ts';
import type { CreatedPasswordReset, PasswordReset, ResetPasswordBody } from './schema.ts';

const VALID_HOURS = 24;

/**
 * Creates a link with which the member chooses a new password once, and revokes earlier links. The current password
 * stays valid until then. Only this response contains the link.
 *
 * @throws ApiError 404 unless it is a member of the organization, 403 for an owner if the caller is not one, 409 if the
 * member is the caller, who can change the password instead, or also belongs to another organization, whose owners have
 * not agreed.
 */
export async function createPasswordReset(ctx: Ctx, memberId: string): Promise<CreatedPasswordReset> {
  const creator = ctx.actor.type === 'user' ? ctx.actor.userId : null;
  return transaction(async () => {
    const member = await lockMember(ctx, memberId);
    const { userId, user, organizationId } = member;
    requireRight(ctx, member.role as Role);
    if (userId === creator) throw new ApiError('conflict', 'Change your own password in your account');
    const elsewhere = { userId, organizationId: { not: organizationId } };
    if (creator !== null && (await prisma().member.findFirst({ where: elsewhere })))
      throw new ApiError(
        'conflict',
        `Cannot reset the password: ${user.email} is also a member of another organization`,
      );
    await revokePasswordResets({ userId });
    const token = randomBytes(32).toString('base64url');
    const at = new Date();
    const expiresAt = new Date(at.getTime() + VALID_HOURS * 3_600_000);
    const made = { id: newId(at), organizationId, userId, expiresAt, createdAt: at };
    await prisma().passwordReset.create({ data: { ...made, tokenHash: sha256Hex(token), createdById: creator } });
    const resource = { resourceType: 'members', resourceId: memberId, resourceLabel: user.email };
    await audit(ctx, { action: 'members.createPasswordReset', ...resource, after: { expiresAt } });
    return { email: user.email, path: `/password-reset/${token}`, expiresAt: expiresAt.toISOString() };
  });
}

/** For the operator of the server: creates a link for the member with this address. Undefined if there is none. */
export async function createPasswordResetFor(email: string): Promise<CreatedPasswordReset | undefined> {
  const where = { user: { email: email.toLowerCase() } };
  const member = await prisma().member.findFirst({ where, orderBy: { id: 'asc' } });
  if (!member) return undefined;
  const { id, organizationId } = member;
  const actor = { type: 'system' as const, job: 'npm run password' };
  return createPasswordReset({ organizationId, environmentId: '', actor, requestId: newId() }, id);
}

/**
 * Returns the content of a link.
 *
 * @throws ApiError 404 for a link that is unknown, used, revoked or expired. The message names a use or the expiry,
 * because only the member has the token. Unknown and revoked links have one message.
 */
export async function getPasswordReset(token: string): Promise<PasswordReset> {
  const { user, organization, expiresAt } = await findOpen(token);
  return { email: user.email, organization: organization.name, expiresAt: expiresAt.toISOString() };
}

/**
 * Sets the new password and ends all sessions of the user.
 *
 * @throws ApiError 404 as `getPasswordReset`, 422 if the password is easy to guess.
 */
export async function resetPassword(
  token: string,
  { password }: ResetPasswordBody,
  request: Request,
  requestId: string,
): Promise<void> {
  const { id, userId, organizationId, user } = await findOpen(token);
  await assertStrong('password', password, { email: user.email, names: [user.firstName, user.lastName] });
  await transaction(async () => {
    // First, so that only one of several concurrent requests with the same link hashes a password, which is slow.
    const { count } = await prisma().passwordReset.updateMany({ where: openBy(token), data: { usedAt: new Date() } });
    if (count === 0) invalidLink();
    const hash = await hashPassword(password);
    await setPassword(userId, hash);
    await prisma().user.update({ where: { id: userId }, data: { passwordChangedAt: new Date() } });
    await prisma().session.deleteMany({ where: { userId } });
    const member = await prisma().member.findFirstOrThrow({ where: { organizationId, userId } });
    const actor = { type: 'user' as const, userId, email: user.email, role: member.role as Role, sessionId: '' };
    const address = clientAddress(request.headers);
    const resource = { resourceType: 'users', resourceId: userId, resourceLabel: user.email };
    await audit(
      { organizationId, environmentId: '', actor, requestId, address },
      { action: 'users.resetPassword', ...resource, after: { passwordReset: id } },
    );
  });
}

/** Sets the password, also for members who joined through a sign-in provider and have no password. */
async function setPassword(userId: string, password: string): Promise<void> {
  const where = { userId, providerId: CREDENTIAL };
  const { count } = await prisma().account.updateMany({ where, data: { password } });
  if (count > 0) return;
  await prisma().account.create({ data: { id: newId(), accountId: userId, ...where, password } });
}

const openBy = (token: string) => ({
  tokenHash: sha256Hex(token),
  usedAt: null,
  revokedAt: null,
  expiresAt: { gt: new Date() },
});

async function findOpen(token: string) {
  const include = { user: true, organization: { select: { name: true } } };
  return (await prisma().passwordReset.findFirst({ where: openBy(token), include })) ?? whyInvalid(token);
}

async function whyInvalid(token: string): Promise<never> {
  const closed = await prisma().passwordReset.findFirst({ where: { tokenHash: sha256Hex(token), revokedAt: null } });
  if (!closed) return invalidLink();
  const message = closed.usedAt
    ? 'This link was used already: sign in with the new password'
    : 'This link has expired: request a new one';
  throw new ApiError('not_found', message);
}

function invalidLink(): never {
  throw new ApiError('not_found', 'This link is no longer valid: request a new one');
}
