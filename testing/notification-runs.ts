import type { Ctx } from '#lib/api/context.ts';
import { execute } from '#lib/postgres/db.ts';

interface Runs {
  count: number;
  /** The time of the first trigger, in milliseconds. */
  from: number;
  everyMs: number;
}

/** One run in this many failed. */
export const FAILED_EVERY = 10;

/** Stores ended runs with their outcomes and the hourly counts. `txn_1` is the transaction of the oldest run. */
export async function insertRuns({ environmentId }: Ctx, { count, from, everyMs }: Runs): Promise<void> {
  await execute(
    `INSERT INTO workflow_snapshots (environment_id, id, workflow_id, severity, critical, channels, tags, template)
     VALUES ($1, 7, 'w', 'none', false, '{email}', '{}', '{"name":"Order, \\"shipped\\"","origin":"svc-cloud","triggers":[]}')
     ON CONFLICT DO NOTHING`,
    [environmentId],
  );
  const at = `to_timestamp(($2::float8 + n * $3::float8) / 1000)`;
  const id = `lpad(to_hex(floor(extract(epoch FROM ${at}))::bigint), 8, '0') || lpad(to_hex(n), 16, '0')`;
  await execute(
    `WITH run AS (
       INSERT INTO notifications (id, environment_id, snapshot_id, subscriber_id, transaction_id, context_keys, created_at, updated_at)
       SELECT ${id}, $1, 7, 's', 'txn_' || n, '{}', ${at}, ${at} FROM generate_series(1, $4::int) n
       RETURNING id, created_at, right(id, 8)
     ), job AS (
       INSERT INTO jobs (id, environment_id, notification_id, subscriber_id, type, status, provider_id, reason, created_at, updated_at)
       SELECT id, $1, id, 's', 'sms', 'skipped', 'svc', '{"code":"no_address","evidence":{"channel":"sms"}}', created_at, created_at FROM run
     ), outcome AS (
       INSERT INTO notification_outcomes (environment_id, notification_id, outcome, reason, snapshot_id, subscriber_id, created_at)
       SELECT $1, id, CASE WHEN ('x' || "right")::bit(32)::int % ${FAILED_EVERY} = 0 THEN 'failed' ELSE 'skipped' END, 'no_address', 7, 's', created_at
       FROM run RETURNING outcome, created_at
     )
     INSERT INTO outcome_counts (environment_id, hour, workflow_id, outcome, count)
     SELECT $1, date_trunc('hour', created_at, 'UTC'), 'w', outcome, count(*) FROM outcome GROUP BY 2, 4`,
    [environmentId, from, everyMs, count],
  );
}
