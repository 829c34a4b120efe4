import { prisma } from '#lib/postgres/db.ts';
import { deviceOf } from './device.ts';
import type { SessionInfo } from './schema.ts';
import { idleSince } from './session-life.ts';

/**
 * Returns a user's open sessions without their tokens, newest first, at most 200.
 *
 * @param currentId the ID of the session that is marked as current
 */
export async function openSessions(
  of: { userId: string; signInProvider?: { organizationId: string } },
  currentId: string | undefined,
): Promise<SessionInfo[]> {
  const where = { ...of, expiresAt: { gt: new Date() }, updatedAt: { gt: idleSince() } };
  const include = { signInProvider: { select: { name: true } } };
  const rows = await prisma().session.findMany({ where, orderBy: { id: 'desc' }, take: 200, include });
  return rows.map((row) => {
    const device = deviceOf(row.userAgent ?? '');
    return {
      _id: row.id,
      current: row.id === currentId,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
      ...(row.ipAddress && { address: row.ipAddress }),
      ...(row.userAgent && { userAgent: row.userAgent }),
      ...(device !== undefined && { device }),
      ...(row.signInProvider && { signInProvider: row.signInProvider.name }),
    };
  });
}
