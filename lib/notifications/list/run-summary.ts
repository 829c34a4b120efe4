/** A run as a row of a list: its status and the reasons that decided it. An extension of spec 4.8. */
import { z } from 'zod';
import { Timestamp } from '#lib/api/wire.ts';
import { RUN_STATUSES } from '#lib/notifications/status/live-statuses.ts';
import { WireReason } from '#lib/reasons/schema.ts';
import { StepTypeName } from '#lib/steps/step-type.ts';
import { Severity } from '#lib/workflows/severity.ts';

export const RunStatusName = z.enum(RUN_STATUSES);
export type RunStatusName = z.infer<typeof RunStatusName>;

/** A step with the reason of its status. `step` and `jobId` are absent if no step decided, as in a workflow without steps. */
const StepReason = z.strictObject({
  step: StepTypeName.optional(),
  /** Job._id */
  jobId: z.string().optional(),
  reason: WireReason,
});
export type StepReason = z.infer<typeof StepReason>;

/** The status of a run, and the steps that explain it (lib/reasons/deciding-step.ts). */
export const OutcomeSummary = z.strictObject({
  status: RunStatusName,
  /** The time since which a queued or stuck run has made no progress. */
  since: Timestamp.optional(),
  /** The end of the wait of a waiting run. */
  until: Timestamp.optional(),
  /** Job._id of the step that explains the run. Absent for a run without steps. */
  explainedBy: z.string().optional(),
  /** The step that decided the status. In a live run, a failed step if there is one. Absent if there is nothing to explain. */
  decidedBy: StepReason.optional(),
  /**
   * In a sent run, the step whose message bounced, was not sent on or was reported as spam, as the provider reported
   * after it had accepted the message.
   */
  reported: StepReason.optional(),
  /** The leading throttled or skipped step of a run that was sent or is live. */
  alsoSkipped: StepReason.optional(),
  /**
   * Further skipped messages. Messages skipped by a rule of the workflow are included only if nothing else explains why
   * nothing was sent. Absent if there are none.
   */
  moreSkipped: z.array(StepReason).min(1).optional(),
  /** The messages cancelled from outside in a run that was sent or failed. Absent if there are none. */
  alsoCancelled: z.array(StepReason).min(1).optional(),
  /**
   * The messages that another run sends, because this sent or failed run joined a digest of the other run. Absent if
   * there are none.
   */
  alsoMerged: z.array(StepReason).min(1).optional(),
  /** Whether all messages of a sent run went to the sandbox, apart from in-app messages. */
  sandbox: z.literal(true).optional(),
  /** Whether a sent run sent only in-app messages, and no inbox was connected that shows them. */
  stored: z.literal(true).optional(),
  /**
   * `sandbox`: whether the step sent its message to the sandbox. `stored`: whether no inbox was connected that shows the
   * in-app message of the step.
   */
  steps: z.array(
    z.strictObject({
      type: StepTypeName,
      status: RunStatusName,
      sandbox: z.literal(true).optional(),
      stored: z.literal(true).optional(),
    }),
  ),
});
export type OutcomeSummary = z.infer<typeof OutcomeSummary>;

/** One row of a list of runs. */
export const RunSummary = OutcomeSummary.extend({
  _id: z.string(),
  createdAt: Timestamp,
  transactionId: z.string(),
  severity: Severity,
  /** Whether the run sends a step of an earlier run again. */
  resent: z.literal(true).optional(),
  /** Milliseconds from the first attempt of a step until its message was sent, if that is a minute or more. */
  lateMs: z.int().optional(),
  workflow: z.strictObject({ _id: z.string().optional(), name: z.string() }),
  /** The current subscriber, or the last state of a deleted one. Absent if the subscriber is unknown. */
  subscriber: z
    .strictObject({
      subscriberId: z.string(),
      firstName: z.string().optional(),
      lastName: z.string().optional(),
      email: z.string().optional(),
    })
    .optional(),
  /** The `_id` of a subscriber of whom no other data is left. */
  _subscriberId: z.string().optional(),
});
export type RunSummary = z.infer<typeof RunSummary>;

/** Response of spec 4.8 with `view=summary`. */
export const RunSummaryPage = z.strictObject({
  hasMore: z.boolean(),
  data: z.array(RunSummary),
  pageSize: z.int(),
  page: z.int(),
  /** Runs before this time were not searched, because the filter has no index. */
  searchedTo: Timestamp.optional(),
});
export type RunSummaryPage = z.infer<typeof RunSummaryPage>;
