import { randomBytes } from 'node:crypto';
import { cookieAttributes, signInCookieName } from '#lib/auth/better-auth.ts';
import { cookieOf } from '#lib/auth/session-token.ts';
import { decrypt, encrypt, sha256Hex } from '#lib/crypto.ts';
import { newId } from '#lib/id.ts';
import { prisma } from '#lib/postgres/db.ts';
import type { OidcRequest } from './oidc.ts';

/** The time that a person may spend at the provider, in seconds. */
const LIFE_S = 600;

/** A sign-in that waits for the provider’s redirect. */
export interface PendingSignIn extends OidcRequest {
  signInProviderId: string;
  next: string;
}

type Stored = Omit<PendingSignIn, 'state'> & { browserHash: string };

/** Returns an unguessable text. */
export function randomText(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Stores a sign-in under its state, for the browser of the request only. Returns the cookie that identifies the browser,
 * which its sign-ins in several tabs share.
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

/** Returns the sign-in of a state once. Undefined if it was used, is over, or was started in another browser. */
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

/** Returns the cookie that removes the cookie of `storePending`. */
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
