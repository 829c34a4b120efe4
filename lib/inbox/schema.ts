/** Wire shapes of in-app messages as a subscriber sees them in the inbox. */
import { z } from 'zod';
import { queryArray, queryBoolean, queryContextKeys, queryInt, queryText } from '#lib/api/query.ts';
import { JsonObject, storableText } from '#lib/api/text.ts';
import { Id, Timestamp } from '#lib/api/wire.ts';
import { SubscriberParams } from '#lib/subscribers/schema.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { WorkflowSummary } from '#lib/workflows/schema.ts';
import { Severity } from '#lib/workflows/severity.ts';
import { DataFilter, TagsFilter, TagsQuery } from './filter.ts';

const MAX_FILTERS = 30;
const MAX_IDS = 100;
export const MAX_SNOOZE_DAYS = 180;

export const InboxItemParams = SubscriberParams.extend({ notificationId: Id });
export const InboxActionParams = InboxItemParams.extend({ actionType: z.enum(['primary', 'secondary']) });
export type InboxActionParams = z.infer<typeof InboxActionParams>;

const Redirect = z.strictObject({ url: z.string(), target: z.string().optional() });
const InboxAction = z.strictObject({ label: z.string(), isCompleted: z.boolean(), redirect: Redirect.optional() });
export type InboxAction = z.infer<typeof InboxAction>;

/** A button that the subscriber completed. Without a time, it was completed in an earlier release. */
const CompletedAction = z.strictObject({ type: z.enum(['primary', 'secondary']), at: Timestamp.optional() });
export type CompletedAction = z.infer<typeof CompletedAction>;

/**
 * Times of an in-app message that later changes preserve. A time is absent if its event never happened, or happened in
 * an earlier release.
 */
const InboxTimes = z.strictObject({
  /** When the subscriber read the message for the first time, if it became unread again. */
  firstReadAt: Timestamp.optional(),
  /** When the message last became unread again: the subscriber marked it as unread, or its snooze ended. */
  unreadAt: Timestamp.optional(),
  /** When the subscriber last snoozed the message. */
  snoozedAt: Timestamp.optional(),
});
export type InboxTimes = z.infer<typeof InboxTimes>;

/** The parts of an in-app message that only its inbox shows, and what its subscriber did. */
export const InboxParts = InboxTimes.extend({
  avatar: z.string().optional(),
  severity: Severity,
  completed: z.array(CompletedAction),
});
export type InboxParts = z.infer<typeof InboxParts>;

export const InboxNotification = z.strictObject({
  /** Message.id */
  id: z.string(),
  transactionId: z.string(),
  subject: z.string().optional(),
  body: z.string(),
  to: z.strictObject({
    id: z.string(),
    subscriberId: z.string(),
    firstName: z.string().optional(),
    lastName: z.string().optional(),
    avatar: z.string().optional(),
  }),
  isRead: z.boolean(),
  isSeen: z.boolean(),
  isArchived: z.boolean(),
  isSnoozed: z.boolean(),
  snoozedUntil: Timestamp.nullish(),
  deliveredAt: z.array(Timestamp),
  createdAt: Timestamp,
  readAt: Timestamp.nullish(),
  firstSeenAt: Timestamp.nullish(),
  archivedAt: Timestamp.nullish(),
  avatar: z.string().optional(),
  primaryAction: InboxAction.optional(),
  secondaryAction: InboxAction.optional(),
  channelType: z.literal('in_app'),
  tags: z.array(z.string()),
  data: JsonObject.optional(),
  redirect: Redirect.optional(),
  workflow: WorkflowSummary.optional(),
  severity: Severity,
  /** The content is withheld from this caller. Responses to API keys with the scope `all` never have this field. */
  withheld: z.literal(true).optional(),
});
export type InboxNotification = z.infer<typeof InboxNotification>;

/** JSON text of a filter by data. */
const DataText = storableText(8_192).transform((text, ctx): DataFilter => {
  const data = DataFilter.safeParse(parseJson(text));
  if (data.success) return data.data;
  const [issue] = data.error.issues;
  const path = issue?.path.join('.');
  ctx.addIssue({
    code: 'custom',
    message: path ? `has an invalid filter at ${path}` : 'must be the JSON of an object',
  });
  return z.NEVER;
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const MAX_TIME = 8_640_000_000_000;
/** Milliseconds since 1970. Negative or absent: no bound. */
const queryTime = () => queryInt({ min: -1, max: MAX_TIME, default: -1 }).transform((ms) => (ms < 0 ? undefined : ms));

/** Query of the list. `after` is the ID of a notification; `data` is JSON that the notification's data contain. */
export const ListInboxQuery = z.object({
  limit: queryInt({ min: 1, max: 100, default: 10 }),
  after: queryText(),
  offset: queryInt({ min: 0, max: 100_000, default: 0 }),
  read: queryBoolean(),
  seen: queryBoolean(),
  archived: queryBoolean(),
  snoozed: queryBoolean(),
  tags: TagsQuery,
  data: DataText.optional(),
  severity: queryArray(Severity),
  createdGte: queryTime(),
  createdLte: queryTime(),
  contextKeys: queryContextKeys(),
});
export type ListInboxQuery = z.infer<typeof ListInboxQuery>;

export const InboxPage = z.strictObject({
  data: z.array(InboxNotification),
  hasMore: z.boolean(),
  filter: JsonObject,
});
export type InboxPage = z.infer<typeof InboxPage>;

/** The filter of a count. */
const InboxFilter = z.object({
  read: z.boolean().optional(),
  seen: z.boolean().optional(),
  archived: z.boolean().optional(),
  snoozed: z.boolean().optional(),
  tags: TagsFilter.optional(),
  severity: z.union([Severity, z.array(Severity).max(MAX_IDS)]).optional(),
  data: DataFilter.optional(),
  createdGte: z.int().min(0).max(MAX_TIME).optional(),
  createdLte: z.int().min(0).max(MAX_TIME).optional(),
  contextKeys: z.array(storableText(512)).max(MAX_IDS).optional(),
});
export type InboxFilter = z.infer<typeof InboxFilter>;

const InboxFilters = z.array(InboxFilter).min(1).max(MAX_FILTERS, `must contain no more than ${MAX_FILTERS} filters`);

/** A filter, and the object that the caller sent, which the response repeats. */
export interface CountedFilter {
  filter: InboxFilter;
  given: JsonObject;
}

/** Query of the count: JSON of up to 30 filters. Without filters, all messages are counted. */
export const CountInboxQuery = z.object({
  filters: storableText(100_000)
    .transform((text, ctx): CountedFilter[] => {
      const given = parseJson(text);
      const filters = InboxFilters.safeParse(given);
      if (filters.success)
        return filters.data.map((filter, index) => ({ filter, given: (given as JsonObject[])[index] ?? {} }));
      ctx.addIssue({ code: 'custom', message: 'must be the JSON of a list of filters' });
      return z.NEVER;
    })
    .optional(),
});
export type CountInboxQuery = z.infer<typeof CountInboxQuery>;

export const InboxCounts = z.array(z.strictObject({ count: z.int().nonnegative(), filter: JsonObject }));
export type InboxCounts = z.infer<typeof InboxCounts>;

/** Narrows an operation on one notification to a context. */
export const InboxContextQuery = z.object({ contextKeys: queryContextKeys() });

export const SnoozeBody = z.object({
  snoozeUntil: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .refine((at) => at.getTime() > Date.now(), 'must be in the future')
    .refine((at) => at.getTime() < Date.now() + MAX_SNOOZE_DAYS * DAY_MS, `must be within ${MAX_SNOOZE_DAYS} days`),
});
export type SnoozeBody = z.infer<typeof SnoozeBody>;

const contextKeys = z.array(storableText(512)).max(MAX_IDS).optional();

/** Body of the operations on all notifications of a subscriber. */
export const InboxBulkBody = z.object({
  tags: TagsFilter.optional(),
  data: DataText.optional(),
  contextKeys,
});
export type InboxBulkBody = z.infer<typeof InboxBulkBody>;

/** Body of marking notifications as seen: the named ones, or all that match. */
export const InboxSeenBody = InboxBulkBody.extend({ notificationIds: z.array(Id).max(MAX_IDS).optional() });
export type InboxSeenBody = z.infer<typeof InboxSeenBody>;

// The inbox as its subscriber uses it: the shapes above without subscriber and context, in `data`.

const MIN_SNOOZE_MS = 60_000;

export const OwnListQuery = ListInboxQuery.omit({ contextKeys: true });
export type OwnListQuery = z.infer<typeof OwnListQuery>;

export const OwnCounts = z.strictObject({ data: InboxCounts });
export type OwnCounts = z.infer<typeof OwnCounts>;

export const OwnItemParams = InboxItemParams.pick({ notificationId: true });
export type OwnItemParams = z.infer<typeof OwnItemParams>;

export const OwnItem = z.strictObject({ data: InboxNotification });

export const OwnActionBody = InboxActionParams.pick({ actionType: true });

export const OwnSnoozeBody = SnoozeBody.extend({
  snoozeUntil: SnoozeBody.shape.snoozeUntil.refine(
    (at) => at.getTime() >= Date.now() + MIN_SNOOZE_MS,
    'must be at least a minute ahead',
  ),
});

/** An addition to the interface: whether the snooze is undone, so that the message is not delivered again. */
export const OwnUnsnoozeQuery = z.object({ undo: queryBoolean() });

export const OwnBulkBody = InboxBulkBody.omit({ contextKeys: true });

/** The named messages, or all that match. */
export const OwnSeenBody = InboxSeenBody.omit({ contextKeys: true });
export type OwnSeenBody = z.infer<typeof OwnSeenBody>;
