import { randomBytes } from 'node:crypto';
import { sha256Hex } from '#lib/crypto.ts';

const TOKEN = /^bfi_([0-9a-f]{24})([0-9a-f]{24})[0-9a-f]{64}$/;

/** The session that a token names. The token is valid only if its hash is the stored hash of the session. */
export interface NamedSession {
  environmentId: string;
  sessionId: string;
}

/** Returns a new token: recognisable in logs and scanners, with 256 random bits. */
export function newInboxToken({ environmentId, sessionId }: NamedSession): string {
  return `bfi_${environmentId}${sessionId}${randomBytes(32).toString('hex')}`;
}

/** Returns the session that the token names. Undefined for other texts. */
export function parseInboxToken(token: string): NamedSession | undefined {
  const [, environmentId, sessionId] = TOKEN.exec(token) ?? [];
  return environmentId && sessionId ? { environmentId, sessionId } : undefined;
}

/** Returns the hash under which a token is stored. */
export function inboxTokenHash(token: string): string {
  return sha256Hex(token);
}
