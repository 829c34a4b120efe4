/** Wire shapes of messages (spec 2.10, 4.6). */
import { z } from 'zod';
import { queryArray, queryContextKeys, queryInt, queryText } from '#lib/api/query.ts';
import { JsonObject, storableText } from '#lib/api/text.ts';
import { MAX_PAGE, Timestamp } from '#lib/api/wire.ts';
import { DeliveryEvent } from '#lib/delivery-events/schema.ts';
import { InboxParts } from '#lib/inbox/schema.ts';
import { Sender } from '#lib/integrations/sender.ts';
import { EqualMessages } from '#lib/notifications/copies/equal.ts';
import { HeldBy, Lateness } from '#lib/notifications/lateness/lateness.ts';
import { Channel } from '#lib/providers/channel.ts';
import { WireReason } from '#lib/reasons/schema.ts';
import { Subscriber } from '#lib/subscribers/schema.ts';
import { SLOWER_THAN } from '#lib/time/slowness.ts';
import { WorkflowTemplate } from '#lib/workflows/template.ts';
import { MESSAGE_DELIVERIES, MESSAGE_OUTCOMES, MESSAGE_STATUSES } from './statuses.ts';

export const MessageStatus = z.enum(MESSAGE_STATUSES);
export type MessageStatus = z.infer<typeof MessageStatus>;

/** Spec 2.10. */
export const EmailBlock = z.strictObject({
  type: z.enum(['button', 'text']),
  content: z.string(),
  url: z.string().optional(),
  styles: z.strictObject({ textAlign: z.enum(['center', 'left', 'right']) }).optional(),
});
export type EmailBlock = z.infer<typeof EmailBlock>;

const ButtonType = z.enum(['primary', 'secondary']);

/** Spec 2.10. `{}` if the message has no call to action. */
export const MessageCta = z.strictObject({
  type: z.literal('redirect').optional(),
  data: z.strictObject({ url: z.string().optional() }).optional(),
  action: z
    .strictObject({
      status: z.enum(['pending', 'done']).optional(),
      buttons: z
        .array(z.strictObject({ type: ButtonType, content: z.string(), resultContent: z.string().optional() }))
        .optional(),
      result: z.strictObject({ payload: JsonObject.optional(), type: ButtonType.optional() }).optional(),
    })
    .optional(),
});
export type MessageCta = z.infer<typeof MessageCta>;

/** Spec 2.10. Only the three template and feed IDs may be null. Any other unknown field is omitted. */
export const Message = z.strictObject({
  _id: z.string().optional(),
  _templateId: z.string().nullish(),
  _environmentId: z.string(),
  _messageTemplateId: z.string().nullish(),
  _organizationId: z.string(),
  _notificationId: z.string(),
  _subscriberId: z.string(),
  subscriber: Subscriber.optional(),
  template: WorkflowTemplate.optional(),
  templateIdentifier: z.string().optional(),
  createdAt: Timestamp,
  deliveredAt: z.array(Timestamp).optional(),
  lastSeenDate: Timestamp.optional(),
  lastReadDate: Timestamp.optional(),
  snoozedUntil: Timestamp.optional(),
  content: z.union([z.array(EmailBlock), z.string()]).optional(),
  transactionId: z.string(),
  subject: z.string().optional(),
  title: z.string().optional(),
  channel: Channel,
  read: z.boolean(),
  seen: z.boolean(),
  email: z.string().optional(),
  phone: z.string().optional(),
  directWebhookUrl: z.string().optional(),
  /** A free string in the spec. Contains the vendor prefix if the ID has one. */
  providerId: z.string().optional(),
  deviceTokens: z.array(z.string()).optional(),
  cta: MessageCta,
  _feedId: z.string().nullish(),
  status: MessageStatus,
  errorId: z.string().optional(),
  errorText: z.string().optional(),
  payload: JsonObject.optional(),
  overrides: JsonObject.optional(),
  contextKeys: z.array(z.string()).optional(),
  /** Beyond the interface: why the message has its status. */
  reason: WireReason.optional(),
  /** Beyond the interface: the integration through which the message was sent or attempted. */
  integration: Sender.optional(),
  /** Beyond the interface: the time at which the provider accepted the message, or the inbox stored it. */
  sentAt: Timestamp.optional(),
  /** Beyond the interface: when the subscriber saw the in-app message for the first time. */
  firstSeenAt: Timestamp.optional(),
  /** Beyond the interface: when the subscriber archived the in-app message. */
  archivedAt: Timestamp.optional(),
  /** Beyond the interface: the sender of an email that a provider accepted. */
  sentFrom: z.string().optional(),
  /** Beyond the interface, for people and restricted API keys: the name of the workflow. */
  templateName: z.string().optional(),
  /**
   * Beyond the interface, for a single message: the provider's reports after it accepted the message, in the order of
   * the provider's clock.
   */
  events: z.array(DeliveryEvent).optional(),
  /** Beyond the interface, for a single message: its delay, if it was sent late. */
  late: Lateness.optional(),
  /** Beyond the interface, for a single message: the outages that held up its step, the oldest first. */
  outages: z.array(HeldBy).optional(),
  /** Beyond the interface, for people, for a single message: further messages with the same content. */
  equal: EqualMessages.optional(),
  /** Beyond the interface, for people, for a single message with a provider: whether its fate can be fetched. */
  fate: z.strictObject({ whyNot: z.string().optional() }).optional(),
  /** Beyond the interface, for a single in-app message: its avatar and severity, and the buttons that were completed. */
  inbox: InboxParts.optional(),
  /** Beyond the interface, for people: the run whose message this message repeats. */
  resendOf: z.string().optional(),
  /** Beyond the interface, for people: the newest run that repeats this message. */
  resentIn: z.string().optional(),
  /**
   * Beyond the interface, for people, in lists of one subscriber: the number of equal messages within 24 hours,
   * including this one.
   */
  copies: z.int().optional(),
  /**
   * Beyond the interface, for people: the provider’s last report, if the sent message bounced, was not sent on or was
   * reported as spam.
   */
  reported: WireReason.optional(),
  /** Beyond the interface: the content is withheld from this caller. */
  withheld: z.literal(true).optional(),
});
export type Message = z.infer<typeof Message>;

/** Response of spec 4.6. `totalCount` is omitted beyond 50,000. */
export const MessagePage = z.strictObject({
  totalCount: z.int().nonnegative().optional(),
  hasMore: z.boolean(),
  data: z.array(Message),
  pageSize: z.int(),
  page: z.int(),
  /** Beyond the interface: the time of the oldest message that was searched. `before` continues the search. */
  searchedTo: Timestamp.optional(),
});
export type MessagePage = z.infer<typeof MessagePage>;

/**
 * Query of spec 4.6, extended by `notificationId` (the messages of one run), `messageId` (one message, also by the
 * provider's message ID or the email's Message-ID; none if it was deleted), `status`, `outcome`, `delivery`,
 * `providerId`, `integrationId`, `templates`, `slowerThan`, `after`, `before` and `q`. `contextKeys` is sorted. An empty list matches
 * messages without context.
 */
export const ListMessagesQuery = z.object({
  channel: Channel.optional(),
  subscriberId: queryText(),
  transactionId: queryArray(storableText(512)),
  contextKeys: queryContextKeys(),
  notificationId: queryText(),
  messageId: queryText(),
  status: queryArray(MessageStatus),
  /**
   * The result as the dashboard shows it, derived from status and reason. The interface reports skipped messages as
   * errors or warnings.
   */
  outcome: queryArray(z.enum(MESSAGE_OUTCOMES)),
  /** Messages about which the provider, or a tracked link, reported one of these. `bounced` includes rejected ones. */
  delivery: queryArray(z.enum(MESSAGE_DELIVERIES)),
  /** Provider IDs as in messages, with the vendor prefix. */
  providerId: queryArray(storableText(255)),
  /** The `_id`s of integrations. */
  integrationId: queryArray(storableText(255)),
  /** The `_id`s of workflows. */
  templates: queryArray(storableText(255)),
  /** Messages that were sent at least this long after their trigger. Delays and digests of the workflow count. */
  slowerThan: z.enum(SLOWER_THAN).optional(),
  after: queryText(64),
  before: queryText(64),
  /** A text in subject, title, content (not of emails), address, provider's ID or error. Ignores case and accents. */
  q: queryText(255),
  page: queryInt({ min: 0, max: MAX_PAGE, default: 0 }),
  limit: queryInt({ min: 1, max: 1000, default: 10 }),
});
export type ListMessagesQuery = z.infer<typeof ListMessagesQuery>;

/** Path of GET /v1/messages/{messageId}. */
export const MessageParams = z.object({ messageId: storableText(255).min(1) });
export type MessageParams = z.infer<typeof MessageParams>;

/**
 * - `found`: the provider knows the message. `events` may be empty: nothing happened yet.
 * - `unknown`: the provider does not know the message, or no longer does.
 * - `failed`: the provider rejected the request, or did not respond.
 */
const FATE_OUTCOMES = ['found', 'unknown', 'failed'] as const;

/** Response of POST /v1/messages/{messageId}/fate. A provider’s failure is a result, not an API error. */
export const FetchedFate = z.strictObject({
  outcome: z.enum(FATE_OUTCOMES),
  /** A sentence. */
  message: z.string(),
  /** The provider’s word for the present state. Absent if the provider returns only events. */
  state: z.string().optional(),
  /** The events so far, in order. */
  events: z.array(DeliveryEvent.pick({ kind: true, bounce: true, at: true, words: true, code: true })),
  /** Whether any of the events is new to Belfry. */
  isNew: z.boolean(),
  fetchedAt: Timestamp,
});
export type FetchedFate = z.infer<typeof FetchedFate>;

/** Response of DELETE /v1/messages/{messageId}. */
export const DeletedMessage = z.strictObject({ acknowledged: z.literal(true), status: z.literal('deleted') });
export type DeletedMessage = z.infer<typeof DeletedMessage>;

export const TransactionMessagesParams = z.object({ transactionId: storableText(255).min(1) });

/** Query of the deletion of a transaction's messages. */
export const DeleteTransactionQuery = z.object({ channel: Channel.optional() });
export type DeleteTransactionQuery = z.infer<typeof DeleteTransactionQuery>;
