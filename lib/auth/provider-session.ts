import { randomBytes } from 'node:crypto';
import { newId } from '#lib/id.ts';
import { prisma } from '#lib/postgres/db.ts';
import { cookieAttributes, sessionCookieName } from './better-auth.ts';
import { clientAddress } from './client-address.ts';
import { signSessionToken } from './session-token.ts';

/**
 * The lifetime of a provider session, in seconds. It is shorter than that of a password session, because Belfry does
 * not know when the provider blocks a person. Signing in again takes one click.
 */
const LIFE_S = 24 * 3600;

/** Starts a session of a user whom a sign-in provider identified. Returns the session's ID and cookie. */
export async function startProviderSession(
  request: Request,
  userId: string,
  signInProviderId: string,
): Promise<{ sessionId: string; cookie: string }> {
  const token = randomBytes(24).toString('base64url');
  const sessionId = newId();
  await prisma().session.create({
    data: {
      ...{ id: sessionId, userId, token, signInProviderId },
      expiresAt: new Date(Date.now() + LIFE_S * 1000),
      ipAddress: clientAddress(request.headers) ?? null,
      userAgent: (request.headers.get('user-agent') ?? '').slice(0, 512),
    },
  });
  const value = encodeURIComponent(signSessionToken(token));
  return { sessionId, cookie: `${sessionCookieName()}=${value}; Max-Age=${LIFE_S}; ${cookieAttributes()}` };
}
