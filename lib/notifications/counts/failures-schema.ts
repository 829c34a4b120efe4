/** Wire shapes of a workflow's failures, and of the run counts by workflow, extensions of spec 4.8. */
import { z } from 'zod';
import { queryArray } from '#lib/api/query.ts';
import { storableText } from '#lib/api/text.ts';
import { Timestamp } from '#lib/api/wire.ts';
import { REASON_CODES } from '#lib/reasons/registry.ts';
import { StepTypeName } from '#lib/steps/step-type.ts';

/** The runs that failed at one place for one reason. */
export const Failure = z.strictObject({
  /** The `stepId` at the time of the trigger. */
  stepId: z.string(),
  type: StepTypeName,
  reason: z.enum(REASON_CODES),
  /** The dotted path of the control that could not be rendered. */
  control: z.string().optional(),
  count: z.int(),
  firstAt: Timestamp,
  lastAt: Timestamp,
});
export type Failure = z.infer<typeof Failure>;

export const Failures = z.strictObject({
  /** The start of the time that is counted. */
  after: Timestamp,
  /** Whether earlier failed runs are not counted, because there are too many. */
  hasMore: z.boolean(),
  data: z.array(Failure),
});
export type Failures = z.infer<typeof Failures>;

/** Query of GET /v1/notifications/failures: the `_id` of a workflow. */
export const FailuresQuery = z.object({ workflowId: storableText(255).min(1) });
export type FailuresQuery = z.infer<typeof FailuresQuery>;

/** The runs of each workflow that were triggered since `after`. */
export const RunsByWorkflow = z.strictObject({
  after: Timestamp,
  /** Finished and unfinished runs. Workflows without a run are not included. */
  data: z.array(z.strictObject({ _id: z.string(), total: z.int(), failed: z.int() })),
});
export type RunsByWorkflow = z.infer<typeof RunsByWorkflow>;

/** Query of GET /v1/notifications/by-workflow: the `_id` of workflows. Default: all. */
export const RunsByWorkflowQuery = z.object({ templates: queryArray(storableText(255)) });
export type RunsByWorkflowQuery = z.infer<typeof RunsByWorkflowQuery>;
