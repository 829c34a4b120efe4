/** Wire shapes of subscribers and their channel credentials (spec 2.1, 2.2, 2.4, 4.1-4.3). */
import { z } from 'zod';
import { queryArray, queryBoolean, queryInt, queryText } from '#lib/api/query.ts';
import { chosenId, JsonObject, storableText, visibleText } from '#lib/api/text.ts';
import { Timestamp } from '#lib/api/wire.ts';
import { Channel } from '#lib/providers/channel.ts';
import { SubscriberChannelProviderId, SubscriberChannelProviderIdInput } from '#lib/providers/provider-id.ts';
import { WireReason } from '#lib/reasons/schema.ts';
import { isWebAddress } from '#lib/rendering/addresses.ts';
import { isTimeZone } from '#lib/time/time-zone.ts';
import { CANNOT_BE_READ } from '#lib/unreadable.ts';
import { isEmail, isLanguage, isLocale, isPhone } from './formats.ts';
import { MISSABLE } from './missing.ts';

/** The largest number of device tokens in one channel of a subscriber (spec 2.4). */
export const MAX_DEVICE_TOKENS = 100;

/** The credentials of a channel (spec 2.4): the same eight optional fields in requests and responses. */
export const ChannelCredentials = z.strictObject({
  webhookUrl: z.string().optional(),
  channel: z.string().optional(),
  deviceTokens: z.array(z.string()).optional(),
  alertUid: z.string().optional(),
  title: z.string().optional(),
  imageUrl: z.string().optional(),
  state: z.string().optional(),
  externalUrl: z.string().optional(),
});
export type ChannelCredentials = z.infer<typeof ChannelCredentials>;

/** An element of `Subscriber.channels` (spec 2.2). */
export const ChannelSettings = z.strictObject({
  providerId: SubscriberChannelProviderId,
  integrationIdentifier: z.string().optional(),
  credentials: ChannelCredentials,
  _integrationId: z.string(),
});
export type ChannelSettings = z.infer<typeof ChannelSettings>;

/** A subscriber (spec 2.1). */
export const Subscriber = z.strictObject({
  _id: z.string().optional(),
  subscriberId: z.string(),
  firstName: z.string().nullish(),
  lastName: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  avatar: z.string().nullish(),
  locale: z.string().nullish(),
  timezone: z.string().nullish(),
  channels: z.array(ChannelSettings).optional(),
  topics: z.array(z.string()).optional(),
  isOnline: z.boolean().nullish(),
  lastOnlineAt: Timestamp.nullish(),
  __v: z.int().optional(),
  data: JsonObject.nullish(),
  _organizationId: z.string(),
  _environmentId: z.string(),
  deleted: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Subscriber = z.infer<typeof Subscriber>;

/**
 * A subscriber in the response of spec 4.3. The added fields are beyond the interface: they appear if requested and not
 * empty.
 */
export const ListedSubscriber = Subscriber.extend({
  lastMessageAt: Timestamp.optional(),
  /** The channels whose newest message failed. */
  failingChannels: z.array(Channel).optional(),
});
export type ListedSubscriber = z.infer<typeof ListedSubscriber>;

/** A page of subscribers, the response of spec 4.3. */
export const SubscriberPage = z.strictObject({
  data: z.array(ListedSubscriber),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  totalCount: z.int().nonnegative(),
  totalCountCapped: z.boolean(),
});
export type SubscriberPage = z.infer<typeof SubscriberPage>;

/** The caller's `subscriberId` in a path. */
export const SubscriberParams = z.object({ subscriberId: storableText(255).trim().min(1) });
export type SubscriberParams = z.infer<typeof SubscriberParams>;

/**
 * Query of spec 4.3. `email`, `phone` and `name` match substrings, `subscriberId` matches exactly, all case-sensitive.
 * `q` is beyond the interface: it finds words in any order in name, email, phone and ID, regardless of case and
 * accents.
 */
export const SearchSubscribersQuery = z.object({
  after: queryText(),
  before: queryText(),
  limit: queryInt({ min: 1, max: 100, default: 10 }),
  orderDirection: z.enum(['ASC', 'DESC']).default('DESC'),
  /** `relevance` is beyond the interface: the best matches of `q` come first. Beyond 50,000 matches, the order is by `_id`. */
  orderBy: z.enum(['_id', 'updatedAt', 'relevance']).default('_id'),
  includeCursor: queryBoolean(),
  email: queryText(),
  name: queryText(1024),
  phone: queryText(),
  subscriberId: queryText(),
  q: queryText(),
  /** Extension: only subscribers with a subscription to the topic of this key. */
  topicKey: queryText(),
  /** Extension: only subscribers with a preference or a subscription in exactly this context: `tenant:acme`. */
  contextKey: queryText(),
  /** Extension: only subscribers with this language: `de` also finds `de-AT` and `de_CH`. */
  language: queryText()
    .transform((value) => value?.toLowerCase())
    .refine((value) => value === undefined || isLanguage(value), 'must be a language without a region, such as "de"')
    .optional(),
  /** Extension: only subscribers without an address or connection for each of these channels. */
  missing: queryArray(z.enum(MISSABLE)),
  /** Extension: each subscriber has `lastMessageAt` and `failingChannels`. */
  includeLastMessage: queryBoolean(),
});
export type SearchSubscribersQuery = z.infer<typeof SearchSubscribersQuery>;

/** Query of spec 4.2. */
export const CreateSubscriberQuery = z.object({ failIfExists: queryBoolean() });
export type CreateSubscriberQuery = z.infer<typeof CreateSubscriberQuery>;

/** The ID of a subscriber, chosen by the caller. Spaces around it are ignored, in bodies and in paths. */
export const SubscriberId = z.string().trim().pipe(chosenId(255, 'SubscriberId is required'));

/** Body of spec 4.2. An absent field keeps the stored value, null clears it. Unknown fields are ignored. */
export const CreateSubscriberBody = z.object({
  subscriberId: SubscriberId,
  firstName: storableText(255).nullish(),
  lastName: storableText(255).nullish(),
  email: visibleText(254).refine(isEmail, 'must be an email address').meta({ format: 'email' }).nullish(),
  phone: visibleText(64).refine(isPhone, 'must be a phone number, such as +4930123456').nullish(),
  avatar: storableText(8192).nullish(),
  locale: storableText(64).refine(isLocale, 'must be a locale such as "en" or "en-US"').nullish(),
  timezone: storableText(64).refine(isTimeZone, 'must be an IANA time zone such as "Europe/Berlin"').nullish(),
  data: JsonObject.nullish(),
});
export type CreateSubscriberBody = z.infer<typeof CreateSubscriberBody>;

/** Body of PATCH /v2/subscribers/{subscriberId}. */
export const PatchSubscriberBody = CreateSubscriberBody.omit({ subscriberId: true });
export type PatchSubscriberBody = z.infer<typeof PatchSubscriberBody>;

/** `erasureId` is beyond the interface: only the response to an erasure contains this field. */
export const DeletedSubscriberResult = z.strictObject({
  acknowledged: z.boolean(),
  status: z.string(),
  erasureId: z.string().optional(),
});
export type DeletedSubscriberResult = z.infer<typeof DeletedSubscriberResult>;

/** Query of DELETE /v2/subscribers/{subscriberId}. `erase` is beyond the interface: it removes the subscriber from history too. */
export const DeleteSubscriberQuery = z.object({ erase: queryBoolean() });

/** Query of POST /v1/subscribers/bulk. `dryRun` is beyond the interface: the result shows the changes without saving them. */
export const BulkSubscribersQuery = z.object({ dryRun: queryBoolean() });

/** The largest number of subscribers in one request. */
const MAX_BULK_SUBSCRIBERS = 500;

/** Body of POST /v1/subscribers/bulk. Subscribers are parsed separately, so an invalid one does not affect the others. */
export const BulkSubscribersBody = z.object({
  subscribers: z
    .array(z.unknown())
    .min(1, 'must contain at least one subscriber')
    .max(MAX_BULK_SUBSCRIBERS, `must contain no more than ${MAX_BULK_SUBSCRIBERS} subscribers`),
});
export type BulkSubscribersBody = z.infer<typeof BulkSubscribersBody>;

/** An entry of POST /v1/subscribers/bulk. Channels have a separate operation, so they are rejected instead of silently dropped. */
export const BulkSubscriber = CreateSubscriberBody.extend({
  channels: z
    .array(z.unknown())
    .max(0, 'cannot be saved here: use PUT /v1/subscribers/{subscriberId}/credentials for each')
    .nullish(),
});

/** Response of POST /v1/subscribers/bulk, each list in request order. `index`, the position in the request, is beyond the interface. */
export const BulkSubscribersResult = z.strictObject({
  updated: z.array(z.strictObject({ subscriberId: z.string() })),
  created: z.array(z.strictObject({ subscriberId: z.string() })),
  failed: z.array(
    z.strictObject({ index: z.int().nonnegative(), message: z.string(), subscriberId: z.string().optional() }),
  ),
});
export type BulkSubscribersResult = z.infer<typeof BulkSubscribersResult>;

/** The results of the newest messages to a subscriber on one channel. */
export const ChannelHealth = z.strictObject({
  channel: Channel,
  /** The time of the newest message that did not fail. */
  lastDeliveredAt: Timestamp.optional(),
  /** Whether a sandbox accepted that message, so that nothing was sent. */
  lastWasSandboxed: z.boolean().optional(),
  /** The time of the newest step that was skipped because there was no address, connection or device. */
  lastSkippedAt: Timestamp.optional(),
  /** Present if the newest messages failed, or steps before they had created a message. */
  failing: z
    .strictObject({
      since: Timestamp,
      count: z.int().positive(),
      /** The number of failures, included in `count`, that happened before a message was created. */
      withoutMessage: z.int().nonnegative(),
      /** The run of the newest failure. */
      notificationId: z.string(),
      /** Whether failures may have begun before `since`, because older messages and runs were not read. */
      isOlder: z.boolean(),
      /** The reason of the newest failure. */
      reason: WireReason.optional(),
      /** Whether the subscriber’s address differs from the address of the newest failure, and has not been tried since. */
      isAddressNew: z.literal(true).optional(),
    })
    .optional(),
});
export type ChannelHealth = z.infer<typeof ChannelHealth>;

/** Response of GET /v2/subscribers/{subscriberId}/delivery-health, beyond the interface. */
export const DeliveryHealth = z.strictObject({ channels: z.array(ChannelHealth) });
export type DeliveryHealth = z.infer<typeof DeliveryHealth>;

export const OnlineStatusBody = z.object({ isOnline: z.boolean() });
export type OnlineStatusBody = z.infer<typeof OnlineStatusBody>;

/** Credentials of a provider, in a path. The parsed `providerId` is neutral. */
export const CredentialsParams = SubscriberParams.extend({ providerId: SubscriberChannelProviderIdInput });

/** Whether the text is a web address, empty, or the placeholder for an address that cannot be decrypted. */
function isWebhook(text: string): boolean {
  return text === '' || text === CANNOT_BE_READ || isWebAddress(text);
}

/** Body of spec 4.1. The parsed `providerId` is neutral. */
export const UpdateCredentialsBody = z.object({
  providerId: SubscriberChannelProviderIdInput,
  integrationIdentifier: storableText(255).optional(),
  /** The service rejects more than MAX_DEVICE_TOKENS distinct tokens with a 400. */
  credentials: z.object({
    webhookUrl: storableText(4096)
      .refine(isWebhook, 'must be an address that begins with http:// or https://')
      .optional(),
    channel: storableText(1024).optional(),
    deviceTokens: z.array(storableText(4096)).max(10_000, 'must contain no more than 10000 elements').optional(),
    alertUid: storableText(1024).optional(),
    title: storableText(4096).optional(),
    imageUrl: storableText(4096).optional(),
    state: storableText(1024).optional(),
    externalUrl: storableText(4096).optional(),
  }),
});
export type UpdateCredentialsBody = z.infer<typeof UpdateCredentialsBody>;
