import { randomBytes } from 'node:crypto';
import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import type { Role } from '#lib/auth/permissions.ts';
import { findUsers } from '#lib/auth/users.ts';
import { sha256Hex } from '#lib/crypto.ts';
import { newId } from '#lib/id.ts';
import { lockMembers, requireRight } from '#lib/members/service.ts';
import { prisma, transaction } from '#lib/postgres/db.ts';
import type { Invitation as InvitationModel } from '#prisma/generated/client.ts';
import type { CreatedInvitation, CreateInvitationBody, Invitation } from './schema.ts';

const VALID_DAYS = 7;

/** Lists the organization's open invitations, newest first. */
export async function listInvitations(ctx: Ctx): Promise<Invitation[]> {
  const where = { organizationId: ctx.organizationId, ...open };
  const rows = await prisma().invitation.findMany({ where, orderBy: { id: 'desc' } });
  const inviters = await findUsers(rows.map(({ invitedById }) => invitedById));
  return rows.map((row) => toWire(row, inviters.get(row.invitedById)?.email));
}

/**
 * Creates a link that one person can use once, and revokes earlier links for the same address. Only this response
 * contains the link.
 *
 * @throws ApiError 403 if a caller who is not an owner invites an owner, 409 if the address belongs to a member.
 */
export async function createInvitation(ctx: Ctx, { email, role }: CreateInvitationBody): Promise<CreatedInvitation> {
  if (ctx.actor.type !== 'user') throw new ApiError('unauthorized', 'API endpoint not accessible');
  const { userId, email: invitedBy } = ctx.actor;
  const { organizationId } = ctx;
  const at = new Date();
  const { token, expiresAt } = newLink(at);
  const made = { id: newId(at), email, role, expiresAt, createdAt: at };
  await transaction(async () => {
    await lockMembers(ctx);
    requireRight(ctx, role);
    await assertNoMember(ctx, email);
    const earlier = { organizationId, email, ...open };
    await prisma().invitation.updateMany({ where: earlier, data: { revokedAt: at } });
    const secret = { tokenHash: sha256Hex(token), invitedById: userId };
    await prisma().invitation.create({ data: { ...made, ...secret, organizationId } });
    await audit(ctx, { ...auditOf('invitations.create', made), after: { email, role, expiresAt } });
  });
  return { ...toWire(made, invitedBy), path: pathOf(token) };
}

/**
 * Gives an open invitation a new link and a new end, and makes its earlier link invalid. The invitation may have expired.
 * Only this response contains the link.
 *
 * @throws ApiError 404 and 403 as `revokeInvitation`, 409 if the address belongs to a member.
 */
export async function resendInvitation(ctx: Ctx, invitationId: string): Promise<CreatedInvitation> {
  if (ctx.actor.type !== 'user') throw new ApiError('unauthorized', 'API endpoint not accessible');
  const { userId: invitedById, email: invitedBy } = ctx.actor;
  const { token, expiresAt } = newLink(new Date());
  const where = { id: invitationId, organizationId: ctx.organizationId, ...open };
  const data = { tokenHash: sha256Hex(token), expiresAt, invitedById };
  const renewed = await transaction(async () => {
    await lockMembers(ctx);
    const former = await prisma().invitation.findFirst({ where });
    const [row] = await prisma().invitation.updateManyAndReturn({ where, data });
    if (!former || !row) return unknownInvitation(invitationId);
    requireRight(ctx, row.role as Role);
    await assertNoMember(ctx, row.email);
    const ends = { before: { expiresAt: former.expiresAt }, after: { expiresAt } };
    await audit(ctx, { ...auditOf('invitations.resend', row), ...ends });
    return row;
  });
  return { ...toWire(renewed, invitedBy), path: pathOf(token) };
}

/**
 * @throws ApiError 404 unless it is an open invitation of the organization, 403 if it is for an owner and the caller is
 * not one.
 */
export async function revokeInvitation(ctx: Ctx, invitationId: string): Promise<void> {
  await transaction(async () => {
    const where = { id: invitationId, organizationId: ctx.organizationId, ...open };
    const [revoked] = await prisma().invitation.updateManyAndReturn({ where, data: { revokedAt: new Date() } });
    if (!revoked) return unknownInvitation(invitationId);
    const { email, role } = revoked;
    requireRight(ctx, role as Role);
    await audit(ctx, { ...auditOf('invitations.revoke', revoked), before: { email, role } });
  });
}

function newLink(at: Date): { token: string; expiresAt: Date } {
  const expiresAt = new Date(at.getTime() + VALID_DAYS * 86_400_000);
  return { token: randomBytes(32).toString('base64url'), expiresAt };
}

function pathOf(token: string): string {
  return `/invitation/${token}`;
}

function unknownInvitation(invitationId: string): never {
  throw new ApiError('not_found', `Invitation with id ${invitationId} not found`);
}

const open = { acceptedAt: null, revokedAt: null };

async function assertNoMember({ organizationId }: Ctx, email: string): Promise<void> {
  const member = await prisma().member.findFirst({ where: { organizationId, user: { email } } });
  if (member) throw new ApiError('conflict', `${email} is already a member`);
}

function auditOf(action: string, { id, email }: { id: string; email: string }) {
  return { action, resourceType: 'invitations', resourceId: id, resourceLabel: email };
}

type InvitationRow = Pick<InvitationModel, 'id' | 'email' | 'role' | 'expiresAt' | 'createdAt'>;

function toWire({ id, email, role, expiresAt, createdAt }: InvitationRow, invitedBy: string | undefined): Invitation {
  return {
    _id: id,
    email,
    role: role as Role,
    ...(invitedBy !== undefined && { invitedBy }),
    expired: expiresAt.getTime() <= Date.now(),
    expiresAt: expiresAt.toISOString(),
    createdAt: createdAt.toISOString(),
  };
}
