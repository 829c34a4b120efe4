import type { Note, Target } from '#lib/engine/decision.ts';
import type { JobStatus } from '#lib/engine/job-status.ts';
import type { PayloadIds } from '#lib/engine/load/payloads.ts';
import type { MessageRecord, OtherJobRecord, Records } from '#lib/engine/record/records.ts';
import type { JsonObject } from '#lib/json/values.ts';
import type { Reason } from '#lib/reasons/registry.ts';

/** The end of one attempt, before it becomes records. */
export interface Ending {
  status: JobStatus;
  reason: Reason;
  notes: readonly Note[];
  others: readonly OtherJobRecord[];
  messages?: readonly MessageRecord[];
  result?: JsonObject;
  payloadIds?: PayloadIds | undefined;
  /** The time at which the job continues. Absent if the job is finished. */
  again?: { readyAt: Date; attempts: number };
  waitedSince?: Date;
  scheduleExtensions?: number;
  /** The first target of the attempt. */
  target?: Target | undefined;
  goneDevices?: Records['goneDevices'];
}
