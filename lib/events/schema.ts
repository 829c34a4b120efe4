/** Wire shapes of triggers. */
import { z } from 'zod';
import { chosenId, JsonObject, storableText } from '#lib/api/text.ts';
import { ContextInput } from '#lib/contexts/schema.ts';
import { CreateSubscriberBody, SubscriberId } from '#lib/subscribers/schema.ts';
import { Overrides } from './overrides-schema.ts';

/** Maximum recipients of one trigger. */
const MAX_RECIPIENTS = 100;
/** Maximum subscribers of a topic that one trigger may exclude. */
const MAX_EXCLUDED = 10_000;
/** Maximum events of one bulk trigger. */
const MAX_BULK_EVENTS = 100;
/** Maximum size of a payload as JSON. */
const MAX_PAYLOAD_BYTES = 512 * 1024;
/** Maximum size of a request body on these routes. */
export const EVENTS_BODY_LIMIT_BYTES = 16 * 1024 * 1024;

const TopicRecipient = z.object({
  type: z.literal('Topic'),
  topicKey: storableText(255).min(1, 'must not be empty'),
  exclude: z.array(SubscriberId).max(MAX_EXCLUDED, `must name no more than ${MAX_EXCLUDED} subscribers`).optional(),
});

/** A subscriber's ID, a subscriber to create or update (spec 4.2), or a topic. */
const Recipient = z.union([SubscriberId, TopicRecipient, CreateSubscriberBody]);

/** The body of one trigger. `name` is the workflow's identifier. */
export const TriggerBody = z.object({
  name: storableText(512).min(1, 'must not be empty'),
  to: z.union([
    Recipient,
    z
      .array(Recipient)
      .min(1, 'must name at least one recipient')
      .max(MAX_RECIPIENTS, `must name no more than ${MAX_RECIPIENTS} recipients`),
  ]),
  payload: JsonObject.refine(
    (payload) => Buffer.byteLength(JSON.stringify(payload)) <= MAX_PAYLOAD_BYTES,
    `must not be larger than ${MAX_PAYLOAD_BYTES / 1024} KiB`,
  ).optional(),
  overrides: Overrides.optional(),
  /** Unique in the environment. Generated if absent. */
  transactionId: chosenId(255).optional(),
  actor: z.union([SubscriberId, CreateSubscriberBody]).optional(),
  tenant: z.union([storableText(255).min(1), JsonObject]).optional(),
  context: ContextInput.optional(),
  /** The start of the runs, an addition to the interface. A time in the past means immediately. */
  scheduledAt: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .optional(),
});
export type TriggerBody = z.infer<typeof TriggerBody>;

/** The body of a broadcast: a trigger for every subscriber. */
export const BroadcastBody = TriggerBody.omit({ to: true });
export type BroadcastBody = z.infer<typeof BroadcastBody>;

/** Each event is parsed separately, so that an invalid event affects only its own result. */
export const BulkTriggerBody = z.object({
  events: z
    .array(z.unknown())
    .min(1, 'must contain at least one event')
    .max(MAX_BULK_EVENTS, `must contain no more than ${MAX_BULK_EVENTS} events`),
});
export type BulkTriggerBody = z.infer<typeof BulkTriggerBody>;

const TRIGGER_STATUSES = [
  'error',
  'trigger_not_active',
  'no_workflow_active_steps_defined',
  'no_workflow_steps_defined',
  'processed',
  'no_tenant_found',
  'invalid_recipients',
] as const;

export const TriggerResult = z.strictObject({
  acknowledged: z.boolean(),
  status: z.enum(TRIGGER_STATUSES),
  error: z.array(z.string()).optional(),
  transactionId: z.string().optional(),
});
export type TriggerResult = z.infer<typeof TriggerResult>;

export const TransactionParams = z.object({ transactionId: storableText(255).min(1) });
