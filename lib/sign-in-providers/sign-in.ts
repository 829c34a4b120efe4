import { ApiError } from '#lib/api/errors.ts';
import { recordRejectedIdentity } from '#lib/audit-log/rejections.ts';
import { audit } from '#lib/audit-log/service.ts';
import { clientAddress } from '#lib/auth/client-address.ts';
import { pathAfterSignIn } from '#lib/auth/path-after-sign-in.ts';
import type { Role } from '#lib/auth/permissions.ts';
import { startProviderSession } from '#lib/auth/provider-session.ts';
import { assertSameOrigin, type WithCookies } from '#lib/auth/sessions.ts';
import { limitProviderSignIn, settleProviderSignIn } from '#lib/auth/sign-in-limit.ts';
import { logger } from '#lib/logger.ts';
import { prisma, transaction } from '#lib/postgres/db.ts';
import type { SignInProvider } from '#prisma/generated/client.ts';
import { linkIdentity } from './links.ts';
import { authorizationUrl, type Identity, identify } from './oidc.ts';
import { forgetBrowser, type PendingSignIn, randomText, storePending, takePending } from './pending.ts';
import { type SignInProblem, SignInRejection } from './problems.ts';
import { redirectUrl } from './redirect-url.ts';
import type { ProviderSignInStarted, StartProviderSignInBody } from './schema.ts';
import { openClientSecret } from './secret.ts';

/** An arbitrary origin, because only the path of the dashboard is used. */
const ORIGIN = 'http://localhost';

/**
 * Starts a sign-in. Returns the address of the provider, and the cookie that ties the sign-in to the browser.
 *
 * @throws ApiError 403 for a request from another site, 404 for a provider that is unknown or inactive, 429 after too
 * many starts, 503 if the provider does not respond.
 */
export async function startProviderSignIn(
  request: Request,
  { signInProviderId, next }: StartProviderSignInBody,
): Promise<WithCookies<ProviderSignInStarted>> {
  assertSameOrigin(request);
  await limitProviderSignIn(clientAddress(request.headers));
  const provider = await prisma().signInProvider.findFirst({ where: { id: signInProviderId, active: true } });
  if (!provider) throw new ApiError('not_found', 'This sign-in provider is turned off or was deleted');
  const pending: PendingSignIn = {
    ...{ signInProviderId, next: pathAfterSignIn(next, ORIGIN), redirectUri: redirectUrl(request.headers) },
    ...{ state: randomText(), nonce: randomText(), codeVerifier: randomText() },
  };
  const url = await urlOf(provider, pending);
  const cookie = await storePending(pending, request.headers);
  return { body: { url: url.href }, cookies: [cookie] };
}

async function urlOf(provider: SignInProvider, pending: PendingSignIn): Promise<URL> {
  try {
    return await authorizationUrl({ ...provider, clientSecret: openClientSecret(provider) }, pending);
  } catch (error) {
    logger().warn({ error, signInProviderId: provider.id }, 'Failed to start a sign-in with an identity provider');
    throw new ApiError('unavailable', `${provider.name} does not respond: try again, or sign in with your password`);
  }
}

/**
 * Completes a sign-in. Returns the path to open, and the cookies. After a rejection, the path is that of the sign-in
 * page, which shows the reason.
 */
export async function finishProviderSignIn(
  request: Request,
  requestId: string,
  query: URLSearchParams,
): Promise<WithCookies<string>> {
  let pending: PendingSignIn | undefined;
  let provider: SignInProvider | null = null;
  try {
    pending = await takePending(query.get('state') ?? '', request.headers);
    if (!pending) throw new SignInRejection('expired');
    provider = await prisma().signInProvider.findFirst({ where: { id: pending.signInProviderId } });
    if (!provider?.active) throw new SignInRejection('disabled');
    const cookie = await signInAs(request, requestId, provider, await identityOf(provider, pending, query));
    return { body: pending.next, cookies: [cookie, forgetBrowser()] };
  } catch (error) {
    if (!(error instanceof SignInRejection)) throw error;
    await recordRejectedIdentity(provider, error, { address: clientAddress(request.headers), requestId });
    return { body: signInPage(error.problem, pending?.next), cookies: [] };
  }
}

/** @throws SignInRejection if the provider does not confirm an identity. */
async function identityOf(provider: SignInProvider, pending: PendingSignIn, query: URLSearchParams): Promise<Identity> {
  const callback = new URL(`${pending.redirectUri}?${query}`);
  try {
    return await identify({ ...provider, clientSecret: openClientSecret(provider) }, pending, callback);
  } catch (error) {
    throw new SignInRejection(problemOf(error, query), error);
  }
}

function problemOf(error: unknown, query: URLSearchParams): SignInProblem {
  if (query.has('error')) return 'cancelled';
  const { name = '', cause } = error as Error;
  const isTransport = [name, (cause as Error | undefined)?.name].some((each) => TRANSPORT.has(each ?? ''));
  return isTransport ? 'unreachable' : 'invalid';
}

const TRANSPORT = new Set(['OutboundError', 'BlockedError', 'TimeoutError']);

async function signInAs(
  request: Request,
  requestId: string,
  provider: SignInProvider,
  identity: Identity,
): Promise<string> {
  const { id, organizationId, name } = provider;
  const address = clientAddress(request.headers);
  return transaction(async () => {
    const { userId, email, role, isNew } = await linkIdentity(provider, identity);
    const { sessionId, cookie } = await startProviderSession(request, userId, id);
    const actor = { type: 'user' as const, userId, email, role: role as Role, sessionId };
    const ctx = { organizationId, environmentId: '', actor, requestId, address };
    if (isNew) {
      const member = { resourceType: 'members', resourceId: userId, resourceLabel: email };
      await audit(ctx, { action: 'members.join', ...member, after: { email, role, signInProvider: name } });
    }
    const session = { resourceType: 'sessions', resourceId: sessionId, resourceLabel: email };
    await audit(ctx, { action: 'sessions.signIn', ...session, after: { signInProvider: name } });
    await prisma().signInProvider.update({ where: { id }, data: { lastUsedAt: new Date() } });
    await settleProviderSignIn(address);
    return cookie;
  });
}

function signInPage(problem: SignInProblem, next: string | undefined): string {
  const query = new URLSearchParams({ problem, ...(next !== undefined && next !== '/' && { next }) });
  return `/sign-in?${query}`;
}
