import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { canChangeMember, type Role, whyNot } from '#lib/auth/permissions.ts';
import { query, transaction } from '#lib/db.ts';
import type { Member, UpdateMemberBody } from './schema.ts';

/** The organization's members, in the order they came. */
export async function listMembers(ctx: Ctx): Promise<Member[]> {
  const rows = await query<MemberRow>(
    'members-list',
    `SELECT ${COLUMNS} FROM members m JOIN users u ON u.id = m.user_id WHERE m.organization_id = $1 ORDER BY m.id`,
    [ctx.organizationId],
  );
  return rows.map(toWire);
}

/**
 * Gives a member another role.
 *
 * @throws ApiError 404 unless it is a member of the organization, 403 when an owner is concerned and the caller is none,
 * 409 for the last owner.
 */
export async function updateMember(ctx: Ctx, memberId: string, { role }: UpdateMemberBody): Promise<Member> {
  return transaction(async () => {
    const member = await lockMember(ctx, memberId);
    requireRight(ctx, member.role, role);
    if (member.role === role) return toWire(member);
    if (member.role === 'owner') await requireAnotherOwner(ctx, memberId);
    await query('members-set-role', 'UPDATE members SET role = $2, updated_at = now() WHERE id = $1', [memberId, role]);
    await revokeInvitationsBy(ctx, member.user_id);
    await audit(ctx, { ...auditOf('members.update', member), before: { role: member.role }, after: { role } });
    return toWire({ ...member, role });
  });
}

/**
 * Ends a membership. A user who is a member nowhere else cannot sign in any more; their name stays for history.
 *
 * @throws ApiError as `updateMember`.
 */
export async function deleteMember(ctx: Ctx, memberId: string): Promise<void> {
  await transaction(async () => {
    const member = await lockMember(ctx, memberId);
    requireRight(ctx, member.role);
    if (member.role === 'owner') await requireAnotherOwner(ctx, memberId);
    await query('members-delete', 'DELETE FROM members WHERE id = $1', [memberId]);
    await revokeInvitationsBy(ctx, member.user_id);
    await query(
      'members-close-user',
      `WITH closed AS (DELETE FROM sessions WHERE user_id = $1 AND NOT EXISTS (SELECT FROM members WHERE user_id = $1))
       DELETE FROM accounts WHERE user_id = $1 AND NOT EXISTS (SELECT FROM members WHERE user_id = $1)`,
      [member.user_id],
    );
    await audit(ctx, { ...auditOf('members.delete', member), before: { email: member.email, role: member.role } });
  });
}

/**
 * Makes changes to the members of one organization run one after another. A caller who lost the right while waiting is
 * noticed, because the role is read again.
 */
export async function lockMembers(ctx: Ctx): Promise<void> {
  await query('organizations-lock', 'SELECT id FROM organizations WHERE id = $1 FOR UPDATE', [ctx.organizationId]);
  if (ctx.actor.type !== 'user') return;
  const [self] = await query<{ role: Role }>(
    'members-role-of-user',
    'SELECT role FROM members WHERE organization_id = $1 AND user_id = $2',
    [ctx.organizationId, ctx.actor.userId],
  );
  if (self?.role !== ctx.actor.role)
    throw new ApiError('forbidden', 'Your role has just been changed. Reload and try again.');
}

/** @throws ApiError 403 with the reason when the caller may not turn a member of role `from` into `to`. */
export function requireRight(ctx: Ctx, from: Role, to?: Role): void {
  if (ctx.actor.type !== 'user' || canChangeMember(ctx.actor.role, from, to)) return;
  throw new ApiError('forbidden', whyNot(ctx.actor.role, 'members:owners') ?? 'Forbidden');
}

const COLUMNS = 'm.id, m.user_id, m.role, m.created_at, u.email, u.name, u.first_name, u.last_name';

interface MemberRow {
  id: string;
  user_id: string;
  role: Role;
  created_at: Date;
  email: string;
  name: string;
  first_name: string | null;
  last_name: string | null;
}

async function lockMember(ctx: Ctx, memberId: string): Promise<MemberRow> {
  await lockMembers(ctx);
  const [member] = await query<MemberRow>(
    'members-get',
    `SELECT ${COLUMNS} FROM members m JOIN users u ON u.id = m.user_id WHERE m.id = $1 AND m.organization_id = $2`,
    [memberId, ctx.organizationId],
  );
  if (!member) throw new ApiError('not_found', `Member with id ${memberId} not found`);
  return member;
}

async function requireAnotherOwner(ctx: Ctx, memberId: string): Promise<void> {
  const others = await query(
    'members-other-owner',
    `SELECT id FROM members WHERE organization_id = $1 AND role = 'owner' AND id <> $2 LIMIT 1`,
    [ctx.organizationId, memberId],
  );
  if (others.length === 0) {
    throw new ApiError('conflict', 'This is the last owner. Make somebody else an owner first.');
  }
}

/** What somebody could grant once, they may not be able to grant now. */
async function revokeInvitationsBy(ctx: Ctx, userId: string): Promise<void> {
  await query(
    'invitations-revoke-by-user',
    `UPDATE invitations SET revoked_at = now()
     WHERE organization_id = $1 AND invited_by_id = $2 AND accepted_at IS NULL AND revoked_at IS NULL`,
    [ctx.organizationId, userId],
  );
}

function auditOf(action: string, member: MemberRow) {
  return { action, resourceType: 'members', resourceId: member.id, resourceLabel: member.email };
}

function toWire(row: MemberRow): Member {
  return {
    _id: row.id,
    _userId: row.user_id,
    email: row.email,
    name: row.name,
    ...(row.first_name && { firstName: row.first_name }),
    ...(row.last_name && { lastName: row.last_name }),
    role: row.role,
    createdAt: row.created_at.toISOString(),
  };
}
