import { randomBytes } from 'node:crypto';

/** Returns headers with a unique client address, so that actions of other tests (failed sign-ins) do not count. */
export function ownAddress(): { 'x-forwarded-for': string } {
  return { 'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}` };
}
