import { APIError } from 'better-auth/api';
import type { Ctx } from '#lib/api/context.ts';
import { ApiError, fieldError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { prisma, transaction } from '#lib/postgres/db.ts';
import {
  type AcceptedCode,
  auditRecoveryCode,
  isPasswordOf,
  passSecondStep,
  userWithTwoStep,
} from '#lib/two-step/check.ts';
import { auth } from './better-auth.ts';
import { CLIENT_ADDRESS_HEADER, clientAddress } from './client-address.ts';
import { CREDENTIAL, hashPassword, isCurrentHash } from './password.ts';
import { assertStrong } from './password-strength.ts';
import { requireUser } from './require-user.ts';
import type {
  ChangePasswordBody,
  CurrentSession,
  RevokeSessionBody,
  SessionInfo,
  SignedIn,
  SignInBody,
} from './schema.ts';
import { callerOfToken, requireSameOrigin } from './session-caller.ts';
import { idleSince } from './session-life.ts';
import { openSessions } from './session-list.ts';
import { sessionCookie, signSessionToken, verifySessionToken } from './session-token.ts';
import { limitSignIn } from './sign-in-limit.ts';

/** A response body and the cookies to set. */
export interface WithCookies<Body> {
  body: Body;
  cookies: string[];
}

/**
 * Starts a session for an email address and password.
 *
 * @returns the cookie, and the signed token if the caller is not a browser.
 * @throws ApiError 401 for a wrong address or password, without revealing which of them is wrong. The errors of
 * `passSecondStep` if both are right. 429 after too many failures.
 */
export async function signIn(request: Request, requestId: string, given: SignInBody): Promise<WithCookies<SignedIn>> {
  assertSameOrigin(request);
  const { email, password, code } = given;
  const from = { email, address: clientAddress(request.headers), requestId };
  return limitSignIn(from, async () => {
    const userId = await userWithTwoStep(email);
    // Check the password first, because only a caller who knows it may see that a second step exists, or use up a code.
    if (userId !== undefined && !(await isPasswordOf(userId, password))) wrongCredentials();
    const used = await passSecondStep(from, code);
    return startSession(request, requestId, given, used);
  });
}

/**
 * Starts a session for a caller who is within the limits and has passed the second step, if there is one.
 *
 * @param used the code that the second step accepted
 * @throws ApiError 401 if the address or the password is wrong, 403 if every organization of the user requires a
 * sign-in provider.
 */
export async function startSession(
  request: Request,
  requestId: string,
  { email, password, rememberMe }: Omit<SignInBody, 'code'>,
  used: AcceptedCode | undefined,
): Promise<WithCookies<SignedIn>> {
  const { headers, response } = await auth()
    .api.signInEmail({ body: { email, password, rememberMe }, headers: headersFor(request), returnHeaders: true })
    .catch(rejectCredentials);
  await upgradeHash(response.user.id, password);
  const ctx = await callerOfToken(response.token, requestId);
  if (ctx?.actor.type === 'user' && ctx.actor.lacksProvider) await requireProvider(ctx.organizationId, response.token);
  const address = clientAddress(request.headers);
  await auditSession('sessions.signIn', ctx, address);
  if (ctx && used?.isRecoveryCode) await auditRecoveryCode({ ...ctx, address });
  const { id, name } = response.user;
  const user = { _id: id, email: response.user.email, name };
  const body = isBrowser(request) ? { user } : { token: signSessionToken(response.token), user };
  return { body, cookies: headers.getSetCookie() };
}

/**
 * Ends a new session, because its user must sign in through a provider.
 *
 * @throws ApiError 403 with the name of a provider.
 */
async function requireProvider(organizationId: string, token: string): Promise<never> {
  await prisma().session.deleteMany({ where: { token } });
  const where = { organizationId, active: true };
  const provider = await prisma().signInProvider.findFirst({ where, orderBy: { lastUsedAt: 'desc' } });
  const name = provider?.name ?? 'its provider';
  throw new ApiError('sign_in_provider_required', `Your organization requires sign-in through ${name}`);
}

/** Replaces the hash of a password that was just verified, if the hash does not have the current cost. */
async function upgradeHash(userId: string, password: string): Promise<void> {
  const where = { userId, providerId: CREDENTIAL };
  const account = await prisma().account.findFirst({ where, select: { id: true, password: true } });
  if (!account?.password || isCurrentHash(account.password)) return;
  const data = { password: await hashPassword(password) };
  await prisma().account.updateMany({ where: { id: account.id, password: account.password }, data });
}

/** Ends the request's session, if any, and removes the cookies. */
export async function signOut(request: Request, requestId: string): Promise<WithCookies<{ success: boolean }>> {
  if (request.headers.get('authorization') === null) requireSameOrigin(request);
  const token = requestToken(request);
  const ctx = token === undefined ? undefined : await callerOfToken(token, requestId);
  const { headers } = await auth().api.signOut({ headers: headersFor(request), returnHeaders: true });
  await auditSession('sessions.signOut', ctx, clientAddress(request.headers));
  return { body: { success: true }, cookies: headers.getSetCookie() };
}

/** Returns the request's session. Null if there is none, or if it was idle for too long. */
export async function getSession(request: Request): Promise<WithCookies<CurrentSession>> {
  const { headers, response } = await auth().api.getSession({ headers: headersFor(request), returnHeaders: true });
  const isOpen = response !== null && response.session.updatedAt > idleSince();
  return { body: isOpen ? toCurrent(response) : null, cookies: headers.getSetCookie() };
}

/**
 * Sets a new password, ends every session of the user, and starts a new session for the caller.
 *
 * @throws ApiError 422 if the current password is wrong or the new password is easy to guess, 429 after too many wrong
 * passwords.
 */
export async function changePassword(
  ctx: Ctx,
  request: Request,
  body: ChangePasswordBody,
): Promise<WithCookies<{ token: string | null }>> {
  const user = requireUser(ctx);
  const address = clientAddress(request.headers);
  const named = await prisma().user.findFirst({
    where: { id: user.userId },
    select: { firstName: true, lastName: true },
  });
  const owner = { email: user.email, names: [named?.firstName, named?.lastName] };
  await assertStrong('newPassword', body.newPassword, owner);
  const { headers, response } = await limitSignIn({ email: user.email, address, requestId: ctx.requestId }, () =>
    transaction(async () => {
      const changed = await auth()
        .api.changePassword({
          body: { ...body, revokeOtherSessions: true },
          headers: headersFor(request),
          returnHeaders: true,
        })
        .catch(rejectPassword);
      await prisma().user.update({ where: { id: user.userId }, data: { passwordChangedAt: new Date() } });
      await keepProvider(ctx, changed.response.token);
      await audit(ctx, {
        action: 'users.changePassword',
        resourceType: 'users',
        resourceId: user.userId,
        resourceLabel: user.email,
      });
      return changed;
    }),
  );
  const token = request.headers.has('authorization') ? response.token : null;
  return { body: { token: token && signSessionToken(token) }, cookies: headers.getSetCookie() };
}

/**
 * Copies the sign-in provider of the old session to the new one, so that a password change cannot bypass the second
 * step.
 */
async function keepProvider({ actor }: Ctx, token: string | null): Promise<void> {
  if (token === null || actor.type !== 'user' || actor.signInProviderId === undefined) return;
  const { signInProviderId } = actor;
  await prisma().session.updateMany({ where: { token }, data: { signInProviderId } });
}

/** Returns the caller's open sessions, newest first, without their tokens. */
export async function listSessions(ctx: Ctx): Promise<SessionInfo[]> {
  return openSessions(ownSessions(ctx), requireUser(ctx).sessionId);
}

/**
 * Returns the condition for the sessions that the caller may see and end. In a provider session, these are only the
 * sessions of its organization's providers.
 */
function ownSessions(ctx: Ctx) {
  const { userId, signInProviderId } = requireUser(ctx);
  const { organizationId } = ctx;
  return { userId, ...(signInProviderId !== undefined && { signInProvider: { organizationId } }) };
}

/** Ends a session of the caller. @throws ApiError 404 if the caller has no such session. */
export async function revokeSession(ctx: Ctx, { sessionId }: RevokeSessionBody): Promise<void> {
  await transaction(async () => {
    const { count } = await prisma().session.deleteMany({ where: { ...ownSessions(ctx), id: sessionId } });
    if (count === 0) throw new ApiError('not_found', `Session with id ${sessionId} not found`);
    await audit(ctx, { action: 'sessions.revoke', resourceType: 'sessions', resourceId: sessionId });
  });
}

/** Ends every other session of the caller. Returns the number of ended sessions. */
export async function revokeOtherSessions(ctx: Ctx): Promise<number> {
  const user = requireUser(ctx);
  const where = { ...ownSessions(ctx), id: { not: user.sessionId } };
  return transaction(async () => {
    const { count } = await prisma().session.deleteMany({ where });
    await audit(ctx, {
      action: 'sessions.revokeOthers',
      resourceType: 'users',
      resourceId: user.userId,
      resourceLabel: user.email,
    });
    return count;
  });
}

/** @throws ApiError 403 if a page of another site sent the request. */
export function assertSameOrigin(request: Request): void {
  if (isBrowser(request)) requireSameOrigin(request);
}

/**
 * Whether a browser sent the request. With a write, browsers send `Origin` or `Sec-Fetch-Site`, and scripts send
 * neither.
 */
function isBrowser({ headers }: Request): boolean {
  return headers.has('origin') || headers.has('sec-fetch-site');
}

/** Returns only the headers that better-auth needs: the credential, the user agent and a trusted address. */
function headersFor(request: Request): Headers {
  const headers = new Headers();
  const authorization = request.headers.get('authorization');
  const cookie = authorization === null ? request.headers.get('cookie') : null;
  if (authorization !== null) headers.set('authorization', authorization);
  if (cookie !== null) headers.set('cookie', cookie);
  headers.set('user-agent', (request.headers.get('user-agent') ?? '').slice(0, 512));
  const address = clientAddress(request.headers);
  if (address) headers.set(CLIENT_ADDRESS_HEADER, address);
  return headers;
}

function requestToken(request: Request): string | undefined {
  const [scheme, credential] = request.headers.get('authorization')?.split(' ') ?? [];
  const signed = scheme === 'Bearer' ? credential : sessionCookie(request.headers);
  return signed === undefined ? undefined : verifySessionToken(signed);
}

function toCurrent({
  session,
  user,
}: {
  session: { id: string; expiresAt: Date };
  user: { id: string; email: string; name: string };
}) {
  return {
    session: { _id: session.id, expiresAt: session.expiresAt.toISOString() },
    user: { _id: user.id, email: user.email, name: user.name },
  };
}

async function auditSession(action: string, ctx: Ctx | undefined, address: string | undefined): Promise<void> {
  if (ctx?.actor.type !== 'user') return;
  const { sessionId, email } = ctx.actor;
  await audit({ ...ctx, address }, { action, resourceType: 'sessions', resourceId: sessionId, resourceLabel: email });
}

function rejectCredentials(error: unknown): never {
  if (!(error instanceof APIError) || error.statusCode >= 500) throw error;
  wrongCredentials();
}

function wrongCredentials(): never {
  throw new ApiError('unauthorized', 'The email address or the password is wrong');
}

function rejectPassword(error: unknown): never {
  if (!(error instanceof APIError) || error.statusCode >= 500) throw error;
  throw fieldError('currentPassword', 'The current password is wrong');
}
