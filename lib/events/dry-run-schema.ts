/** Wire shapes of a dry run, an addition to the interface. */
import { z } from 'zod';
import { JsonObject, storableText } from '#lib/api/text.ts';
import { Timestamp } from '#lib/api/wire.ts';
import { JOB_STATUSES } from '#lib/notifications/status/job-statuses.ts';
import { Channel } from '#lib/providers/channel.ts';
import { ProviderId } from '#lib/providers/provider-id.ts';
import { RUN_OUTCOMES } from '#lib/reasons/outcome.ts';
import { WireFix, WireReason } from '#lib/reasons/schema.ts';
import { StepTypeName } from '#lib/steps/step-type.ts';
import { CreateSubscriberBody } from '#lib/subscribers/schema.ts';
import { UpdateWorkflowBody } from '#lib/workflows/schema.ts';
import { TriggerBody } from './schema.ts';

/** The body of a trigger with one subscriber, optionally with a draft of the workflow. */
export const DryRunBody = TriggerBody.omit({ to: true }).extend({
  workflow: UpdateWorkflowBody.optional(),
  to: z.union([storableText(255).trim().min(1, 'must not be empty'), CreateSubscriberBody]),
});
export type DryRunBody = z.infer<typeof DryRunBody>;

const ReasonFields = { reason: WireReason, summary: z.string() };

/** A message that the run would send, or would send if it had an address. */
export const DryRunMessage = z.strictObject({
  channel: Channel,
  status: z.enum(['sent', 'error', 'warning']),
  /** The masked address. Absent if there is no address. */
  to: z.string().optional(),
  integration: z
    .strictObject({
      _id: z.string(),
      name: z.string(),
      identifier: z.string(),
      providerId: ProviderId,
      sandbox: z.boolean(),
    })
    .optional(),
  subject: z.string().optional(),
  title: z.string().optional(),
  content: z.string().optional(),
  cta: JsonObject.optional(),
  /** Masked addresses that get a copy of an email. Only the first email of a step has copies. */
  cc: z.array(z.string()).optional(),
  bcc: z.array(z.string()).optional(),
  /** The reply address of an email. */
  replyTo: z.string().optional(),
  /** The headers of an email by name, without the headers that the provider adds. */
  headers: z.record(z.string(), z.string()).optional(),
});
export type DryRunMessage = z.infer<typeof DryRunMessage>;

export const DryRunStep = z.strictObject({
  stepId: z.string(),
  name: z.string(),
  type: StepTypeName,
  status: z.enum(JOB_STATUSES),
  outcome: z.enum(RUN_OUTCOMES).optional(),
  ...ReasonFields,
  fix: WireFix.optional(),
  startedAt: Timestamp.optional(),
  endedAt: Timestamp.optional(),
  /** The waits of the step, each with its end. The run continues after each wait. */
  waits: z.array(z.strictObject({ until: Timestamp, ...ReasonFields })),
  /** All events that would be recorded about the step, in order. */
  details: z.array(z.strictObject(ReasonFields)),
  messages: z.array(DryRunMessage),
  /** The request that the step would make. */
  request: z.strictObject({ method: z.string(), url: z.string(), body: z.string().optional() }).optional(),
  /** The result that later steps can read. */
  result: JsonObject.optional(),
});
export type DryRunStep = z.infer<typeof DryRunStep>;

export const DryRunResult = z.strictObject({
  /** The reason why the trigger would start no run. `steps` is then empty. */
  rejected: z.strictObject({ ...ReasonFields, fix: WireFix.optional() }).optional(),
  /** The end of the run, and its deciding reason. */
  outcome: z.enum(RUN_OUTCOMES).optional(),
  reason: WireReason.optional(),
  workflow: z.strictObject({ workflowId: z.string(), name: z.string(), version: z.int() }).optional(),
  subscriber: z.strictObject({
    subscriberId: z.string(),
    firstName: z.string().optional(),
    lastName: z.string().optional(),
    /** Whether the trigger would create the subscriber. */
    isNew: z.boolean(),
  }),
  /** The start of the run. */
  startsAt: Timestamp.optional(),
  steps: z.array(DryRunStep),
});
export type DryRunResult = z.infer<typeof DryRunResult>;
