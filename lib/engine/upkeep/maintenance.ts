/** Raw statements: they delete in batches, from a list of tables. */
import { Gauge } from 'prom-client';
import { idleSince } from '#lib/auth/session-life.ts';
import { endOrphans } from '#lib/engine/admission/outage-rows.ts';
import { UNREFERENCED } from '#lib/engine/load/payloads.ts';
import { env } from '#lib/env.ts';
import { idFloor, idTime } from '#lib/id.ts';
import { STATS_DAYS } from '#lib/integrations/stats-days.ts';
import { logger } from '#lib/logger.ts';
import { MAX_MARK_AGE_MS } from '#lib/notifications/dictionary-use.ts';
import { execute, query } from '#lib/postgres/db.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { countStrayRows, dropPartitions, HISTORY, makePartitions } from './partitions.ts';

const BATCH = 5000;
/** Days for which a trigger that started no run is kept. */
const REFUSAL_DAYS = 30;
/** Days for which the removal of a suppressed address is kept. Events of providers may be 30 days old. */
const REMOVAL_DAYS = 32;
/** Days for which an ended recovery and the list of its runs are kept. */
const RECOVERY_DAYS = 90;
/** Days for which start delays and sizes of tables are kept. */
const FIGURES_DAYS = 30;

const strayRows = new Gauge({
  name: 'belfry_default_partition_rows',
  help: 'Rows of the history in a default partition, because their month had no partition. Should be 0.',
  labelNames: ['table'],
});

export interface MaintenanceDone {
  partitionsMade: number;
  partitionsDropped: number;
  rowsDeleted: number;
  /** Rows in default partitions, over all tables. */
  strayRows: number;
}

/**
 * Runs maintenance once: creates partitions for the coming months and deletes everything older than its retention. It
 * is safe to interrupt it, to repeat it, and to run it in two workers at the same time.
 */
export async function maintain(now = new Date()): Promise<MaintenanceDone> {
  const cutoff = daysBefore(now, env().RETENTION_DAYS);
  const partitionsMade = await makePartitions(now, cutoff);
  const partitionsDropped = await dropPartitions(new Date(Math.min(cutoff.getTime(), await oldestWork())));
  await endOrphans(now);
  let rowsDeleted = await deleteUnused(now);
  const environments = await query<KeptEnvironment>(
    'maintenance.environments',
    'SELECT id, retention_days AS days FROM environments',
  );
  for (const environment of environments) rowsDeleted += await deleteExpired(environment, now);
  return { partitionsMade, partitionsDropped, rowsDeleted, strayRows: await reportStrayRows() };
}

/**
 * Returns the trigger time of the oldest run that still waits, or whose payload a digest will read. Its month keeps its
 * partition, and finished runs of that month are deleted row by row.
 */
async function oldestWork(): Promise<number> {
  const [row] = await query<{ id: string | null }>(
    'maintenance.work',
    `SELECT least((SELECT min(notification_id) FROM work),
       (SELECT min(notification_id) FROM digest_events WHERE payload_id IS NOT NULL OR payload_ids IS NOT NULL)) AS id`,
  );
  return row?.id ? idTime(row.id).getTime() : Number.POSITIVE_INFINITY;
}

interface KeptEnvironment {
  id: string;
  /** Null if the installation's own retention applies. */
  days: number | null;
}

/** Deletes expired data of the installation: failed sign-ins, sessions, links, rate limits, System page figures. */
async function deleteUnused(now: Date): Promise<number> {
  const failures = await deleteBatches({ table: 'sign_in_failures', age: 'window_start', before: daysBefore(now, 2) });
  const sessions = await deleteBatches({ table: 'sessions', age: 'expires_at', before: now });
  const idle = await deleteBatches({ table: 'sessions', age: 'updated_at', before: idleSince() });
  const links = await deleteBatches({ table: 'verifications', age: 'expires_at', before: now });
  const delays = await deleteBatches({ table: 'start_delays', age: 'hour', before: daysBefore(now, FIGURES_DAYS) });
  const sizes = await deleteBatches({ table: 'table_sizes', age: 'day', before: daysBefore(now, FIGURES_DAYS) });
  // A bucket that was unused for a day is full, like a new bucket.
  const buckets = await deleteBatches({ table: 'rate_limit_buckets', age: 'updated_at', before: daysBefore(now, 1) });
  return failures + sessions + idle + links + delays + sizes + buckets;
}

/**
 * Deletes the expired data of one environment. In the history tables, this covers the month of the cutoff, the default
 * partitions, and everything older than the environment's own retention.
 */
async function deleteExpired({ id: environmentId, days }: KeptEnvironment, now: Date): Promise<number> {
  const { RETENTION_DAYS, REQUEST_LOG_RETENTION_DAYS } = env();
  const history = idFloor(daysBefore(now, Math.min(days ?? RETENTION_DAYS, RETENTION_DAYS)));
  const outlived: Omit<Outlived, 'environmentId'>[] = [
    ...Object.entries(HISTORY).map(([table, key]) => ({
      table,
      age: key.split(',')[0] ?? key,
      before: history,
      ...(table === 'payloads'
        ? { unused: [UNREFERENCED] as const }
        : { run: table === 'notifications' ? 'id' : 'notification_id' }),
    })),
    { table: 'trigger_refusals', age: 'id', before: idFloor(daysBefore(now, REFUSAL_DAYS)) },
    { table: 'triggers', age: 'created_at', before: daysBefore(now, RETENTION_DAYS) },
    { table: 'integration_stats', age: 'minute', before: daysBefore(now, STATS_DAYS) },
    { table: 'outages', age: 'opened_at', before: daysBefore(now, Math.min(days ?? RETENTION_DAYS, RETENTION_DAYS)) },
    { table: 'alerts', age: 'id', before: history, unused: ['ended_at IS NOT NULL'] },
    { table: 'outcome_counts', age: 'hour', before: daysBefore(now, RETENTION_DAYS) },
    { table: 'throttle_windows', age: 'ends_at', before: now },
    { table: 'digest_windows', age: 'kept_until', before: now },
    { table: 'host_breakers', age: 'probe_at', before: daysBefore(now, 1) },
    { table: 'idempotency_records', age: 'created_at', before: daysBefore(now, 1) },
    { table: 'inbox_sessions', age: 'expires_at', before: now },
    { table: 'api_key_calls', age: 'hour', before: daysBefore(now, 2) },
    { table: 'suppression_removals', age: 'removed_at', before: daysBefore(now, REMOVAL_DAYS) },
    {
      table: 'recoveries',
      age: 'id',
      before: idFloor(daysBefore(now, RECOVERY_DAYS)),
      unused: ['ended_at IS NOT NULL'],
    },
    { table: 'recovery_runs', age: 'recovery_id', before: idFloor(daysBefore(now, RECOVERY_DAYS)) },
    { table: 'request_log', age: 'id', before: idFloor(daysBefore(now, REQUEST_LOG_RETENTION_DAYS)) },
  ];
  let deleted = 0;
  for (const rows of outlived) deleted += await deleteBatches({ ...rows, environmentId });
  const before = new Date(idTime(history).getTime() - MAX_MARK_AGE_MS);
  for (const { table, unused } of DICTIONARIES)
    deleted += await deleteBatches({ table, age: 'used_at', before, environmentId, unused: [unused, history] });
  return deleted;
}

/**
 * Tables whose rows many runs share. Runs from before the retention period are already deleted, except for waiting
 * ones. Fan-outs may still create runs. $2 is the environment, $3 the smallest ID of a run within the retention period.
 */
const DICTIONARIES = [
  {
    table: 'job_steps',
    unused: `NOT EXISTS (SELECT 1 FROM work w JOIN jobs j ON j.environment_id = $2 AND j.notification_id = w.notification_id
        WHERE w.environment_id = $2 AND w.notification_id < $3 AND j.step_key = job_steps.id)
      AND NOT EXISTS (SELECT 1 FROM fanouts f WHERE f.environment_id = $2
        AND f.event -> 'jobs' @> jsonb_build_array(jsonb_build_object('stepKey', job_steps.id::text)))`,
  },
  {
    table: 'workflow_snapshots',
    unused: `NOT EXISTS (SELECT 1 FROM work w JOIN notifications n ON n.environment_id = $2 AND n.id = w.notification_id
        WHERE w.environment_id = $2 AND w.notification_id < $3 AND n.snapshot_id = workflow_snapshots.id)
      AND NOT EXISTS (SELECT 1 FROM fanouts f WHERE f.environment_id = $2
        AND (f.event ->> 'snapshotId')::bigint = workflow_snapshots.id)`,
  },
];

interface Outlived {
  table: string;
  /** The column with the row's age. An index has this column directly after `environment_id`. */
  age: string;
  before: Date | string;
  environmentId?: string;
  /** The column with the ID of the run. Rows of a run with unfinished work are kept. */
  run?: string;
  /** A condition on the row, and its parameter $3 if it has one. */
  unused?: readonly [condition: string, parameter?: unknown];
}

/** Deletes the oldest rows first, each batch in its own transaction. */
async function deleteBatches(outlived: Outlived): Promise<number> {
  const { text, values } = deletion(outlived);
  for (let deleted = 0; ; ) {
    const count = (await execute<{ count: number }>(text, values))[0]?.count ?? 0;
    deleted += count;
    if (count < BATCH) return deleted;
  }
}

/**
 * Returns the statement of one batch. It deletes the index range up to the last selected row, including rows of the
 * same age.
 */
export function deletion({ table, age, before, environmentId, run, unused }: Outlived): {
  text: string;
  values: unknown[];
} {
  const waiting =
    run && ` AND NOT EXISTS (SELECT 1 FROM work w WHERE w.environment_id = $2 AND w.notification_id = ${table}.${run})`;
  const old = `${environmentId === undefined ? '' : 'environment_id = $2 AND '}${age} < $1${waiting ?? ''}${unused ? ` AND ${unused[0]}` : ''}`;
  const last = `(SELECT ${age} FROM ${table} WHERE ${old} ORDER BY ${age} OFFSET ${BATCH - 1} LIMIT 1)`;
  const text = `WITH gone AS (DELETE FROM ${table} WHERE ${old} AND ${age} <= coalesce(${last}, $1) RETURNING 1)
    SELECT count(*)::int AS count FROM gone`;
  const own = environmentId === undefined ? [] : [environmentId];
  return { text, values: [before, ...own, ...(unused?.slice(1) ?? [])] };
}

async function reportStrayRows(): Promise<number> {
  const counts = await countStrayRows();
  for (const [table, count] of Object.entries(counts)) strayRows.set({ table }, count);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (total > 0) {
    logger().error({ rows: counts }, 'Found history rows in the default partition');
  }
  return total;
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}
