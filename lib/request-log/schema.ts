/** Wire shapes of the request log. */
import { z } from 'zod';
import { queryInt, queryText } from '#lib/api/query.ts';
import { Id, Timestamp } from '#lib/api/wire.ts';
import { LIST_FORMATS } from '#lib/audit-log/list-formats.ts';

export const RequestLogEntry = z.strictObject({
  _id: z.string(),
  /** The key of the call. Absent for a call by a person. */
  apiKey: z.strictObject({ _id: z.string(), name: z.string().optional() }).optional(),
  /** The person who made the call. Only failed calls by people are kept. */
  user: z.strictObject({ _id: z.string(), name: z.string().optional() }).optional(),
  method: z.string(),
  path: z.string(),
  operationId: z.string().optional(),
  status: z.number().int(),
  /**
   * The error of a failed call: the first message about an invalid field with the name of the field, or else the
   * error's own message.
   */
  message: z.string().optional(),
  durationMs: z.number(),
  requestId: z.string(),
  address: z.string().optional(),
  createdAt: Timestamp,
});
export type RequestLogEntry = z.infer<typeof RequestLogEntry>;

/** A page of calls, newest first. `next` is the cursor for `after`. */
export const RequestLogPage = z.strictObject({ data: z.array(RequestLogEntry), next: z.string().nullable() });
export type RequestLogPage = z.infer<typeof RequestLogPage>;

export const RequestLogParams = z.object({ requestLogId: Id });

/** A call with its details. Secrets are masked. */
export const RequestLogDetails = RequestLogEntry.extend({
  /** The query, without `?`. */
  query: z.string().optional(),
  body: z.unknown().optional(),
  /**
   * The reason for an omitted body or payload. The whole body is omitted for calls of a `kind` that may contain
   * secrets, or if it is `large` or `malformed`. The payload is omitted if the workflow is `sensitive` or unknown.
   */
  omitted: z.enum(['kind', 'large', 'malformed', 'sensitive']).optional(),
  error: z
    .strictObject({ message: z.string().optional(), code: z.string().optional(), errors: z.unknown().optional() })
    .optional(),
  /** The transaction IDs of a trigger, which its runs share. */
  transactionIds: z.array(z.string()),
});
export type RequestLogDetails = z.infer<typeof RequestLogDetails>;

/** The latest time that an ID can contain. */
const LATEST_MS = 2 ** 32 * 1000;
const Moment = Timestamp.refine((time) => Date.parse(time) >= 0 && Date.parse(time) < LATEST_MS, 'must be a time');

export const ListRequestsQuery = z.object({
  limit: queryInt({ min: 1, max: 100, default: 20 }),
  /** The ID of a call. Only older calls are returned. */
  after: queryText(64),
  apiKeyId: queryText(64),
  userId: queryText(64),
  operationId: queryText(128),
  requestId: queryText(128),
  /**
   * The request ID, or a text in the path or in the error, ignoring case. A search for a text reads 10,000 calls that
   * match the other filters. `next` continues from there, so a page may have fewer calls than `limit`.
   */
  q: queryText(255),
  method: queryText(16),
  /** The start of the path, such as `/api/v1/events`. */
  path: queryText(1024),
  /** A status or a class of statuses: `404` or `4xx`. */
  status: z
    .string()
    .regex(/^[1-5](\d\d|xx)$/, 'must be a status from 100 to 599, or a class such as 4xx')
    .transform((text) => statusRange(text))
    .optional(),
  /** Only calls of this time or later are returned. */
  createdGte: Moment.optional(),
  /** Only calls before this time are returned. */
  createdLt: Moment.optional(),
});
export type ListRequestsQuery = z.infer<typeof ListRequestsQuery>;

const MAX_EXPORTED = 100_000;

/** Query of GET /v1/request-log/export: the filters of the list, the file format and a limit. */
export const ExportRequestsQuery = ListRequestsQuery.omit({ after: true, limit: true }).extend({
  /** The format of the file. `ndjson`: one call per line. */
  format: z.enum(LIST_FORMATS).default('csv'),
  limit: queryInt({ min: 1, max: MAX_EXPORTED, default: MAX_EXPORTED }),
});
export type ExportRequestsQuery = z.infer<typeof ExportRequestsQuery>;

function statusRange(text: string): { from: number; to: number } {
  const first = Number(text.replaceAll('x', '0'));
  return { from: first, to: text.endsWith('xx') ? first + 99 : first };
}
