/** Raw statements: they create and drop partitions. */
import { setTimeout as sleep } from 'node:timers/promises';
import { logger } from '#lib/logger.ts';
import { execute, query, transaction } from '#lib/postgres/db.ts';
import { databaseProblem } from '#lib/postgres/db-error.ts';

/**
 * The tables that are partitioned by month, each with the columns of its primary key after the environment. The first
 * of these columns determines a row's age.
 */
export const HISTORY = {
  notifications: 'id',
  notification_topics: 'notification_id, topic_key',
  notification_outcomes: 'notification_id',
  jobs: 'id',
  execution_details: 'notification_id, id',
  messages: 'id',
  // After notifications, because a payload is deleted when no run refers to it.
  payloads: 'id',
  delivery_events: 'id',
} as const;

/** The column by which a table is partitioned, if it is not `id`. */
const PARTITION_KEY: Record<string, string> = {
  notification_topics: 'notification_id',
  notification_outcomes: 'notification_id',
};

export const HISTORY_TABLES = Object.keys(HISTORY);

const MONTHS_AHEAD = 3;
/**
 * A statement that waits for a table lock blocks all later statements. So it waits briefly, gives up and retries.
 */
const LOCK_TIMEOUT_MS = 200;
/** Limit for moving many stray rows, which may take longer than other statements. */
const MOVE_TIMEOUT_MS = 600_000;
const ATTEMPTS = 12;
const PAUSE_MS = 500;

/**
 * Creates the missing partitions of this month and the next three, and of months since `since` that have rows in a
 * default partition. Such rows move into the new partition. Returns the number of created partitions.
 */
export async function makePartitions(now: Date, since = now): Promise<number> {
  const days = Array.from({ length: MONTHS_AHEAD + 1 }, (_, ahead) => firstDay(now, ahead));
  const strayDays = (await monthsOfStrayRows()).filter((day) => day >= firstDay(since) && day <= firstDay(now));
  const missing = await query<{ history: string; day: string }>(
    'partitions-missing',
    `SELECT history, day FROM unnest($1::text[]) AS history, unnest($2::text[]) AS day
     WHERE to_regclass(history || '_' || translate(left(day, 7), '-', '_')) IS NULL`,
    [HISTORY_TABLES, [...new Set([...strayDays, ...days])]],
  );
  let made = 0;
  for (const { history, day } of missing) {
    const rows = await withBriefLocks<{ made: boolean }>('SELECT create_history_partition($1, $2::date) AS made', [
      history,
      day,
    ]);
    if (rows?.[0]?.made) made += 1;
  }
  return made;
}

/** Drops the partitions of months that ended before `cutoff`. Returns the number of dropped partitions. */
export async function dropPartitions(cutoff: Date): Promise<number> {
  // A table without a parent was detached by a run that ended before it dropped the table.
  const old = await query<{ name: string; parent: string | null }>(
    'partitions-old',
    `SELECT c.relname AS name, inhparent::regclass::text AS parent
     FROM pg_class c LEFT JOIN pg_inherits ON inhrelid = c.oid
     WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
       AND left(c.relname, -8) = ANY ($1) AND right(c.relname, 8) ~ '^_\\d{4}_\\d{2}$' AND right(c.relname, 7) < $2
     ORDER BY c.relname`,
    [HISTORY_TABLES, firstDay(cutoff).slice(0, 7).replace('-', '_')],
  );
  let dropped = 0;
  for (const { name, parent } of old) {
    const detached = parent === null || (await withBriefLocks(`ALTER TABLE ${parent} DETACH PARTITION "${name}"`));
    if (detached && (await withBriefLocks(`DROP TABLE "${name}"`))) dropped += 1;
  }
  return dropped;
}

/**
 * Returns the number of rows in each default partition. There should be none: such rows had no partition for their
 * month, and can only be deleted one by one.
 */
export async function countStrayRows(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of HISTORY_TABLES) {
    const [row] = await query<{ count: number }>(
      `partitions-stray ${table}`,
      `SELECT count(*)::int AS count FROM ${table}_default`,
    );
    counts[table] = row?.count ?? 0;
  }
  return counts;
}

/** Returns the first days of the months that have rows in default partitions. There should be none. */
async function monthsOfStrayRows(): Promise<string[]> {
  const ids = HISTORY_TABLES.map((table) => `SELECT ${PARTITION_KEY[table] ?? 'id'} AS id FROM ${table}_default`);
  const months = await query<{ day: string }>(
    'partitions-stray-months',
    `SELECT DISTINCT to_char(to_timestamp(('x' || left(id, 8))::bit(32)::bigint), 'YYYY-MM') || '-01' AS day
     FROM (${ids.join(' UNION ALL ')}) AS stray`,
  );
  return months.map(({ day }) => day);
}

/** Runs a statement that locks tables. Undefined when no attempt got the locks. */
async function withBriefLocks<Row extends Record<string, unknown>>(
  text: string,
  values: unknown[] = [],
): Promise<Row[] | undefined> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      return await transaction(async () => {
        await execute(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
        await execute(`SET LOCAL statement_timeout = ${MOVE_TIMEOUT_MS}`);
        return execute<Row>(text, values, MOVE_TIMEOUT_MS + 5_000);
      });
    } catch (error) {
      if (databaseProblem(error)?.code !== '55P03') throw error;
    }
    await sleep(PAUSE_MS * (0.5 + Math.random()));
  }
  logger().warn({ statement: text, attempts: ATTEMPTS }, 'Statement postponed because a history table was locked');
  return undefined;
}

/** Returns the first day of the month of `at`, or of a later month, in UTC: `2027-03-01`. */
function firstDay(at: Date, monthsAhead = 0): string {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + monthsAhead)).toISOString().slice(0, 10);
}
