/** Wire shapes of a replay, an addition to the interface. */
import { z } from 'zod';
import { Id, Timestamp } from '#lib/api/wire.ts';
import { WireReason } from '#lib/reasons/schema.ts';
import { StepTypeName } from '#lib/steps/step-type.ts';
import { UpdateWorkflowBody } from '#lib/workflows/schema.ts';
import { REPLAY_CHANGES, type ReplayChange } from './changes.ts';

/** Maximum runs of one replay. */
export const MAX_REPLAYED_RUNS = 200;
/** Maximum differences that a response shows in full. */
export const MAX_SHOWN_DIFFERENCES = 50;

export const ReplayBody = z.object({
  /** The draft. */
  workflow: UpdateWorkflowBody,
  limit: z.int().min(1).max(MAX_REPLAYED_RUNS).default(MAX_REPLAYED_RUNS),
  /** Only runs before this run, to continue a replay. */
  before: Id.optional(),
  /** Includes the content of a sensitive workflow. Requires `messages:content`, and is audited. */
  reveal: z.boolean().optional(),
});
export type ReplayBody = z.infer<typeof ReplayBody>;

/** The result of a step. */
export const ReplayedSide = z.strictObject({
  reason: WireReason,
  summary: z.string(),
  /** The texts of the step's messages or request. Absent if there are none, or if they are withheld. */
  text: z.string().optional(),
});
export type ReplayedSide = z.infer<typeof ReplayedSide>;

export const ReplayedStep = z.strictObject({
  stepId: z.string(),
  name: z.string(),
  type: StepTypeName,
  change: z.enum(REPLAY_CHANGES),
  /** The result with the saved workflow. Absent for a step that only the draft has. */
  saved: ReplayedSide.optional(),
  /** The result with the draft. Absent for a step that only the saved workflow has, and for a rejected trigger. */
  draft: ReplayedSide.optional(),
  /** The recorded result of the step. */
  recorded: ReplayedSide.omit({ text: true }).optional(),
});
export type ReplayedStep = z.infer<typeof ReplayedStep>;

export const ReplayDifference = z.strictObject({
  _id: Id,
  createdAt: Timestamp,
  change: z.enum(REPLAY_CHANGES),
  subscriber: z
    .strictObject({ subscriberId: z.string(), firstName: z.string().optional(), lastName: z.string().optional() })
    .optional(),
  /** The reason why the draft would reject the trigger. */
  rejected: ReplayedSide.omit({ text: true }).optional(),
  /** The steps that differ. */
  steps: z.array(ReplayedStep),
  withheld: z.literal(true).optional(),
});
export type ReplayDifference = z.infer<typeof ReplayDifference>;

const Count = z.int().min(0);

export const ReplayResult = z.strictObject({
  /** The number of replayed runs. */
  runs: Count,
  same: Count,
  /** The number of runs by their change. */
  changes: z.strictObject(
    Object.fromEntries(REPLAY_CHANGES.map((change) => [change, Count])) as Record<ReplayChange, typeof Count>,
  ),
  /** Runs whose replay took too long. They are not among `runs`. */
  unfinished: Count,
  /** Runs that the saved workflow plays differently than recorded, because data or the workflow changed since. */
  unlikeRecord: Count,
  /** Runs with an HTTP step without a recorded response. Later steps read an empty response. */
  withoutResponse: Count,
  /** The first differences. The counts include all differences. */
  differences: z.array(ReplayDifference),
  /** The value of `before` for the next request. Absent if there are no more runs. */
  next: Id.optional(),
  /** Whether the time limit was reached before `limit` runs were replayed. */
  isPartial: z.boolean(),
});
export type ReplayResult = z.infer<typeof ReplayResult>;
