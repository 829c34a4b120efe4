import { prismaAdapter } from 'better-auth/adapters/prisma';
import { betterAuth } from 'better-auth/minimal';
import { bearer } from 'better-auth/plugins/bearer';
import { env } from '#lib/env.ts';
import { newId } from '#lib/id.ts';
import { prisma } from '#lib/postgres/db.ts';
import { CLIENT_ADDRESS_HEADER } from './client-address.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { SESSION_DAYS } from './session-life.ts';

/**
 * Returns the library for sessions and passwords. Its router is not used: Belfry's routes check the origin and the
 * limits themselves, call `auth().api`, and return Belfry's error bodies. Sign-up is disabled.
 */
export function auth(): Auth {
  shared.belfryAuth ??= build();
  return shared.belfryAuth;
}

/**
 * Returns the name of the session cookie. If `PUBLIC_URL` is https, the name has the prefix `__Host-`. Otherwise the
 * name contains the port of `PUBLIC_URL`, because browsers share cookies between the ports of a host and two
 * installations on one host must not share a cookie. Processes behind one `PUBLIC_URL` share sessions, even if they
 * listen on different ports.
 */
export function sessionCookieName(): string {
  return `${cookiePrefix()}.session_token`;
}

/** Returns the name of the cookie that ties a sign-in through a provider to the browser that started it. */
export function signInCookieName(): string {
  return `${cookiePrefix()}.sign_in`;
}

/** Returns the attributes of every cookie that Belfry sets. */
export function cookieAttributes(): string {
  return `Path=/; HttpOnly; SameSite=Lax${isHttps() ? '; Secure' : ''}`;
}

/**
 * Returns AUTH_SECRET.
 *
 * @throws Error if it is not set, because the library's default secret must never sign a session.
 */
export function authSecret(): string {
  const secret = env().AUTH_SECRET;
  if (!secret) throw new Error('AUTH_SECRET is not set');
  return secret;
}

type Auth = ReturnType<typeof build>;

const shared = globalThis as typeof globalThis & { belfryAuth?: Auth };

function build() {
  return betterAuth({
    appName: 'Belfry',
    // The library requires this URL, but it has no effect: there are no redirects or links, and Belfry checks the
    // origin itself.
    baseURL: env().PUBLIC_URL ?? 'http://belfry.invalid',
    secret: authSecret(),
    database: prismaAdapter(prisma(), { provider: 'postgresql', transaction: true }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    plugins: [bearer({ requireSignature: true })],
    session: { expiresIn: SESSION_DAYS * 24 * 3600, disableSessionRefresh: true },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      useSecureCookies: false, // `true` would add the prefix `__Secure-` before `__Host-`
      cookiePrefix: cookiePrefix(),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps() },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      database: { generateId: () => newId() },
      disableCSRFCheck: true,
      disableOriginCheck: true,
    },
  });
}

function cookiePrefix(): string {
  return isHttps() ? '__Host-belfry' : `belfry-${publicPort()}`;
}

/** Returns the public port. `URL` omits the default port of its scheme. */
function publicPort(): string {
  const { PUBLIC_URL, PORT } = env();
  return PUBLIC_URL ? new URL(PUBLIC_URL).port || '80' : String(PORT);
}

function isHttps(): boolean {
  return env().PUBLIC_URL?.startsWith('https:') ?? false;
}
