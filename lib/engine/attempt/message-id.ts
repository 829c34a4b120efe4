import { derivedId } from '#lib/id.ts';
import { providerIdForms } from '#lib/text/pasted-id.ts';

/**
 * Returns the ID of the message to one target of a job. It is the same at every attempt, so a provider that supports
 * idempotency keys sends once (docs/delivery.md, "Recording"). IDs sort by the time of the job's first claim.
 */
export function messageId(environmentId: string, jobId: string, target: string, firstClaimedAt: Date): string {
  return derivedId(firstClaimedAt, `${environmentId}\n${jobId}\n${target}`);
}

const MAX_LENGTH = 255;

/** Returns a provider's message ID in its recorded form. A long ID is cut, because it is indexed. */
export function recordedProviderId(id: string): string {
  return id.slice(0, MAX_LENGTH);
}

/** Returns the recorded IDs that a text may mean: a provider's ID, or a Message-ID copied from an email. */
export function recordedForms(text: string): string[] {
  return providerIdForms(text).map(recordedProviderId);
}
