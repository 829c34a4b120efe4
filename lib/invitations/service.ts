import { randomBytes } from 'node:crypto';
import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import type { Role } from '#lib/auth/permissions.ts';
import { sha256Hex } from '#lib/crypto.ts';
import { query, transaction } from '#lib/db.ts';
import { newId } from '#lib/id.ts';
import { lockMembers, requireRight } from '#lib/members/service.ts';
import type { CreatedInvitation, CreateInvitationBody, Invitation } from './schema.ts';

const VALID_DAYS = 7;

/** The organization's open invitations, the newest first. */
export async function listInvitations(ctx: Ctx): Promise<Invitation[]> {
  const rows = await query<InvitationRow>(
    'invitations-list',
    `SELECT i.id, i.email, i.role, u.email AS invited_by, i.expires_at, i.created_at
     FROM invitations i LEFT JOIN users u ON u.id = i.invited_by_id
     WHERE i.organization_id = $1 AND i.accepted_at IS NULL AND i.revoked_at IS NULL ORDER BY i.id DESC`,
    [ctx.organizationId],
  );
  return rows.map(toWire);
}

/**
 * Makes a link that lets one person in once, and ends earlier ones for the same address. Only this answer holds it.
 *
 * @throws ApiError 403 when an owner is invited by somebody who is none, 409 when the address belongs to a member.
 */
export async function createInvitation(ctx: Ctx, { email, role }: CreateInvitationBody): Promise<CreatedInvitation> {
  if (ctx.actor.type !== 'user') throw new ApiError('unauthorized', 'API endpoint not accessible');
  const { userId, email: invitedBy } = ctx.actor;
  const token = randomBytes(32).toString('base64url');
  const at = new Date();
  const expiresAt = new Date(at.getTime() + VALID_DAYS * 86_400_000);
  const id = newId(at);
  await transaction(async () => {
    await lockMembers(ctx);
    requireRight(ctx, role);
    await refuseMember(ctx, email);
    await query(
      'invitations-replace',
      `UPDATE invitations SET revoked_at = now()
       WHERE organization_id = $1 AND email = $2 AND accepted_at IS NULL AND revoked_at IS NULL`,
      [ctx.organizationId, email],
    );
    await query(
      'invitations-insert',
      `INSERT INTO invitations (id, organization_id, email, role, token_hash, invited_by_id, expires_at, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [id, ctx.organizationId, email, role, sha256Hex(token), userId, expiresAt, at],
    );
    await audit(ctx, {
      action: 'invitations.create',
      resourceType: 'invitations',
      resourceId: id,
      resourceLabel: email,
      after: { email, role, expiresAt },
    });
  });
  const row = { id, email, role, invited_by: invitedBy, expires_at: expiresAt, created_at: at };
  return { ...toWire(row), path: `/invitation/${token}` };
}

/** @throws ApiError 404 unless it is an open invitation of the organization, 403 for one of an owner by somebody who is none. */
export async function revokeInvitation(ctx: Ctx, invitationId: string): Promise<void> {
  await transaction(async () => {
    const [revoked] = await query<{ email: string; role: Role }>(
      'invitations-revoke',
      `UPDATE invitations SET revoked_at = now()
       WHERE id = $1 AND organization_id = $2 AND accepted_at IS NULL AND revoked_at IS NULL RETURNING email, role`,
      [invitationId, ctx.organizationId],
    );
    if (!revoked) throw new ApiError('not_found', `Invitation with id ${invitationId} not found`);
    requireRight(ctx, revoked.role);
    await audit(ctx, {
      action: 'invitations.revoke',
      resourceType: 'invitations',
      resourceId: invitationId,
      resourceLabel: revoked.email,
      before: revoked,
    });
  });
}

async function refuseMember(ctx: Ctx, email: string): Promise<void> {
  const members = await query(
    'members-by-email',
    'SELECT m.id FROM members m JOIN users u ON u.id = m.user_id WHERE m.organization_id = $1 AND u.email = $2',
    [ctx.organizationId, email],
  );
  if (members.length > 0) throw new ApiError('conflict', `${email} is a member already.`);
}

interface InvitationRow {
  id: string;
  email: string;
  role: Role;
  invited_by: string | null;
  expires_at: Date;
  created_at: Date;
}

function toWire(row: InvitationRow): Invitation {
  return {
    _id: row.id,
    email: row.email,
    role: row.role,
    ...(row.invited_by !== null && { invitedBy: row.invited_by }),
    expired: row.expires_at.getTime() <= Date.now(),
    expiresAt: row.expires_at.toISOString(),
    createdAt: row.created_at.toISOString(),
  };
}
