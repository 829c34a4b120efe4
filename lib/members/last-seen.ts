import type { Ctx } from '#lib/api/context.ts';
import { prisma } from '#lib/postgres/db.ts';

/** The actions in the audit log that show when a user was seen, even after the session has ended. */
const SEEN = ['sessions.signIn', 'sessions.signOut'];

/**
 * Returns when users were last seen, by user ID: the last use of a session, with a precision of an hour, or the last sign-in
 * or sign-out. A user who never signed in is missing.
 */
export async function lastSeen({ organizationId }: Ctx, userIds: string[]): Promise<Map<string, Date>> {
  const [sessions, entries] = await Promise.all([
    prisma().session.groupBy({ by: ['userId'], where: { userId: { in: userIds } }, _max: { updatedAt: true } }),
    prisma().auditEntry.groupBy({
      by: ['actorId'],
      where: { organizationId, actorId: { in: userIds }, action: { in: SEEN } },
      _max: { createdAt: true },
    }),
  ]);
  const times = [
    ...sessions.map(({ userId, _max }) => [userId, _max.updatedAt] as const),
    ...entries.map(({ actorId, _max }) => [actorId, _max.createdAt] as const),
  ];
  const latest = new Map<string, Date>();
  for (const [userId, time] of times) {
    if (time && time > (latest.get(userId) ?? new Date(0))) latest.set(userId, time);
  }
  return latest;
}
