import { randomBytes } from 'node:crypto';
import { cookieAttributes, signInCookieName } from '#lib/auth/better-auth.ts';
import { cookieOf } from '#lib/auth/session-token.ts';
import { decrypt, encrypt, sha256Hex } from '#lib/crypto.ts';
import { newId } from '#lib/id.ts';
import { prisma } from '#lib/postgres/db.ts';
import type { OidcRequest } from './oidc.ts';

/** The time in seconds within which a person must complete the sign-in at the provider. */
const LIFE_S = 600;

/** A sign-in that waits until the provider redirects back. */
export interface PendingSignIn extends OidcRequest {
  signInProviderId: string;
  next: string;
}

type Stored = Omit<PendingSignIn, 'state'> & { browserHash: string };

/** Returns a random text that cannot be guessed. */
export function randomText(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Stores a sign-in under its state. Only the browser that sent the request can complete it. Returns the cookie that
 * identifies the browser. Sign-ins in several tabs share the cookie.
 */
export async function storePending({ state, ...pending }: PendingSignIn, headers: Headers): Promise<string> {
  const browser = browserOf(headers) ?? randomText();
  const identifier = identifierOf(state);
  const stored: Stored = { ...pending, browserHash: sha256Hex(browser) };
  const value = encrypt(JSON.stringify(stored), identifier);
  const expiresAt = new Date(Date.now() + LIFE_S * 1000);
  await prisma().verification.create({ data: { id: newId(), identifier, value, expiresAt } });
  return `${signInCookieName()}=${browser}; Max-Age=${LIFE_S}; ${cookieAttributes()}`;
}

/**
 * Returns the sign-in of a state, and removes it, so that it can be completed only once. Undefined if it was already
 * used, has expired, or was started in another browser.
 */
export async function takePending(state: string, headers: Headers): Promise<PendingSignIn | undefined> {
  const identifier = identifierOf(state);
  const where = { identifier, expiresAt: { gt: new Date() } };
  const found = await prisma().verification.findFirst({ where, select: { id: true, value: true } });
  const browser = browserOf(headers);
  if (!found || browser === undefined) return undefined;
  const { browserHash, ...pending } = JSON.parse(decrypt(found.value, identifier)) as Stored;
  // Another browser must not use up the sign-in.
  if (browserHash !== sha256Hex(browser)) return undefined;
  const { count } = await prisma().verification.deleteMany({ where: { id: found.id } });
  return count > 0 ? { ...pending, state } : undefined;
}

/** Returns a cookie that deletes the cookie of `storePending`. */
export function forgetBrowser(): string {
  return `${signInCookieName()}=; Max-Age=0; ${cookieAttributes()}`;
}

function browserOf(headers: Headers): string | undefined {
  const given = cookieOf(headers, signInCookieName());
  return given !== undefined && given.length === 43 ? given : undefined;
}

function identifierOf(state: string): string {
  return `sign-in-provider:${sha256Hex(state)}`;
}
