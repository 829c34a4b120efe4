/** Wire shapes of the audit log. */
import { z } from 'zod';
import { queryInt, queryText } from '#lib/api/query.ts';
import { Timestamp } from '#lib/api/wire.ts';

export const AuditEntry = z.strictObject({
  _id: z.string(),
  _environmentId: z.string().optional(),
  actor: z.strictObject({
    type: z.enum(['user', 'apiKey', 'system']),
    _id: z.string(),
    /** The email address, or the name of the key or job. */
    label: z.string(),
    /** The name of a user who still exists. */
    name: z.string().optional(),
  }),
  /** `<noun>.<verb>` */
  action: z.string(),
  resource: z.strictObject({ type: z.string(), _id: z.string(), label: z.string().optional() }),
  /** The reason why a retried step had failed, as its run shows it. Absent if the run is past retention. */
  failure: z.string().optional(),
  /** The state before the change. Secrets are masked, as in `after`. */
  before: z.unknown().optional(),
  after: z.unknown().optional(),
  requestId: z.string(),
  address: z.string().optional(),
  createdAt: Timestamp,
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** A page of entries, newest first. `next` is the cursor for `after`. */
export const AuditPage = z.strictObject({ data: z.array(AuditEntry), next: z.string().nullable() });
export type AuditPage = z.infer<typeof AuditPage>;

/** The latest time that an ID can contain. */
const LATEST_MS = 2 ** 32 * 1000;
const Moment = Timestamp.refine((time) => Date.parse(time) >= 0 && Date.parse(time) < LATEST_MS, 'must be a time');

export const ListAuditQuery = z.object({
  limit: queryInt({ min: 1, max: 100, default: 20 }),
  /** The ID of an entry. Only older entries are returned. */
  after: queryText(64),
  environmentId: queryText(64),
  resourceType: queryText(64),
  resourceId: queryText(64),
  actorId: queryText(64),
  action: queryText(128),
  /**
   * The ID of the resource or of a message; the subscriberId, email address or phone number of a recipient; or words in the
   * names of the resource and the actor. A search for words or a recipient reads the newest
   * 20,000 entries that match the other filters. `next` continues from there, so a page may have fewer entries than
   * `limit`.
   */
  q: queryText(255),
  /** Only entries of this time or later are returned. */
  createdGte: Moment.optional(),
  /** Only entries before this time are returned. */
  createdLt: Moment.optional(),
});
export type ListAuditQuery = z.infer<typeof ListAuditQuery>;

const MAX_EXPORTED = 100_000;

/** Query of GET /v1/audit-log/export: the filters of the list, and a limit. */
export const ExportAuditQuery = ListAuditQuery.omit({ after: true, limit: true }).extend({
  limit: queryInt({ min: 1, max: MAX_EXPORTED, default: MAX_EXPORTED }),
});
export type ExportAuditQuery = z.infer<typeof ExportAuditQuery>;
