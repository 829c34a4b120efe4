import type { Job } from '#lib/notifications/schema.ts';
import { addressName } from '#lib/reasons/links.ts';

/** The effects of an address correction on the run that used the wrong address. */
export interface Correction {
  /** The step that is retried with the corrected address. Absent if it cannot be retried. */
  retry?: { runId: string; job: Pick<Job, '_id'> } | undefined;
  /** The current address, if the step used another address. */
  changedTo?: string | undefined;
  /** Whether the content is sensitive. */
  isSensitive?: boolean | undefined;
  /** Whether a retry opens the run, because the page does not show the run. */
  opensRun?: boolean;
}

/** The address that is corrected. */
export interface Correctable {
  subscriberId: string;
  field: 'email' | 'phone';
}

/**
 * Returns a text about the change of the address after the attempt. Whether sensitive content may go to the new address
 * depends on the person who changed it.
 */
export function changedText(field: Correctable['field'], { changedTo, retry, isSensitive }: Correction): string {
  const name = addressName(field === 'email' ? 'email' : 'sms');
  const next = retry && !isSensitive ? '. Retry to send to it.' : '.';
  return `The ${name} was changed to ${changedTo} afterwards. The step has not been tried with the new ${name}${next}`;
}
