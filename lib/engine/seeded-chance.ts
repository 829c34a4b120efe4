import { createHash } from 'node:crypto';

/** Returns a number between 0 and 1 that depends only on the given texts. */
export function seededChance(...seeds: readonly (string | number)[]): number {
  return createHash('sha256').update(seeds.join('\n')).digest().readUInt32BE() / 2 ** 32;
}
