/** A raw statement: hundreds of rows are written at once. */

import { newId } from '#lib/id.ts';
import { query } from '#lib/postgres/db.ts';

/** One API-key call to the data plane. */
export interface RequestRecord {
  environmentId: string;
  apiKeyId: string;
  method: string;
  /** Without the query, because filters contain people's addresses. */
  path: string;
  operationId: string;
  status: number;
  durationMs: number;
  requestId: string;
  address: string | undefined;
}

interface Buffer {
  waiting: (RequestRecord & { id: string; at: Date })[];
  timer: NodeJS.Timeout | undefined;
  writing: Promise<void>;
  dropped: number;
}

const FLUSH_MS = 1_000;
const BATCH = 500;
const MAX_WAITING = 20_000;

const shared = globalThis as typeof globalThis & { belfryRequestLog?: Buffer };

/**
 * Accepts a record without making the caller wait, and writes it within a second. On overload it is dropped and
 * counted.
 */
export function logRequest(record: RequestRecord): void {
  const log = buffer();
  if (log.waiting.length >= MAX_WAITING) {
    log.dropped += 1;
    return;
  }
  const at = new Date();
  log.waiting.push({ ...record, id: newId(at), at });
  if (log.waiting.length % BATCH === 0) write(log);
  else log.timer ??= setTimeout(() => write(log), FLUSH_MS).unref();
}

/** Records dropped since the process started, because the log was overloaded or the database unreachable. */
export function droppedRequests(): number {
  return shared.belfryRequestLog?.dropped ?? 0;
}

/** Writes what is still in memory. Called when the process ends. */
export async function flushRequestLog(): Promise<void> {
  const log = shared.belfryRequestLog;
  if (!log) return;
  write(log);
  await log.writing;
}

function buffer(): Buffer {
  shared.belfryRequestLog ??= { waiting: [], timer: undefined, writing: Promise.resolve(), dropped: 0 };
  return shared.belfryRequestLog;
}

/**
 * One insert at a time, so that a slow database uses up one connection and not all of them. It takes what waits now:
 * records that arrive meanwhile wait for a batch of their own, or one would write a few rows after the other.
 */
function write(log: Buffer): void {
  clearTimeout(log.timer);
  log.timer = undefined;
  log.writing = log.writing.then(async () => {
    for (let left = log.waiting.length; left > 0; left -= BATCH) {
      const batch = log.waiting.splice(0, Math.min(left, BATCH));
      await insert(batch).catch(() => {
        log.dropped += batch.length;
      });
    }
  });
}

const COLUMNS = {
  id: 'text',
  environmentId: 'text',
  apiKeyId: 'text',
  method: 'text',
  path: 'text',
  operationId: 'text',
  status: 'int',
  durationMs: 'float8',
  requestId: 'text',
  address: 'text',
  at: 'timestamptz',
} as const;

const INSERT = `INSERT INTO request_log (id, environment_id, api_key_id, method, path, operation_id, status, duration_ms, request_id, address, created_at)
  SELECT * FROM unnest(${Object.values(COLUMNS).map((type, at) => `$${at + 1}::${type}[]`)})`;

/** An array for each column: PostgreSQL reads them faster than JSON. */
async function insert(batch: Buffer['waiting']): Promise<void> {
  const names = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
  const columns = names.map((name) => batch.map((record) => record[name]));
  await query('request-log-insert', INSERT, columns);
}
