/** Raw statements: hundreds of rows are written together, and calls are counted by ON CONFLICT. */

import { newId } from '#lib/id.ts';
import { query, transaction } from '#lib/postgres/db.ts';
import { WriteBehind } from '#lib/postgres/write-behind.ts';
import { HOUR_MS } from '#lib/time/durations.ts';
import { type StoredDetails, sealed } from './details.ts';

/** A call by API key, or a failed call by a person. */
export interface RequestRecord {
  environmentId: string;
  /** Undefined for a call by a person. */
  apiKeyId: string | undefined;
  /** Undefined for a call by API key. */
  userId: string | undefined;
  method: string;
  /** The path without the query, because filters contain people's addresses. */
  path: string;
  operationId: string;
  status: number;
  durationMs: number;
  requestId: string;
  address: string | undefined;
  details: StoredDetails | undefined;
}

type Waiting = Omit<RequestRecord, 'details'> & { id: string; at: Date; details: string | undefined };

/** Maximum waiting calls with details. Further calls are kept without details, to limit memory use. */
const MAX_WITH_DETAILS = 2_000;

const log = WriteBehind.named<Waiting>('Calls of the request log', {
  afterMs: 1_000,
  most: 500,
  capacity: 20_000,
  write: insert,
});

/**
 * Queues a record without delaying the caller, and writes it within a second. On overload the record is dropped and
 * counted.
 */
export function logRequest(record: RequestRecord): void {
  const at = new Date();
  const id = newId(at);
  const { environmentId, details } = record;
  const isKept = details && log.waiting < MAX_WITH_DETAILS;
  log.add({ ...record, id, at, details: isKept ? sealed(environmentId, id, details) : undefined });
}

/** Returns the number of records dropped since the process started, because of overload or an unreachable database. */
export function droppedRequests(): number {
  return log.lost;
}

const COLUMNS = {
  id: 'text',
  environmentId: 'text',
  apiKeyId: 'text',
  userId: 'text',
  method: 'text',
  path: 'text',
  operationId: 'text',
  status: 'int',
  durationMs: 'float8',
  requestId: 'text',
  address: 'text',
  details: 'text',
  at: 'timestamptz',
} as const;

const INSERT = `INSERT INTO request_log (id, environment_id, api_key_id, user_id, method, path, operation_id, status, duration_ms, request_id,
    address, details, created_at)
  SELECT * FROM unnest(${Object.values(COLUMNS).map((type, at) => `$${at + 1}::${type}[]`)})`;

/** Rows are sorted by their key, so that two processes cannot deadlock. */
const COUNT = `INSERT INTO api_key_calls (environment_id, api_key_id, hour, calls)
  SELECT environment_id, api_key_id, hour, count(*)::int
  FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS call (environment_id, api_key_id, hour)
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (environment_id, api_key_id, hour) DO UPDATE SET calls = api_key_calls.calls + EXCLUDED.calls`;

/**
 * Inserts a batch, and adds its calls to the counts of their API keys. Passes an array for each column, because
 * PostgreSQL reads arrays faster than JSON.
 */
async function insert(batch: readonly Waiting[]): Promise<void> {
  const names = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
  const columns = names.map((name) => batch.map((record) => record[name]));
  const byKey = batch.filter(({ apiKeyId }) => apiKeyId !== undefined);
  const hours = byKey.map(({ at }) => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS));
  await transaction(async () => {
    await query('request-log-insert', INSERT, columns);
    await query('request-log-count', COUNT, [
      byKey.map(({ environmentId }) => environmentId),
      byKey.map(({ apiKeyId }) => apiKeyId),
      hours,
    ]);
  });
}
