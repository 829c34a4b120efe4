/** Wire shapes of one outage and its messages, which are beyond the interface. */
import { z } from 'zod';
import { queryArray, queryBoolean, queryInt, queryText } from '#lib/api/query.ts';
import { Id, Timestamp } from '#lib/api/wire.ts';
import { LIST_FORMATS } from '#lib/audit-log/list-formats.ts';
import { Sender } from '#lib/integrations/sender.ts';
import { MAX_EXPORTED } from '#lib/notifications/list/export-schema.ts';
import { Channel } from '#lib/providers/channel.ts';
import { REASON_CODES } from '#lib/reasons/registry.ts';
import { WireReason } from '#lib/reasons/schema.ts';
import { OUTAGE_EFFECTS } from './effects.ts';

/** Path of an outage. An integration has at most one outage per start time. */
export const OutageParams = z.object({
  integrationId: Id,
  openedAt: Timestamp.refine((text) => !Number.isNaN(Date.parse(text)), 'must be the time at which the outage began'),
});
export type OutageParams = z.infer<typeof OutageParams>;

/** An outage with the number of messages that it held up. Each message counts once, by its present result. */
export const Outage = z.strictObject({
  integration: Sender,
  channel: Channel.optional(),
  openedAt: Timestamp,
  /** Absent while the outage lasts. */
  closedAt: Timestamp.optional(),
  /** Why the last attempt before the outage got no response. */
  words: z.string(),
  counts: z.strictObject({
    /** Messages that were held back or tried during the outage, and are not sent yet. An attempt is pending. */
    waiting: z.int(),
    /** Messages that were sent after they had waited for the provider. */
    late: z.int(),
    /** Messages that were not sent after they had waited: given up, refused by the provider, skipped or cancelled. */
    failed: z.int(),
    /** Messages that failed after they had waited, and were then sent by a retry on request. */
    recovered: z.int(),
    /**
     * The number of all these messages that may have arrived several times, because outcomes of attempts are unknown.
     */
    several: z.int(),
    /** Whether there may be more, because not all messages of the time were read. */
    capped: z.boolean(),
  }),
  /**
   * The counted messages that failed and can be retried: the trigger times of the oldest and the newest, and the codes
   * of their reasons. Absent if there are no such messages.
   */
  failedRuns: z
    .strictObject({ after: Timestamp, before: Timestamp, reasons: z.array(z.enum(REASON_CODES)) })
    .optional(),
});
export type Outage = z.infer<typeof Outage>;

/** Response of GET /v1/outages: the outages of the last 30 days, those in progress first, then the newest. */
export const RecentOutages = z.array(
  z.strictObject({
    integration: Sender,
    openedAt: Timestamp,
    /** Absent while the outage lasts. */
    closedAt: Timestamp.optional(),
    /** Why the last attempt before the outage got no response. */
    words: z.string(),
    /** The number of messages that wait, and whether there may be more. Only while the outage lasts. */
    waiting: z.int().optional(),
    more: z.boolean().optional(),
    /** The number of messages that waited for the provider, at most 10,000. Absent while the outage lasts. */
    late: z.int().optional(),
    /** The number of messages that failed permanently, among the first 10,000 failures. Absent while the outage lasts. */
    failed: z.int().optional(),
  }),
);
export type RecentOutages = z.infer<typeof RecentOutages>;
export type RecentOutage = RecentOutages[number];

/** A message that an outage affected. */
export const OutageMessage = z.strictObject({
  /** The ID of the message. For `waiting`, and for a step that ended without a message, the ID of the job. */
  _id: z.string(),
  /** Absent for `waiting`, and for a step that ended without a message. */
  _messageId: z.string().optional(),
  _notificationId: z.string(),
  effect: z.enum(OUTAGE_EFFECTS),
  transactionId: z.string(),
  /** Absent if the subscriber is no longer known. */
  subscriber: z
    .strictObject({
      subscriberId: z.string(),
      firstName: z.string().optional(),
      lastName: z.string().optional(),
      /** Whether the subscriber was deleted in the meantime. */
      deleted: z.boolean(),
    })
    .optional(),
  /**
   * The email address or phone number of the message. For `waiting`, the present address of the subscriber. Absent for
   * other channels, and if the subscriber has no such address.
   */
  address: z.string().optional(),
  /** The name is absent if the workflow no longer exists. */
  workflow: z.strictObject({ workflowId: z.string().optional(), name: z.string().optional() }),
  triggeredAt: Timestamp,
  /** The time at which the message was first held back or tried during the outage. */
  heldAt: Timestamp,
  /** The time at which the provider accepted the message. Absent for `waiting` and `failed`. */
  sentAt: Timestamp.optional(),
  /** The time at which the next attempt is due. Only for `waiting`. */
  retryAt: Timestamp.optional(),
  /** Why nothing was sent. Only for `failed`. */
  reason: WireReason.optional(),
  /**
   * The largest number of times that the message may have arrived, because the outcome of an attempt is unknown. Absent if
   * all outcomes are known.
   */
  arrivals: z.int().optional(),
});
export type OutageMessage = z.infer<typeof OutageMessage>;

/** A page, newest first. It may contain fewer messages than requested although `next` is set. */
export const OutageMessagePage = z.strictObject({
  data: z.array(OutageMessage),
  next: z.string().nullable(),
  previous: z.string().nullable(),
});
export type OutageMessagePage = z.infer<typeof OutageMessagePage>;

const filters = {
  effect: queryArray(z.enum(OUTAGE_EFFECTS)),
  /** Whether to return only messages that may have arrived several times. */
  several: queryBoolean().optional(),
};

export const OutageMessagesQuery = z.object({
  ...filters,
  after: queryText(),
  before: queryText(),
  limit: queryInt({ min: 1, max: 100, default: 10 }),
});
export type OutageMessagesQuery = z.infer<typeof OutageMessagesQuery>;

export const ExportOutageQuery = z.object({
  ...filters,
  /** `ndjson`: a message per line. */
  format: z.enum(LIST_FORMATS).default('csv'),
  limit: queryInt({ min: 1, max: MAX_EXPORTED, default: MAX_EXPORTED }),
});
export type ExportOutageQuery = z.infer<typeof ExportOutageQuery>;
