import { randomBytes } from 'node:crypto';

/** Headers of a client with an address of its own, so that what other tests did from theirs (failed sign-ins) does not count. */
export function ownAddress(): { 'x-forwarded-for': string } {
  return { 'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}` };
}
