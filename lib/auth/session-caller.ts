/** A raw statement finds the caller, because it is the first statement of every request with a session. */
import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { isId } from '#lib/api/wire.ts';
import { prisma, query } from '#lib/postgres/db.ts';
import { isSameOrigin } from './origin.ts';
import type { Role } from './permissions.ts';
import { idleSince, isTouchDue } from './session-life.ts';
import { sessionCookie, verifySessionToken } from './session-token.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Returns the context of the member whose signed session token is in `Authorization: Bearer`.
 *
 * @throws ApiError 401 for a missing, forged or ended session. 400 and 403 as in `sessionCaller`.
 */
export async function authenticateBearer(signed: string, request: Request, requestId: string): Promise<Ctx> {
  return sessionCaller(verifySessionToken(signed), request, requestId);
}

/**
 * Returns the context of the member whose session is in the cookie. Undefined without a cookie.
 *
 * @throws ApiError 401 for a forged or ended session. 403 for a write that did not come from a page of Belfry. 400 and
 * 403 as in `sessionCaller`.
 */
export async function authenticateCookie(request: Request, requestId: string): Promise<Ctx | undefined> {
  const signed = sessionCookie(request.headers);
  if (signed === undefined) return undefined;
  requireSameOrigin(request);
  return sessionCaller(verifySessionToken(signed), request, requestId);
}

/** @throws ApiError 403 for a write with a cookie that may come from a page of another site. */
export function requireSameOrigin(request: Request): void {
  if (SAFE_METHODS.has(request.method) || isSameOrigin(request.headers)) return;
  throw new ApiError('forbidden', 'A write with a session cookie must come from a page of this installation');
}

/**
 * Returns the context of a session that does not come from a request. Undefined if the session has ended or its user is
 * not a member.
 */
export async function callerOfToken(token: string, requestId: string): Promise<Ctx | undefined> {
  const [caller] = await findCaller(token, null);
  return caller && toCtx(caller, requestId);
}

interface CallerRow {
  sessionId: string;
  userId: string;
  email: string;
  lastUsed: Date;
  role: Role | null;
  signInProviderId: string | null;
  lacksTwoStep: boolean | null;
  lacksProvider: boolean | null;
  organizationId: string;
  environmentId: string;
}

/**
 * Reads session, user, membership and environment in one query. The header `environment-id` names the environment.
 * Without the header, uses the first environment of the user's first organization, preferably of one that accepts the
 * session.
 *
 * @throws ApiError 401 for an unknown or ended session, 400 if the header is not an ID, 403 if the user has no
 * organization with this environment, or no organization at all.
 */
async function sessionCaller(token: string | undefined, request: Request, requestId: string): Promise<Ctx> {
  const named = request.headers.get('environment-id') || null;
  const rows = token === undefined ? [] : await findCaller(token, named?.toLowerCase() ?? null);
  const [caller] = rows;
  if (!caller) throw new ApiError('unauthorized', 'Unauthorized');
  if (named !== null && !isId(named))
    throw new ApiError('bad_request', `Invalid environment ID format: ${named.slice(0, 100)}`);
  const ctx = toCtx(caller, requestId);
  if (ctx) {
    await touch(caller);
    return ctx;
  }
  const reason = named === null ? 'You are not a member of any organization' : 'You have no access to this environment';
  throw new ApiError('forbidden', reason);
}

async function touch({ sessionId, lastUsed }: CallerRow): Promise<void> {
  if (isTouchDue(lastUsed))
    await prisma().session.updateMany({ where: { id: sessionId }, data: { updatedAt: new Date() } });
}

function toCtx(
  {
    role,
    signInProviderId,
    lacksTwoStep,
    lacksProvider,
    organizationId,
    environmentId,
    lastUsed: _,
    ...user
  }: CallerRow,
  requestId: string,
): Ctx | undefined {
  if (role === null) return undefined;
  const actor = {
    ...{ type: 'user' as const, ...user, role },
    ...(signInProviderId !== null && { signInProviderId }),
    ...(lacksTwoStep && { lacksTwoStep }),
    ...(lacksProvider && { lacksProvider }),
  };
  return { organizationId, environmentId, actor, requestId };
}

/**
 * Reads the caller. A provider session is valid only in the provider's organization, because other organizations do not
 * trust the provider. It needs no two-step sign-in, because that is the provider's task. Owners can always sign in with
 * a password, in case the provider fails.
 */
function findCaller(token: string, environmentId: string | null): Promise<CallerRow[]> {
  return query<CallerRow>(
    'sessions-caller',
    `SELECT s.id AS "sessionId", s.updated_at AS "lastUsed", u.id AS "userId", u.email, c.role, c."organizationId", c."environmentId",
       s.sign_in_provider_id AS "signInProviderId", c."lacksProvider",
       s.sign_in_provider_id IS NULL AND c.two_step_required AND NOT EXISTS (
         SELECT FROM two_step_secrets t WHERE t.user_id = u.id AND t.confirmed_at IS NOT NULL
       ) AS "lacksTwoStep"
     FROM sessions s
     JOIN users u ON u.id = s.user_id
     LEFT JOIN sign_in_providers p ON p.id = s.sign_in_provider_id
     LEFT JOIN LATERAL (
       SELECT m.role, o.two_step_required, m.organization_id AS "organizationId", e.id AS "environmentId",
         o.sign_in_provider_required AND s.sign_in_provider_id IS NULL AND m.role <> 'owner' AS "lacksProvider"
       FROM members m
       JOIN organizations o ON o.id = m.organization_id
       JOIN environments e ON e.organization_id = m.organization_id
       WHERE m.user_id = u.id AND ($2::text IS NULL OR e.id = $2)
         AND (s.sign_in_provider_id IS NULL OR m.organization_id = p.organization_id)
       ORDER BY "lacksProvider", m.id, e.position, e.id
       LIMIT 1
     ) c ON true
     WHERE s.token = $1 AND s.expires_at > now() AND s.updated_at > $3`,
    [token, environmentId, idleSince()],
  );
}
