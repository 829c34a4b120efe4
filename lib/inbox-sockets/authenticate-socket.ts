import { randomUUID } from 'node:crypto';
import { ApiError } from '#lib/api/errors.ts';
import { authenticateInbox } from '#lib/inbox-sessions/authenticate.ts';
import { prisma } from '#lib/postgres/db.ts';
import { RefusedToken, type SocketSession } from './session.ts';

/** The maximum number of sessions that one statement checks. */
const BATCH = 1_000;

/**
 * Returns the session of a token.
 *
 * @param origin the origin of the page (`pageOrigin`).
 * @throws RefusedToken if the token is not valid, or if the environment does not allow the origin of the page.
 */
export async function authenticateSocket(token: string, origin: string | null): Promise<SocketSession> {
  try {
    const { environmentId, actor } = await authenticateInbox(token, randomUUID(), origin);
    const { subscriberId, inboxSessionId, contextKeys } = actor;
    return { environmentId, subscriberId, inboxSessionId, contextKeys };
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) throw new RefusedToken(error.message);
    throw error;
  }
}

/** Returns which of an environment’s inbox sessions are expired, revoked or deleted. */
export async function endedInboxSessions(
  environmentId: string,
  inboxSessionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const ended = new Set(inboxSessionIds);
  for (let at = 0; at < inboxSessionIds.length; at += BATCH) {
    const id = { in: inboxSessionIds.slice(at, at + BATCH) };
    const where = { environmentId, id, revokedAt: null, expiresAt: { gt: new Date() } };
    const valid = await prisma().inboxSession.findMany({ where, select: { id: true } });
    for (const session of valid) ended.delete(session.id);
  }
  return ended;
}
