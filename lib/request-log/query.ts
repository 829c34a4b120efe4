/**
 * Raw statements, because Prisma cannot express a search that reads a bounded number of rows through partial indexes.
 */
import { hotQuery } from '#lib/postgres/db.ts';
import type { RequestLogEntry as RequestRow } from '#prisma/generated/client.ts';

/** The largest number of calls that one page reads, because no index serves method, path, operation and exact status. */
export const MAX_READ = 10_000;

/** A call in a list. The details of successful calls are null, because lists show only the details of errors. */
export type ListedRow = RequestRow;

export interface Search {
  environmentId: string;
  /** Bounds of the ID. `ceiling` itself is excluded. */
  floor: string;
  ceiling: string;
  limit: number;
  requestId: string | undefined;
  apiKeyId: string | undefined;
  userId: string | undefined;
  method: string | undefined;
  /** The start of the path. */
  path: string | undefined;
  operationId: string | undefined;
  status: { from: number; to: number } | undefined;
  /**
   * A text in lower case. Calls whose path does not contain the text are omitted, except failed calls, whose error may
   * contain it.
   */
  text?: string;
}

/**
 * The conditions that select the index. Each condition has a separate statement, so that one plan is good for all
 * values.
 */
const sources = {
  request: 'AND request_id = $4',
  key: 'AND api_key_id = $4',
  user: 'AND user_id = $4 AND user_id IS NOT NULL',
  rejected: 'AND status >= 400 AND $4::text IS NULL',
  all: 'AND $4::text IS NULL',
} as const;
type Source = keyof typeof sources;

function sourceOf({ requestId, apiKeyId, userId, status }: Search): [Source, string | null] {
  if (requestId !== undefined) return ['request', requestId];
  if (apiKeyId !== undefined) return ['key', apiKeyId];
  if (userId !== undefined) return ['user', userId];
  return [status && status.from >= 400 ? 'rejected' : 'all', null];
}

/** Returns the matching calls among the newest {@link MAX_READ} calls in the index, newest first. */
export function findRequests(search: Search): Promise<ListedRow[]> {
  const { environmentId, floor, ceiling, limit, apiKeyId, userId, method, path, operationId, status, text } = search;
  const [source, value] = sourceOf(search);
  return hotQuery<ListedRow>(
    `request-log-${source}`,
    `SELECT id, environment_id AS "environmentId", api_key_id AS "apiKeyId", user_id AS "userId", method, path,
       operation_id AS "operationId", status, duration_ms AS "durationMs", request_id AS "requestId", address,
       created_at AS "createdAt", CASE WHEN status >= 400 THEN details END AS details
     FROM (${read(source)}) AS newest
     WHERE ($6::text IS NULL OR method = $6) AND ($7::text IS NULL OR starts_with(path, $7))
       AND ($8::text IS NULL OR operation_id = $8) AND status BETWEEN $9 AND $10
       AND ($11::text IS NULL OR api_key_id = $11) AND ($12::text IS NULL OR user_id = $12)
       AND ($13::text IS NULL OR position($13 IN lower(path)) > 0 OR status >= 400)
     ORDER BY id DESC LIMIT $5`,
    [
      environmentId,
      floor,
      ceiling,
      value,
      limit,
      method ?? null,
      path ?? null,
      operationId ?? null,
      status?.from ?? 0,
      status?.to ?? 999,
      apiKeyId ?? null,
      userId ?? null,
      text ?? null,
    ],
  );
}

/** Returns the ID of the last call that {@link findRequests} reads. Undefined if it reads all calls. */
export async function lastRead(search: Search): Promise<string | undefined> {
  const [source, value] = sourceOf(search);
  const [last] = await hotQuery<{ id: string }>(
    `request-log-end-${source}`,
    `SELECT id FROM request_log WHERE environment_id = $1 AND id >= $2 AND id < $3 ${sources[source]}
     ORDER BY id DESC OFFSET ${MAX_READ - 1} LIMIT 1`,
    [search.environmentId, search.floor, search.ceiling, value],
  );
  return last?.id;
}

function read(source: Source): string {
  return `SELECT * FROM request_log WHERE environment_id = $1 AND id >= $2 AND id < $3 ${sources[source]}
    ORDER BY id DESC LIMIT ${MAX_READ}`;
}
