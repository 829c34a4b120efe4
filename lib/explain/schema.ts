/** Wire shapes of the explanation why a subscriber did or did not get a message. Beyond the interface. */
import { z } from 'zod';
import { storableText } from '#lib/api/text.ts';
import { Timestamp } from '#lib/api/wire.ts';
import { OutcomeSummary, RunSummary } from '#lib/notifications/run-summary.ts';
import { Channel } from '#lib/providers/channel.ts';
import { REASON_LAYERS } from '#lib/reasons/definition.ts';
import { RUN_OUTCOMES } from '#lib/reasons/outcome.ts';
import { REASON_CODES } from '#lib/reasons/registry.ts';
import { WireFix, WireReason } from '#lib/reasons/schema.ts';
import { StepTypeName } from '#lib/steps/step-type.ts';

/** Query of GET /v1/explain. */
export const ExplainQuery = z.object({
  subscriber: questionText().min(1, 'must name a subscriber').meta({
    description:
      'A subscriberId, email address, phone number or part of a name; or the id of a transaction, run or message.',
  }),
  workflow: questionText()
    .transform((text) => (text === '' ? undefined : text))
    .optional(),
  channel: Channel.optional(),
  /** Runs within 24 hours of it count. Without it, those of the last 30 days: the newest. */
  at: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .optional(),
});
export type ExplainQuery = z.infer<typeof ExplainQuery>;

/** Pasted text may contain control characters, which the answer would repeat. Those between words become spaces. */
function questionText() {
  return storableText(512)
    .overwrite((text) => text.replace(/[\t-\r]+/g, ' ').replace(/\p{Cc}/gu, ''))
    .trim();
}

export const ExplainedSubscriber = z.strictObject({
  /** Absent when the subscriber was deleted and nothing of it is kept. */
  subscriberId: z.string().optional(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
});
export type ExplainedSubscriber = z.infer<typeof ExplainedSubscriber>;

export const ExplainedRun = z.strictObject({
  _id: z.string(),
  transactionId: z.string(),
  createdAt: Timestamp,
  workflow: z.strictObject({ name: z.string(), workflowId: z.string().optional() }),
  /** The slug of the environment that it ran in, when that is another one. */
  environment: z.string().optional(),
});
export type ExplainedRun = z.infer<typeof ExplainedRun>;

export const ExplainedStep = z.strictObject({
  /** The job's id. */
  _id: z.string(),
  stepId: z.string().optional(),
  name: z.string(),
  type: StepTypeName,
});
export type ExplainedStep = z.infer<typeof ExplainedStep>;

/** What the answer rests on. */
const Decisive = z.strictObject({
  reason: WireReason,
  layer: z.enum(REASON_LAYERS),
  outcome: z.enum(RUN_OUTCOMES).optional(),
  /** When it was decided. */
  at: Timestamp.optional(),
  run: ExplainedRun.optional(),
  step: ExplainedStep.optional(),
  /** The earlier step that `step` waits for, and whose reason it is; or the one whose failure cancelled it. */
  earlier: ExplainedStep.optional(),
  /** The run of the question, when it joined the digest of `run`. */
  joined: ExplainedRun.optional(),
  /** Why the earlier step failed. */
  cause: WireReason.optional(),
  /** The other steps whose reasons the sentence about the whole run gives. */
  more: z
    .array(
      z.strictObject({
        step: ExplainedStep,
        reason: WireReason,
        /** The newest message of the step. */
        messageId: z.string().optional(),
      }),
    )
    .optional(),
  /** The newest message of the step that the reason is of. */
  messageId: z.string().optional(),
  /** Why no step of the run is tried again, whatever `fix` says. */
  noRetry: z.string().optional(),
  /** What became of `run`, where the question is about the whole run: the summary is the sentence of its row. */
  runSummary: OutcomeSummary.optional(),
});

const Summarised = { summary: z.string(), reason: WireReason.optional(), outcome: z.enum(RUN_OUTCOMES).optional() };

/** Another answer that the question may have meant. */
export const Alternative = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('subscriber'),
    subscriber: ExplainedSubscriber,
    /** When they last got a message. */
    lastMessageAt: Timestamp.optional(),
    /** The channels whose newest message failed. */
    failingChannels: z.array(Channel).optional(),
  }),
  z.strictObject({
    type: z.literal('run'),
    run: ExplainedRun,
    subscriber: ExplainedSubscriber.optional(),
    /** The run as a row of Activity. */
    row: RunSummary.optional(),
  }),
  /** Another step of the same run. */
  z.strictObject({ type: z.literal('step'), step: ExplainedStep, ...Summarised }),
  /** A trigger that led to nothing. */
  z.strictObject({ type: z.literal('refusal'), at: Timestamp, workflowId: z.string(), ...Summarised }),
]);
export type Alternative = z.infer<typeof Alternative>;

/** Answer of GET /v1/explain. */
export const Explanation = z.strictObject({
  code: z.enum(REASON_CODES),
  /** One sentence. Its times are UTC. */
  summary: z.string(),
  subscriber: ExplainedSubscriber.optional(),
  decisive: Decisive,
  /** With `reason`, the value is its sentence. */
  evidence: z.array(
    z.strictObject({ field: z.string(), label: z.string(), value: z.unknown(), reason: WireReason.optional() }),
  ),
  fix: WireFix.optional(),
  /** Further places where what was missing is put right. */
  moreFixes: z.array(WireFix).optional(),
  alternatives: z.array(Alternative),
});
export type Explanation = z.infer<typeof Explanation>;
