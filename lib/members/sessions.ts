import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { deviceOf } from '#lib/auth/device.ts';
import type { Role } from '#lib/auth/permissions.ts';
import type { SessionInfo } from '#lib/auth/schema.ts';
import { openSessions } from '#lib/auth/session-list.ts';
import { prisma, transaction } from '#lib/postgres/db.ts';
import { auditOf, lockMember, requireRight } from './service.ts';

/**
 * Lists a member's open sessions, newest first.
 *
 * @throws ApiError 404 unless it is a member of the organization, 403 for an owner if the caller is not one.
 */
export async function listMemberSessions(ctx: Ctx, memberId: string): Promise<SessionInfo[]> {
  const { userId } = await transaction(() => manageable(ctx, memberId));
  return openSessions({ userId }, ownSession(ctx));
}

/** Ends a session of a member. @throws ApiError as `listMemberSessions`, and 404 if the member has no such session. */
export async function endMemberSession(ctx: Ctx, memberId: string, sessionId: string): Promise<void> {
  await transaction(async () => {
    const member = await manageable(ctx, memberId);
    const where = { id: sessionId, userId: member.userId };
    const session = await prisma().session.findFirst({ where });
    const { count } = await prisma().session.deleteMany({ where });
    if (!session || count === 0) throw new ApiError('not_found', `Session with id ${sessionId} not found`);
    const before = { device: deviceOf(session.userAgent ?? ''), address: session.ipAddress ?? undefined };
    await audit(ctx, { ...auditOf('members.endSession', member), before });
  });
}

/**
 * Ends all sessions of a member, except the session of the call. Returns the number of ended sessions.
 *
 * @throws ApiError as `listMemberSessions`.
 */
export async function endMemberSessions(ctx: Ctx, memberId: string): Promise<number> {
  return transaction(async () => {
    const member = await manageable(ctx, memberId);
    const where = { userId: member.userId, id: { not: ownSession(ctx) ?? '' } };
    const { count } = await prisma().session.deleteMany({ where });
    await audit(ctx, auditOf('members.endSessions', member));
    return count;
  });
}

async function manageable(ctx: Ctx, memberId: string) {
  const member = await lockMember(ctx, memberId);
  requireRight(ctx, member.role as Role);
  return member;
}

function ownSession({ actor }: Ctx): string | undefined {
  return actor.type === 'user' ? actor.sessionId : undefined;
}
