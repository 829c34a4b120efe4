import { randomBytes } from 'node:crypto';

/**
 * Returns a new key: recognisable in logs and scanners, with 256 random bits. HMAC replaces a secret of more than 64
 * characters with its SHA-256, so the stored hash can check hashes made with the key (lib/inbox-sessions/hmac.ts).
 */
export function newApiKey(): string {
  return `bf_${randomBytes(32).toString('hex')}`;
}

/** Returns the start of a key, to distinguish it from other keys: at most a quarter of the key. */
export function keyHint(key: string): string {
  return `${key.slice(0, Math.min(7, Math.floor(key.length / 4)))}…`;
}
