/** A raw statement finds a session, because every request of an inbox runs it first. */
import type { InboxCtx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { isEqual } from '#lib/crypto.ts';
import { hotQuery } from '#lib/postgres/db.ts';
import { requireInboxOrigin } from './origin.ts';
import { inboxTokenHash, parseInboxToken } from './token.ts';

/**
 * Returns the context of the subscriber whose inbox session has this token.
 *
 * @param origin from `pageOrigin`.
 * @throws ApiError 401 if the token is unknown, expired or revoked, or if its subscriber was deleted; 403 if the
 * environment does not allow the origin of the page.
 */
export async function authenticateInbox(
  token: string,
  requestId: string,
  origin: string | null = null,
): Promise<InboxCtx> {
  const named = parseInboxToken(token);
  const session = named && (await findSession(named.environmentId, named.sessionId));
  if (!session || !isEqual(session.tokenHash, inboxTokenHash(token)))
    throw new ApiError('unauthorized', 'Unauthorized');
  const { tokenHash: _, organizationId, inboxOrigins, ...reader } = session;
  requireInboxOrigin(inboxOrigins, origin);
  const { environmentId, sessionId: inboxSessionId } = named;
  return { organizationId, environmentId, actor: { type: 'subscriber', ...reader, inboxSessionId }, requestId };
}

interface SessionRow {
  tokenHash: string;
  subscriberId: string;
  externalSubscriberId: string;
  contextKeys: string[];
  organizationId: string;
  inboxOrigins: string[];
}

async function findSession(environmentId: string, sessionId: string): Promise<SessionRow | undefined> {
  const [row] = await hotQuery<SessionRow>('inbox-sessions-caller', CALLER, [environmentId, sessionId]);
  return row;
}

const CALLER = `SELECT i.token_hash AS "tokenHash", i.subscriber_id AS "subscriberId", s.subscriber_id AS "externalSubscriberId",
    i.context_keys AS "contextKeys", e.organization_id AS "organizationId", e.inbox_origins AS "inboxOrigins"
  FROM inbox_sessions i
  JOIN subscribers s ON s.environment_id = $1 AND s.id = i.subscriber_id
  JOIN environments e ON e.id = $1
  WHERE i.environment_id = $1 AND i.id = $2 AND i.revoked_at IS NULL AND i.expires_at > clock_timestamp()`;
