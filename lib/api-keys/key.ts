import { randomBytes } from 'node:crypto';

/** A key as we issue them: recognisable in logs and scanners, 192 random bits. */
export function newApiKey(): string {
  return `bf_${randomBytes(24).toString('hex')}`;
}

/** Enough of a key to tell it from others, and no more than a quarter of it. */
export function keyHint(key: string): string {
  return `${key.slice(0, Math.min(7, Math.floor(key.length / 4)))}…`;
}
