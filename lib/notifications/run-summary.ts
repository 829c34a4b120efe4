/** A run as a row of a list says it: its status, and what decided it. An extension of 4.8. */
import { z } from 'zod';
import { Timestamp } from '#lib/api/wire.ts';
import { WireReason } from '#lib/reasons/schema.ts';
import { StepTypeName } from '#lib/steps/step-type.ts';
import { Severity } from '#lib/workflows/severity.ts';
import { RUN_STATUSES } from './run-statuses.ts';

export const RunStatusName = z.enum(RUN_STATUSES);
export type RunStatusName = z.infer<typeof RunStatusName>;

/** A step with the reason of its status. `step` and `jobId` are absent when no step decided, as in a workflow without steps. */
const StepReason = z.strictObject({
  step: StepTypeName.optional(),
  /** Job._id */
  jobId: z.string().optional(),
  reason: WireReason,
});
export type StepReason = z.infer<typeof StepReason>;

/** What became of a run, and which steps explain it (lib/reasons/deciding-step.ts). */
export const OutcomeSummary = z.strictObject({
  status: RunStatusName,
  /** Of a queued or stuck run: since when nothing happened. */
  since: Timestamp.optional(),
  /** Of a waiting run. */
  until: Timestamp.optional(),
  /** Job._id of the step that explains the run. Absent for a run without steps. */
  explainedBy: z.string().optional(),
  /** What decided the status; of a live run with a failed step, that step. Absent when there is nothing to explain. */
  decidedBy: StepReason.optional(),
  /** Of a run that was sent or goes on: the step that leads among those that were throttled or skipped. */
  alsoSkipped: StepReason.optional(),
  /**
   * Further messages that were skipped. Those that a rule of the workflow skipped only where nothing else explains why
   * nothing was sent. Absent when there are none.
   */
  moreSkipped: z.array(StepReason).min(1).optional(),
  /** The messages that were cancelled from outside, of a run that was sent or failed before. Absent when there are none. */
  alsoCancelled: z.array(StepReason).min(1).optional(),
  /** Of a run that was sent: whether each message that leaves went to the sandbox, so that nothing left. */
  sandbox: z.literal(true).optional(),
  /** `sandbox`: what the step sent went to the sandbox. */
  steps: z.array(z.strictObject({ type: StepTypeName, status: RunStatusName, sandbox: z.literal(true).optional() })),
});
export type OutcomeSummary = z.infer<typeof OutcomeSummary>;

/** One row of a list of runs. */
export const RunSummary = OutcomeSummary.extend({
  _id: z.string(),
  createdAt: Timestamp,
  transactionId: z.string(),
  severity: Severity,
  workflow: z.strictObject({ _id: z.string().optional(), name: z.string() }),
  /** As it is now; as it was when it was deleted. Absent when nothing is known of it. */
  subscriber: z
    .strictObject({
      subscriberId: z.string(),
      firstName: z.string().optional(),
      lastName: z.string().optional(),
      email: z.string().optional(),
    })
    .optional(),
  /** The `_id` of a subscriber of whom nothing else is known. */
  _subscriberId: z.string().optional(),
});
export type RunSummary = z.infer<typeof RunSummary>;

/** Response of 4.8 with `view=summary`. */
export const RunSummaryPage = z.strictObject({
  hasMore: z.boolean(),
  data: z.array(RunSummary),
  pageSize: z.int(),
  page: z.int(),
});
export type RunSummaryPage = z.infer<typeof RunSummaryPage>;
