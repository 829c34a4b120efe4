import { randomBytes } from 'node:crypto';

/** A new key: recognisable in logs and scanners, with 192 random bits. */
export function newApiKey(): string {
  return `bf_${randomBytes(24).toString('hex')}`;
}

/** Enough of a key to tell it from others, and at most a quarter of it. */
export function keyHint(key: string): string {
  return `${key.slice(0, Math.min(7, Math.floor(key.length / 4)))}…`;
}
