/** Wire shapes of suppressed addresses, an extension. */
import { z } from 'zod';
import { CursorQuery, pageOf } from '#lib/api/cursor-page.ts';
import { queryArray, queryBoolean, queryInt, queryText } from '#lib/api/query.ts';
import { GivenReason, storableText, visibleText } from '#lib/api/text.ts';
import { Id, Timestamp } from '#lib/api/wire.ts';
import { LIST_FORMATS } from '#lib/audit-log/list-formats.ts';
import { MAX_EXPORTED } from '#lib/notifications/list/export-schema.ts';
import { isEmail, isPhone } from '#lib/subscribers/formats.ts';
import { CAUSE_NAMES, SUPPRESSED_CHANNELS } from './causes.ts';

const SuppressedChannel = z.enum(SUPPRESSED_CHANNELS);
const Cause = z.enum(CAUSE_NAMES);

export const Suppression = z.strictObject({
  _id: z.string(),
  channel: SuppressedChannel,
  /** In lower case, without a name. */
  address: z.string(),
  cause: Cause,
  /** The time of the event by the provider's clock, or the time at which the address was added. */
  createdAt: Timestamp,
  /** The message that bounced or was reported, and its run. They may be deleted by now. */
  messageId: z.string().optional(),
  notificationId: z.string().optional(),
  /** The provider's words. */
  words: z.string().optional(),
  /** Why the address was added. */
  note: z.string().optional(),
});
export type Suppression = z.infer<typeof Suppression>;

export const SuppressionPage = pageOf(Suppression);
export type SuppressionPage = z.infer<typeof SuppressionPage>;

/** A suppression with the effect of its removal. */
export const SuppressionEffect = Suppression.extend({
  /** The IDs of subscribers with the address, at most five. */
  subscriberIds: z.array(z.string()),
  /** Runs of these subscribers whose message was skipped since the address was suppressed. */
  skipped: z.strictObject({
    count: z.int().nonnegative(),
    /** Whether there may be more, because older runs were not read. */
    capped: z.boolean(),
    lastAt: Timestamp.optional(),
  }),
});
export type SuppressionEffect = z.infer<typeof SuppressionEffect>;

const filters = {
  /** The beginning of an address, or `@` and a domain. */
  q: queryText(254),
  cause: queryArray(Cause),
  channel: queryArray(SuppressedChannel),
};

/**
 * Query of GET /v1/suppressions. With the beginning of an address as `q`, the list is sorted by address, otherwise by
 * time.
 */
export const ListSuppressionsQuery = CursorQuery.extend({
  ...filters,
  /** Only the addresses of this subscriber. */
  subscriberId: queryText(255),
});
export type ListSuppressionsQuery = z.infer<typeof ListSuppressionsQuery>;

export const ExportSuppressionsQuery = z.object({
  ...filters,
  /** `ndjson`: a suppression per line. */
  format: z.enum(LIST_FORMATS).default('csv'),
  limit: queryInt({ min: 1, max: MAX_EXPORTED, default: MAX_EXPORTED }),
});
export type ExportSuppressionsQuery = z.infer<typeof ExportSuppressionsQuery>;

export const SuppressionParams = z.object({ suppressionId: Id });

const Note = storableText(500).trim();

/** Body of POST /v1/suppressions. */
export const CreateSuppressionBody = z
  .object({
    channel: SuppressedChannel.default('email'),
    address: visibleText(254).trim().min(1, 'is required').meta({ example: 'jane@example.com' }),
    note: Note.optional(),
  })
  .superRefine(({ channel, address }, ctx) => {
    const isValid = channel === 'email' ? isEmail(address) : isPhone(address) && /\d/.test(address);
    const message = channel === 'email' ? 'must be an email address' : 'must be a phone number, such as +4930123456';
    if (!isValid) ctx.addIssue({ code: 'custom', path: ['address'], message });
  });
export type CreateSuppressionBody = z.infer<typeof CreateSuppressionBody>;

/** Body of POST /v1/suppressions/{suppressionId}/remove. */
export const RemoveSuppressionBody = z.object({ reason: GivenReason });
export type RemoveSuppressionBody = z.infer<typeof RemoveSuppressionBody>;

/** The largest number of addresses in one request. */
const MAX_BULK_SUPPRESSIONS = 500;

/** Body of POST /v1/suppressions/bulk. Entries are parsed separately, so an invalid one does not affect the others. */
export const BulkSuppressionsBody = z.object({
  suppressions: z
    .array(z.unknown())
    .min(1, 'must contain at least one address')
    .max(MAX_BULK_SUPPRESSIONS, `must contain no more than ${MAX_BULK_SUPPRESSIONS} addresses`),
});
export type BulkSuppressionsBody = z.infer<typeof BulkSuppressionsBody>;

export const BulkSuppressionsQuery = z.object({ dryRun: queryBoolean() });

/** An entry of POST /v1/suppressions/bulk: an address, and its cause on another list. */
export const BulkSuppression = z.intersection(CreateSuppressionBody, z.object({ cause: Cause.default('added') }));
export type BulkSuppression = z.infer<typeof BulkSuppression>;

/** Response of POST /v1/suppressions/bulk. `index` is the position in the request. */
export const BulkSuppressionsResult = z.strictObject({
  /** The number of addresses that were added. */
  created: z.int().nonnegative(),
  /** The number of addresses that were on the list already. They stay unchanged. */
  existing: z.int().nonnegative(),
  failed: z.array(z.strictObject({ index: z.int().nonnegative(), message: z.string() })),
});
export type BulkSuppressionsResult = z.infer<typeof BulkSuppressionsResult>;
