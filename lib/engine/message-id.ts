import { createHash } from 'node:crypto';
import { idFloor } from '#lib/id.ts';

/**
 * The id of the message to one target of a job: the same on every attempt, so that a provider that knows idempotency keys sends once
 * (delivery.md 2.4). Sorts by the time of the job's first claim.
 */
export function messageId(environmentId: string, jobId: string, target: string, firstClaimedAt: Date): string {
  const hash = createHash('sha256').update(`${environmentId}\n${jobId}\n${target}`).digest('hex');
  return idFloor(firstClaimedAt).slice(0, 12) + hash.slice(0, 12);
}

/** Between 0 and 1, the same for the same texts: chance without a source of it. */
export function seededChance(...seeds: readonly (string | number)[]): number {
  return createHash('sha256').update(seeds.join('\n')).digest().readUInt32BE() / 2 ** 32;
}
