import type { Ctx } from '#lib/api/context.ts';
import { isId } from '#lib/api/wire.ts';
import { query } from '#lib/db.ts';
import type { ListRequestsQuery, RequestLogEntry, RequestLogPage } from './schema.ts';

/** One page of the environment's data-plane calls, the newest first. Calls of the last second may still be on their way. */
export async function listRequests(ctx: Ctx, input: ListRequestsQuery): Promise<RequestLogPage> {
  if (input.after !== undefined && !isId(input.after)) return { data: [], next: null };
  const rows = await query<RequestRow>(
    'request-log-list',
    `SELECT r.id, r.api_key_id, k.name AS key_name, r.method, r.path, r.operation_id, r.status, r.duration_ms,
       r.request_id, r.address, r.created_at
     FROM request_log r LEFT JOIN api_keys k ON k.id = r.api_key_id
     WHERE r.environment_id = $1
       AND ($2::text IS NULL OR r.id < $2)
       AND ($3::text IS NULL OR r.api_key_id = $3)
       AND ($4::text IS NULL OR r.operation_id = $4)
       AND ($5::text IS NULL OR r.request_id = $5)
       AND ($6::int IS NULL OR r.status = $6)
     ORDER BY r.id DESC LIMIT $7`,
    [
      ctx.environmentId,
      input.after?.toLowerCase(),
      input.apiKeyId,
      input.operationId,
      input.requestId,
      input.status,
      input.limit + 1,
    ],
  );
  const data = rows.slice(0, input.limit).map(toWire);
  return { data, next: rows.length > input.limit ? (data.at(-1)?._id ?? null) : null };
}

interface RequestRow {
  id: string;
  api_key_id: string;
  key_name: string | null;
  method: string;
  path: string;
  operation_id: string | null;
  status: number;
  duration_ms: number;
  request_id: string;
  address: string | null;
  created_at: Date;
}

function toWire(row: RequestRow): RequestLogEntry {
  return {
    _id: row.id,
    apiKey: { _id: row.api_key_id, ...(row.key_name !== null && { name: row.key_name }) },
    method: row.method,
    path: row.path,
    ...(row.operation_id !== null && { operationId: row.operation_id }),
    status: row.status,
    durationMs: row.duration_ms,
    requestId: row.request_id,
    ...(row.address !== null && { address: row.address }),
    createdAt: row.created_at.toISOString(),
  };
}
