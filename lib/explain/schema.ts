/** Wire shapes of the explanation of why a subscriber did or did not get a message. Beyond the interface. */
import { z } from 'zod';
import { queryBoolean } from '#lib/api/query.ts';
import { storableText } from '#lib/api/text.ts';
import { Timestamp } from '#lib/api/wire.ts';
import { Sender } from '#lib/integrations/sender.ts';
import { EqualMessages } from '#lib/notifications/copies/equal.ts';
import { HeldBy, Lateness } from '#lib/notifications/lateness/lateness.ts';
import { OutcomeSummary, RunSummary } from '#lib/notifications/list/run-summary.ts';
import { Channel } from '#lib/providers/channel.ts';
import { REASON_LAYERS } from '#lib/reasons/definition.ts';
import { RUN_OUTCOMES } from '#lib/reasons/outcome.ts';
import { REASON_CODES } from '#lib/reasons/registry.ts';
import { WireFix, WireReason } from '#lib/reasons/schema.ts';
import { SIDES } from '#lib/reasons/side.ts';
import { StepTypeName } from '#lib/steps/step-type.ts';

/** Query of GET /v1/explain. */
export const ExplainQuery = z.object({
  subscriber: questionText().min(1, 'must name a subscriber').meta({
    description:
      'A subscriberId, email address, phone number or part of a name; or the ID of a transaction, run or message.',
  }),
  workflow: questionText()
    .transform((text) => (text === '' ? undefined : text))
    .optional(),
  channel: Channel.optional(),
  /**
   * The time in question: the answer is about a run within 24 hours of it. Without a time, the answer is about the
   * newest run of the last 30 days.
   */
  at: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .optional(),
  /**
   * Whether the question is why the same message came several times. If so, the answer is about the newest run with
   * equal messages.
   */
  twice: queryBoolean().optional(),
});
export type ExplainQuery = z.infer<typeof ExplainQuery>;

/** Removes control characters from pasted text, which the response would repeat. Tabs and line breaks become spaces. */
function questionText() {
  return storableText(512)
    .overwrite((text) => text.replace(/[\t-\r]+/g, ' ').replace(/\p{Cc}/gu, ''))
    .trim();
}

export const ExplainedSubscriber = z.strictObject({
  /** Absent if the subscriber was deleted and no record is left. */
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
  /** The slug of the environment, if the run is in another one. */
  environment: z.string().optional(),
});
export type ExplainedRun = z.infer<typeof ExplainedRun>;

export const ExplainedStep = z.strictObject({
  /** The job's ID. */
  _id: z.string(),
  stepId: z.string().optional(),
  name: z.string(),
  type: StepTypeName,
});
export type ExplainedStep = z.infer<typeof ExplainedStep>;

/** The facts that decide the answer. */
const Decisive = z.strictObject({
  reason: WireReason,
  layer: z.enum(REASON_LAYERS),
  /** The side of the cause. Absent if the result needs no cause, such as a sent message. */
  side: z.enum(SIDES).optional(),
  outcome: z.enum(RUN_OUTCOMES).optional(),
  /** The time of the decision. */
  at: Timestamp.optional(),
  run: ExplainedRun.optional(),
  step: ExplainedStep.optional(),
  /** The earlier step for which `step` waits and whose reason is given, or the step whose failure cancelled `step`. */
  earlier: ExplainedStep.optional(),
  /** The run of the question, if it joined the digest of `run`. */
  joined: ExplainedRun.optional(),
  /** Why the earlier step failed. */
  cause: WireReason.optional(),
  /** The other steps whose reasons are in the sentence about the whole run. */
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
  /** The newest message of the step whose reason is given. */
  messageId: z.string().optional(),
  /** The integration through which that step sent, or tried to send. Absent for in-app messages. */
  integration: Sender.optional(),
  /** Why no step of the run can be retried, even if `fix` suggests a retry. */
  noRetry: z.string().optional(),
  /** The newest request to retry the step, if the step still waits for its next attempt. */
  retried: WireReason.optional(),
  /** The attempts of the step after which it is unknown whether the provider has the message. Absent if there is none. */
  unknown: z
    .strictObject({
      count: z.int(),
      /** The number of a single attempt. */
      attempt: z.int().optional(),
      /** Whether a worker stopped during the single attempt. Otherwise the response was lost. */
      isStopped: z.boolean().optional(),
    })
    .optional(),
  /** Whether the content of the run is withheld from this caller. */
  withheld: z.literal(true).optional(),
  /** The result of `run`, if the question is about the whole run. The summary is then the sentence of the run's row. */
  runSummary: OutcomeSummary.optional(),
});

const Summarised = { summary: z.string(), reason: WireReason.optional(), outcome: z.enum(RUN_OUTCOMES).optional() };

/** Another possible answer to the question. */
export const Alternative = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('subscriber'),
    subscriber: ExplainedSubscriber,
    /** The time of the subscriber's last message. */
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
    /** The equal messages of a run that is listed because the subscriber received a message several times. */
    equal: EqualMessages.optional(),
  }),
  /** Another step of the same run. */
  z.strictObject({ type: z.literal('step'), step: ExplainedStep, ...Summarised }),
  /** A rejected trigger, which started no run. */
  z.strictObject({ type: z.literal('refusal'), at: Timestamp, workflowId: z.string(), ...Summarised }),
]);
export type Alternative = z.infer<typeof Alternative>;

/** Response of GET /v1/explain. */
export const Explanation = z.strictObject({
  code: z.enum(REASON_CODES),
  /** One sentence with times in UTC. */
  summary: z.string(),
  subscriber: ExplainedSubscriber.optional(),
  decisive: Decisive,
  /** If an entry has a `reason`, its value is the sentence of that reason. */
  evidence: z.array(
    z.strictObject({ field: z.string(), label: z.string(), value: z.unknown(), reason: WireReason.optional() }),
  ),
  /** Absent if no other message has the same content as the message of the answer. */
  equal: EqualMessages.optional(),
  /** Absent if the message was not late. */
  late: Lateness.optional(),
  /** The outages that held up the step of the answer, the oldest first. Absent without an outage. */
  outages: z.array(HeldBy).optional(),
  fix: WireFix.optional(),
  /** Further pages where missing data is added. */
  moreFixes: z.array(WireFix).optional(),
  alternatives: z.array(Alternative),
});
export type Explanation = z.infer<typeof Explanation>;
