import type { JsonObject } from '#lib/api/text.ts';
import type { Reason } from '#lib/reasons/registry.ts';
import type { JobStatus } from './job-status.ts';
import type { Note, Target } from './outcome.ts';
import type { MessageRecord, OtherJobRecord, Records } from './records.ts';

/** How one attempt ended, before it is put into records. */
export interface Ending {
  status: JobStatus;
  reason: Reason;
  notes: readonly Note[];
  others: readonly OtherJobRecord[];
  messages?: readonly MessageRecord[];
  result?: JsonObject;
  /** When the job goes on; it is done when absent. */
  again?: { readyAt: Date; attempts: number };
  waitedSince?: Date;
  scheduleExtensions?: number;
  /** The first one. */
  target?: Target | undefined;
  goneDevices?: Records['goneDevices'];
}
