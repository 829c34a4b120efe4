import { query } from '#lib/db.ts';
import { newId } from '#lib/id.ts';

/** One data-plane call by API key. */
export interface RequestRecord {
  environmentId: string;
  apiKeyId: string;
  method: string;
  /** Without query: filters hold people's addresses. */
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

/** Takes a record without making the caller wait; written within a second. On overload it is dropped and counted. */
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

/** Records dropped since the process started: the log was overloaded, or the database away. */
export function droppedRequests(): number {
  return shared.belfryRequestLog?.dropped ?? 0;
}

/** Writes what is waiting; for the end of the process. */
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

/** One insert at a time, so that a slow database holds one connection and not all of them. */
function write(log: Buffer): void {
  clearTimeout(log.timer);
  log.timer = undefined;
  log.writing = log.writing.then(async () => {
    while (log.waiting.length > 0) {
      const batch = log.waiting.splice(0, BATCH);
      await insert(batch).catch(() => {
        log.dropped += batch.length;
      });
    }
  });
}

async function insert(batch: Buffer['waiting']): Promise<void> {
  const column = <Key extends keyof Buffer['waiting'][number]>(key: Key) => batch.map((record) => record[key]);
  await query(
    'request-log-insert',
    `INSERT INTO request_log (id, environment_id, api_key_id, method, path, operation_id, status, duration_ms, request_id, address, created_at)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[], $8::float8[],
       $9::text[], $10::text[], $11::timestamptz[])`,
    [
      column('id'),
      column('environmentId'),
      column('apiKeyId'),
      column('method'),
      column('path'),
      column('operationId'),
      column('status'),
      column('durationMs'),
      column('requestId'),
      column('address'),
      column('at'),
    ],
  );
}
