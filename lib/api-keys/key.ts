import { randomBytes } from 'node:crypto';

/** Returns a new key: recognisable in logs and scanners, with 192 random bits. */
export function newApiKey(): string {
  return `bf_${randomBytes(24).toString('hex')}`;
}

/** Returns the start of a key, to distinguish it from other keys: at most a quarter of the key. */
export function keyHint(key: string): string {
  return `${key.slice(0, Math.min(7, Math.floor(key.length / 4)))}…`;
}
