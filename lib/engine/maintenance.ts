import { execute, query } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { idFloor } from '#lib/id.ts';

/** Partitioned by month: the rest of the primary key behind the environment, whose first column tells the age. */
const HISTORY = {
  notifications: 'id',
  notification_topics: 'notification_id, topic_key',
  jobs: 'id',
  execution_details: 'notification_id, id',
  messages: 'id',
} as const;
const MONTHS_AHEAD = 3;
const BATCH = 5000;
const DAY_MS = 86_400_000;

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
  const partitionsDropped = await dropPartitions(daysBefore(now, env().RETENTION_DAYS));
  let rowsDeleted = await deleteUnused(now);
  const environments = await query<{ id: string; days: number | null }>(
    'maintenance.environments',
    'SELECT id, retention_days AS days FROM environments',
  );
  for (const environment of environments) rowsDeleted += await deleteOutlived(environment, now);
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
    [Object.keys(HISTORY), month],
  );
  for (const { name } of rows) await execute(`DROP TABLE "${name}"`);
  return rows.length;
}

/** What the installation itself keeps for a while: failed sign-ins, sessions and links that have ended. */
async function deleteUnused(now: Date): Promise<number> {
  const failures = await deleteBatches('sign_in_failures', 'key, window_start', 'window_start < $1', [
    daysBefore(now, 2),
  ]);
  const sessions = await deleteBatches('sessions', 'id', 'expires_at < $1', [now]);
  const links = await deleteBatches('verifications', 'id', 'expires_at < $1', [now]);
  return failures + sessions + links;
}

/**
 * What one environment has kept for long enough. Of its history that is what lies in the month of the cutoff and in the default
 * partitions, and everything that an environment with a retention of its own no longer shows.
 */
async function deleteOutlived({ id, days }: { id: string; days: number | null }, now: Date): Promise<number> {
  const { RETENTION_DAYS, REQUEST_LOG_RETENTION_DAYS } = env();
  const oldest = idFloor(daysBefore(now, Math.min(days ?? RETENTION_DAYS, RETENTION_DAYS)));
  let deleted = 0;
  for (const [table, keys] of Object.entries(HISTORY)) {
    const age = keys.split(',')[0];
    deleted += await deleteBatches(table, keys, `environment_id = $1 AND ${age} < $2`, [id, oldest]);
  }
  const dated = 'environment_id = $1 AND created_at < $2';
  deleted += await deleteBatches('triggers', 'transaction_id', dated, [id, daysBefore(now, RETENTION_DAYS)]);
  deleted += await deleteBatches('idempotency_records', 'scope_hash', dated, [id, daysBefore(now, 1)]);
  const requests = idFloor(daysBefore(now, REQUEST_LOG_RETENTION_DAYS));
  return deleted + (await deleteBatches('request_log', 'id', 'environment_id = $1 AND id < $2', [id, requests]));
}

/** @param keys what tells the rows of `condition` apart. */
async function deleteBatches(table: string, keys: string, condition: string, values: unknown[]): Promise<number> {
  const environment = condition.startsWith('environment_id') ? 'environment_id = $1 AND ' : '';
  const text = `DELETE FROM ${table} WHERE ${environment}(${keys}) IN (
    SELECT ${keys} FROM ${table} WHERE ${condition} ORDER BY ${keys} LIMIT ${BATCH}) RETURNING 1`;
  for (let deleted = 0; ; ) {
    const rows = await execute(text, values);
    deleted += rows.length;
    if (rows.length < BATCH) return deleted;
  }
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}
