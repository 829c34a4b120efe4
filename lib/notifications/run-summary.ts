/** A run as a row of a list says it: its status, and what decided it. An extension of 4.8. */
import { z } from 'zod';
import { Timestamp } from '#lib/api/wire.ts';
import { FINAL_OUTCOMES } from '#lib/reasons/outcome.ts';
import { WireReason } from '#lib/reasons/schema.ts';
import { StepTypeName } from '#lib/steps/step-type.ts';
import { Severity } from '#lib/workflows/severity.ts';

/**
 * The statuses of a run that has not ended: due, held by a worker, waiting for a known time, or due for longer than
 * `STUCK_AFTER_MS` without progress.
 */
export const LIVE_STATUSES = ['queued', 'running', 'waiting', 'stuck'] as const;
export type LiveStatus = (typeof LIVE_STATUSES)[number];

export const RUN_STATUSES = [...LIVE_STATUSES, ...FINAL_OUTCOMES] as const;
export const RunStatusName = z.enum(RUN_STATUSES);
export type RunStatusName = z.infer<typeof RunStatusName>;

/** How long a job may be due before its run counts as stuck. */
export const STUCK_AFTER_MS = 5 * 60_000;

/** A step with the reason of its status. `step` is absent when no step decided, as in a workflow without steps. */
const StepReason = z.strictObject({ step: StepTypeName.optional(), reason: WireReason });
export type StepReason = z.infer<typeof StepReason>;

/** One row of a list of runs. */
export const RunSummary = z.strictObject({
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
  status: RunStatusName,
  /** Of a queued or stuck run: since when nothing happened. */
  since: Timestamp.optional(),
  /** Of a waiting run. */
  until: Timestamp.optional(),
  /** What decided the status; of a live run with a failed step, that step. Absent when there is nothing to tell. */
  decidedBy: StepReason.optional(),
  /** Of a run that was sent or goes on: the first step that was skipped. */
  alsoSkipped: StepReason.optional(),
  steps: z.array(z.strictObject({ type: StepTypeName, status: RunStatusName })),
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
