import { execute, query } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { idFloor } from '#lib/id.ts';

const HISTORY = ['notifications', 'jobs', 'execution_details', 'messages'] as const;
const MONTHS_AHEAD = 2;
const BATCH = 5000;
const DAY_MS = 86_400_000;

/** How long what nobody sees is kept: idempotency records, transaction ids and failed sign-ins. */
const EXPIRED = [
  { table: 'idempotency_records', keys: 'environment_id, scope_hash', age: 'created_at', days: 1 },
  { table: 'sign_in_failures', keys: 'key, window_start', age: 'window_start', days: 2 },
  { table: 'sessions', keys: 'id', age: 'expires_at', days: 0 },
  { table: 'verifications', keys: 'id', age: 'expires_at', days: 0 },
] as const;

export interface MaintenanceDone {
  partitionsMade: number;
  partitionsDropped: number;
  rowsDeleted: number;
}

/** One turn of maintenance: partitions for the months ahead, and everything removed that has outlived its time. */
export async function maintain(now = new Date()): Promise<MaintenanceDone> {
  const made = await query<{ made: number }>('maintenance.partitions', 'SELECT create_history_partitions($1) AS made', [
    MONTHS_AHEAD,
  ]);
  const cutoff = daysBefore(now, env().RETENTION_DAYS);
  const partitionsDropped = await dropPartitions(cutoff);
  let rowsDeleted = await deleteHistory(now, cutoff);
  const { REQUEST_LOG_RETENTION_DAYS, RETENTION_DAYS } = env();
  const triggers = {
    table: 'triggers',
    keys: 'environment_id, transaction_id',
    age: 'created_at',
    days: RETENTION_DAYS,
  };
  const requests = `id IN (SELECT id FROM request_log WHERE id < $1 LIMIT ${BATCH})`;
  rowsDeleted += await deleteBatches('request_log', requests, [idFloor(daysBefore(now, REQUEST_LOG_RETENTION_DAYS))]);
  for (const { table, keys, age, days } of [...EXPIRED, triggers]) {
    const condition = `(${keys}) IN (SELECT ${keys} FROM ${table} WHERE ${age} < $1 LIMIT ${BATCH})`;
    rowsDeleted += await deleteBatches(table, condition, [daysBefore(now, days)]);
  }
  return { partitionsMade: made[0]?.made ?? 0, partitionsDropped, rowsDeleted };
}

/** Months that ended before the cutoff go as a whole. */
async function dropPartitions(cutoff: Date): Promise<number> {
  const month = cutoff.toISOString().slice(0, 7).replace('-', '_');
  const rows = await query<{ name: string }>(
    'maintenance.oldPartitions',
    `SELECT child.relname AS name FROM pg_inherits
       JOIN pg_class child ON child.oid = inhrelid JOIN pg_class parent ON parent.oid = inhparent
      WHERE parent.relname = ANY($1) AND child.relname ~ '_\\d{4}_\\d{2}$' AND right(child.relname, 7) < $2`,
    [HISTORY, month],
  );
  for (const { name } of rows) await execute(`DROP TABLE "${name}"`);
  return rows.length;
}

/** What the month of the cutoff and the default partitions hold, and what an environment keeps for a shorter time. */
async function deleteHistory(now: Date, cutoff: Date): Promise<number> {
  let deleted = 0;
  const environments = await query<{ id: string; days: number | null }>(
    'maintenance.environments',
    'SELECT id, retention_days AS days FROM environments',
  );
  for (const { id, days } of environments) {
    const oldest = idFloor(
      days === null ? cutoff : new Date(Math.max(cutoff.getTime(), daysBefore(now, days).getTime())),
    );
    for (const table of HISTORY) {
      const condition = `id IN (SELECT id FROM ${table} WHERE environment_id = $1 AND id < $2 ORDER BY id LIMIT ${BATCH})`;
      deleted += await deleteBatches(table, condition, [id, oldest]);
    }
    const topics = `(notification_id, topic_key) IN (SELECT notification_id, topic_key FROM notification_topics WHERE environment_id = $1 AND notification_id < $2 LIMIT ${BATCH})`;
    deleted += await deleteBatches('notification_topics', topics, [id, oldest]);
  }
  return deleted;
}

async function deleteBatches(table: string, condition: string, values: unknown[]): Promise<number> {
  for (let deleted = 0; ; ) {
    const rows = await execute(`DELETE FROM ${table} WHERE ${condition} RETURNING 1`, values);
    deleted += rows.length;
    if (rows.length < BATCH) return deleted;
  }
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}
