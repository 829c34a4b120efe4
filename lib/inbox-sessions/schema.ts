/** Wire shapes of inbox sessions. */
import { z } from 'zod';
import { boundedRecord } from '#lib/api/bounded-record.ts';
import { JsonObject, storableText } from '#lib/api/text.ts';
import { Timestamp } from '#lib/api/wire.ts';
import { ContextId, MAX_CONTEXTS } from '#lib/contexts/schema.ts';
import { isObject } from '#lib/json/values.ts';
import { Schedule } from '#lib/preferences/schema.ts';
import { CreateSubscriberBody, SubscriberId } from '#lib/subscribers/schema.ts';

/** Days for which a session is valid. */
export const SESSION_DAYS = 15;

const ContextType = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,100}$/, 'must be 1 to 100 letters, digits, hyphens and underscores');

/** The context of a session. A type contains no colon, so its key can be split at the first colon. */
export const InboxContext = boundedRecord(
  ContextType,
  z.union([ContextId, z.object({ id: ContextId, data: JsonObject.optional() })]),
  MAX_CONTEXTS,
);
export type InboxContext = z.infer<typeof InboxContext>;

/** A text is the ID of the subscriber. Pages send empty texts for unknown fields, and the time zone of the browser. */
const SessionSubscriber = z.preprocess(
  (raw) => {
    if (typeof raw === 'string') return { subscriberId: raw };
    if (!isObject(raw)) return raw;
    return Object.fromEntries(Object.entries(raw).filter(([field, value]) => value !== '' || field === 'subscriberId'));
  },
  CreateSubscriberBody.extend({ subscriberId: SubscriberId.optional(), timezone: storableText(64).nullish() }),
);

export const CreateInboxSessionBody = z.object({
  /** The identifier of the environment. */
  applicationIdentifier: storableText(255).optional(),
  /** HMAC-SHA256 of the subscriber’s ID, with an API key as the secret. */
  subscriberHash: storableText(255).nullish(),
  /** HMAC-SHA256 of the canonical JSON of the context, with an API key as the secret. */
  contextHash: storableText(255).nullish(),
  subscriber: SessionSubscriber.optional(),
  /** Deprecated: the ID of the subscriber, as in `subscriber`. */
  subscriberId: SubscriberId.optional(),
  /** The hours that are stored if the subscriber never chose hours. */
  defaultSchedule: Schedule.partial({ isEnabled: true }).nullish(),
  context: InboxContext.optional(),
});
export type CreateInboxSessionBody = z.infer<typeof CreateInboxSessionBody>;

const Count = z.int().nonnegative();

export const UnreadCount = z.strictObject({
  /** At most 100. */
  total: Count,
  severity: z.strictObject({ high: Count, medium: Count, low: Count, none: Count }),
});
export type UnreadCount = z.infer<typeof UnreadCount>;

/** Response of POST /v1/inbox/session. */
export const CreatedInboxSession = z.strictObject({
  data: z.strictObject({
    /** The token, which only this response contains. */
    token: z.string(),
    applicationIdentifier: z.string(),
    unreadCount: UnreadCount,
    /** Deprecated: `unreadCount.total`. */
    totalUnreadCount: Count,
    /** Always true: an inbox shows no name of a vendor. */
    removeNovuBranding: z.literal(true),
    /** Always false: an inbox shows no name of a vendor. */
    isDevelopmentMode: z.literal(false),
    maxSnoozeDurationHours: z.int(),
    schedule: Schedule.optional(),
    contextKeys: z.array(z.string()),
    /** An addition to the interface: the time zone of the subscriber’s schedule. */
    timezone: z.string(),
  }),
});
export type CreatedInboxSession = z.infer<typeof CreatedInboxSession>;

/** Response of POST /v2/subscribers/{subscriberId}/inbox-previews. */
export const InboxPreview = z.strictObject({
  /** Begins a session of the subscriber, on a page of this installation only. */
  subscriberHash: z.string(),
  /** The time by which a session must have begun. The session itself is valid for one hour. */
  expiresAt: Timestamp,
});
export type InboxPreview = z.infer<typeof InboxPreview>;

/** An empty page. Clients of the inbox read channel connections and endpoints, which Belfry does not have. */
export const NoChannels = z.strictObject({ data: z.array(z.unknown()).max(0), next: z.null(), previous: z.null() });
