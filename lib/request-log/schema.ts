/** Wire shapes of the request log. */
import { z } from 'zod';
import { queryInt, queryText } from '#lib/api/query.ts';
import { Timestamp } from '#lib/api/wire.ts';

export const RequestLogEntry = z.strictObject({
  _id: z.string(),
  apiKey: z.strictObject({ _id: z.string(), name: z.string().optional() }),
  method: z.string(),
  path: z.string(),
  operationId: z.string().optional(),
  status: z.number().int(),
  durationMs: z.number(),
  requestId: z.string(),
  address: z.string().optional(),
  createdAt: Timestamp,
});
export type RequestLogEntry = z.infer<typeof RequestLogEntry>;

/** Newest first. `next` is the cursor for `after`. */
export const RequestLogPage = z.strictObject({ data: z.array(RequestLogEntry), next: z.string().nullable() });
export type RequestLogPage = z.infer<typeof RequestLogPage>;

export const ListRequestsQuery = z.object({
  limit: queryInt({ min: 1, max: 100, default: 20 }),
  /** Returns calls older than this one. */
  after: queryText(64),
  apiKeyId: queryText(64),
  operationId: queryText(128),
  requestId: queryText(128),
  status: z
    .string()
    .regex(/^[1-5]\d\d$/, 'must be a status from 100 to 599')
    .transform(Number)
    .optional(),
});
export type ListRequestsQuery = z.infer<typeof ListRequestsQuery>;
