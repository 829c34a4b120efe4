/** Wire shapes of delivery events. */
import { z } from 'zod';
import { storableText } from '#lib/api/text.ts';
import { Timestamp } from '#lib/api/wire.ts';
import { MailboxState } from '#lib/bounce-mailbox/schema.ts';
import { Integration } from '#lib/integrations/schema.ts';
import { BOUNCES, EVENT_KIND_NAMES } from './kinds.ts';

const EventKind = z.enum(EVENT_KIND_NAMES);

/** One event of a message. */
export const DeliveryEvent = z.strictObject({
  _id: z.string(),
  kind: EventKind,
  bounce: z.enum(BOUNCES).optional(),
  /** The time of the event by the vendor's clock. */
  at: Timestamp,
  receivedAt: Timestamp,
  /** The vendor's words. */
  words: z.string().optional(),
  code: z.string().optional(),
  /** Present if the event is about a copy (Cc, Bcc). */
  ofCopy: z.literal(true).optional(),
});
export type DeliveryEvent = z.infer<typeof DeliveryEvent>;

/** Path of POST /v1/inbound/{token}. */
export const InboundParams = z.object({ token: storableText(255).min(1) });

/** Path of POST /v2/inbound-webhooks/delivery-providers/{environmentId}/{integrationId}. */
export const InboundWebhookParams = z.object({
  environmentId: storableText(255).min(1),
  integrationId: storableText(255).min(1),
});

/** Response to a vendor. */
export const ReceivedEvents = z.strictObject({
  /** The number of events that Belfry could read. */
  received: z.int(),
  /** The number of new events among them. */
  stored: z.int(),
});
export type ReceivedEvents = z.infer<typeof ReceivedEvents>;

/** Response to clients of the interface: the events that Belfry could read. */
export const TrackedEvents = z.array(
  z.strictObject({
    /** The vendor's ID of the event. */
    id: z.string(),
    event: z.strictObject({
      status: z.string(),
      date: Timestamp,
      /** The provider's ID of the message. */
      externalId: z.string().optional(),
      /** The vendor's words. */
      response: z.string().optional(),
    }),
  }),
);
export type TrackedEvents = z.infer<typeof TrackedEvents>;

/** Response of GET and POST /v1/integrations/{integrationId}/event-address. */
export const EventAddress = z.strictObject({
  /** Whether Belfry reads the provider's events. If not, `exists` is false and the other fields are absent. */
  supported: z.boolean(),
  /**
   * The secret address, or only its path if `PUBLIC_URL` is not set. Absent if the address does not exist, or if the
   * caller may not see it.
   */
  address: z.string().optional(),
  /** Whether the secret address exists. */
  exists: z.boolean(),
  /** The address without a secret, to which requests must be signed. */
  signedAddress: z.string().optional(),
  /** Present if the vendor reads the address from each message. The fields about addresses and keys are then absent. */
  byMessage: z
    .strictObject({
      /** Whether messages contain the address, as the configuration `inboundWebhookEnabled` decides. */
      isNamed: z.boolean(),
      /** Whether `PUBLIC_URL` is an https address. Otherwise, no message contains the event address. */
      canName: z.boolean(),
    })
    .optional(),
  /** Present if the provider’s reports arrive in a mailbox. Such an integration has no event address and no key. */
  mailbox: MailboxState.optional(),
  /** The signing key at the vendor. Absent if the vendor signs with a credential of the integration. */
  key: z
    .strictObject({
      name: z.string(),
      /** The page on which the vendor shows the key. */
      where: z.string(),
      /** Whether the secret address accepts only signed requests. */
      required: z.boolean(),
      entered: z.boolean(),
    })
    .optional(),
  /** The page of the vendor on which to enter the address. */
  setUp: z.string().optional(),
  /** Present if Belfry can register the address at the vendor (POST /v1/integrations/{integrationId}/auto-configure). */
  registration: z
    .strictObject({
      /** The reason why Belfry cannot register the address at present. */
      whyNot: z.string().optional(),
    })
    .optional(),
  /** The time at which the last verified request arrived. */
  arrivedAt: Timestamp.optional(),
  arrivedKind: EventKind.optional(),
  /** The time of the last rejected request, and the reason. */
  refusedAt: Timestamp.optional(),
  refusedWords: z.string().optional(),
});
export type EventAddress = z.infer<typeof EventAddress>;

/** Response of POST /v1/integrations/{integrationId}/auto-configure. A refusal of the vendor is a result, not an API error. */
export const AutoConfigured = z.strictObject({
  success: z.boolean(),
  /** The result of the registration, or the vendor's words and the advice. */
  message: z.string().optional(),
  /** The integration after the registration, with its secrets masked. Present after success. */
  integration: Integration.optional(),
});
export type AutoConfigured = z.infer<typeof AutoConfigured>;
