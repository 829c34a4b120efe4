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
  }),
  /** `<noun>.<verb>` */
  action: z.string(),
  resource: z.strictObject({ type: z.string(), _id: z.string(), label: z.string().optional() }),
  /** Of a step that was retried, while its run is kept: why it had failed, in the run's words. */
  failure: z.string().optional(),
  /** Secrets are masked in both. */
  before: z.unknown().optional(),
  after: z.unknown().optional(),
  requestId: z.string(),
  address: z.string().optional(),
  createdAt: Timestamp,
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** Newest first. `next` is the cursor for `after`. */
export const AuditPage = z.strictObject({ data: z.array(AuditEntry), next: z.string().nullable() });
export type AuditPage = z.infer<typeof AuditPage>;

/** Ids hold no later time. */
const LATEST_MS = 2 ** 32 * 1000;

export const ListAuditQuery = z.object({
  limit: queryInt({ min: 1, max: 100, default: 20 }),
  /** Returns entries older than this one. */
  after: queryText(64),
  environmentId: queryText(64),
  resourceType: queryText(64),
  resourceId: queryText(64),
  actorId: queryText(64),
  action: queryText(128),
  /**
   * The id of the thing, or words in the names of the thing and of who did it. For words the newest 20,000 entries that the
   * other filters leave are read; `next` continues from there, so that a page may have fewer entries than `limit`.
   */
  q: queryText(255),
  /** Entries of this time or later. */
  createdGte: Timestamp.refine(
    (time) => Date.parse(time) >= 0 && Date.parse(time) < LATEST_MS,
    'must be a time',
  ).optional(),
});
export type ListAuditQuery = z.infer<typeof ListAuditQuery>;
