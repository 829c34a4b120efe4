/**
 * Raw statements: they read PostgreSQL's catalogue and the table of migrations, and count rows up to a limit for many
 * environments together. None reads a growing table completely.
 */
import { HISTORY_TABLES } from '#lib/engine/upkeep/partitions.ts';
import { query } from '#lib/postgres/db.ts';

/** Maximum rows that are counted for each environment or table. */
export const COUNT_CAP = 1000;
/** Maximum rows of each table whose encryption keys are counted. */
const SECRETS_CAP = 2000;

export interface DatabaseState {
  now: Date;
  version: string;
  readOnly: boolean;
  bytes: number;
  /** The number of connected standbys. Backups and logical subscribers do not count. */
  standbys: number;
  synchronous: boolean;
}

export async function databaseState(): Promise<DatabaseState> {
  const [row] = await query<DatabaseState & Record<string, unknown>>(
    'system-database',
    `SELECT clock_timestamp() AS now, current_setting('server_version') AS version,
       current_setting('transaction_read_only') = 'on' AS "readOnly", pg_database_size(current_database())::float8 AS bytes,
       (SELECT count(*)::int FROM pg_stat_replication WHERE application_name NOT IN ('pg_basebackup', 'pg_receivewal')
          AND pid NOT IN (SELECT active_pid FROM pg_replication_slots WHERE slot_type = 'logical' AND active_pid IS NOT NULL)) AS standbys,
       current_setting('synchronous_standby_names') <> '' AND current_setting('synchronous_commit') NOT IN ('off', 'local') AS synchronous`,
  );
  if (!row) throw new Error('The statement system-database returns one row');
  return row;
}

/** Returns the names of the finished migrations. */
export async function appliedMigrations(): Promise<string[]> {
  const rows = await query<{ name: string }>(
    'system-migrations',
    'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1',
  );
  return rows.map(({ name }) => name);
}

/** Returns the months for which every history table has a partition, the earliest first: `2027-03`. */
export async function completeMonths(): Promise<string[]> {
  const rows = await query<{ month: string }>(
    'system-months',
    `SELECT translate(right(c.relname, 7), '_', '-') AS month FROM pg_class c JOIN pg_inherits i ON i.inhrelid = c.oid
     WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
       AND left(c.relname, -8) = ANY ($1) AND right(c.relname, 8) ~ '^_\\d{4}_\\d{2}$'
     GROUP BY 1 HAVING count(*) = $2 ORDER BY 1`,
    [HISTORY_TABLES, HISTORY_TABLES.length],
  );
  return rows.map(({ month }) => month);
}

/** Returns the number of rows in the default partitions, counted up to `COUNT_CAP` for each table. */
export async function countStray(): Promise<{ count: number; capped: boolean }> {
  const counts = HISTORY_TABLES.map(
    (table) => `(SELECT count(*)::int FROM (SELECT 1 FROM ${table}_default LIMIT $1) AS stray)`,
  );
  const [row] = await query<{ counts: number[] }>('system-stray-rows', `SELECT ARRAY[${counts.join(', ')}] AS counts`, [
    COUNT_CAP,
  ]);
  const found = row?.counts ?? [];
  return { count: found.reduce((sum, count) => sum + count, 0), capped: found.some((count) => count >= COUNT_CAP) };
}

/**
 * Returns how many values each encryption key encrypted: credentials and configurations of integrations, event
 * addresses, signing secrets, secrets of two-step sign-in, secret variables, recipients of alerts and client secrets of
 * sign-in providers. `npm run keys:rotate` also counts the values of history and subscribers.
 */
export function countSealed(): Promise<{ key: string; count: number }[]> {
  return query(
    'system-sealed',
    `SELECT split_part(sealed, '.', 2) AS key, count(*)::int AS count FROM (
       SELECT field.value ->> '$sealed' AS sealed
       FROM (SELECT credentials FROM integrations WHERE deleted_at IS NULL LIMIT $1) AS i, jsonb_each(i.credentials) AS field
       WHERE jsonb_typeof(i.credentials) = 'object' AND jsonb_typeof(field.value) = 'object'
       UNION ALL
       SELECT field.value ->> '$sealed'
       FROM (SELECT configurations FROM integrations WHERE deleted_at IS NULL LIMIT $1) AS i, jsonb_each(i.configurations) AS field
       WHERE jsonb_typeof(i.configurations) = 'object' AND jsonb_typeof(field.value) = 'object'
       UNION ALL
       SELECT secret FROM (SELECT secret FROM event_addresses LIMIT $1) AS d
       UNION ALL
       SELECT signing_secret FROM (SELECT signing_secret FROM environments LIMIT $1) AS e
       UNION ALL
       SELECT secret FROM (SELECT secret FROM two_step_secrets LIMIT $1) AS t
       UNION ALL
       SELECT field.value FROM (SELECT "values" FROM environment_variables WHERE is_secret LIMIT $1) AS v, jsonb_each_text(v."values") AS field
       UNION ALL
       SELECT recipient FROM (SELECT recipient FROM alert_rules LIMIT $1) AS a
       UNION ALL
       SELECT client_secret FROM (SELECT client_secret FROM sign_in_providers LIMIT $1) AS p
     ) AS secrets WHERE sealed LIKE 'v1.%' GROUP BY 1 ORDER BY 1`,
    [SECRETS_CAP],
  );
}

export interface FailedOperation {
  operationId: string;
  count: number;
  /** The number of failures since `recentSince`. */
  recent: number;
  lastAt: Date;
}

/**
 * Returns the operations that failed since an ID because of an error in Belfry, the most frequent first. Counts up to
 * `COUNT_CAP` of the newest failed requests of each environment, which the partial index `request_log_failed` contains.
 * Citus allows a `LIMIT` for each environment only if the environments come from a distributed table.
 */
export function failedOperations(
  environmentIds: readonly string[],
  since: string,
  recentSince: string,
): Promise<FailedOperation[]> {
  return query(
    'system-failed-requests',
    `SELECT coalesce(failed.operation_id, 'unknown') AS "operationId", count(*)::int AS count,
       count(*) FILTER (WHERE failed.id >= $3)::int AS recent, max(failed.created_at) AS "lastAt"
     FROM (SELECT DISTINCT g.environment_id AS id FROM notification_groups g WHERE g.environment_id = ANY ($1)) AS e CROSS JOIN LATERAL (
       SELECT r.id, r.operation_id, r.created_at FROM request_log r
       WHERE r.environment_id = e.id AND r.status >= 500 AND r.id >= $2
       ORDER BY r.environment_id, r.id DESC LIMIT ${COUNT_CAP}) AS failed
     GROUP BY 1 ORDER BY 2 DESC, 1`,
    [environmentIds, since, recentSince],
  );
}
