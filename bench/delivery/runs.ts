/** Many simultaneous runs as rows, and their results. SQL creates them, because 100,000 triggers would take longer than the measurement. */
import type pg from 'pg';
import { triggerEvent } from '#lib/events/trigger.ts';
import { idFloor } from '#lib/id.ts';
import type { Tenant } from './tenant.ts';

/** The runs to create. */
export interface ManyRuns {
  workflow: string;
  count: number;
  payload?: Record<string, unknown>;
  /** The due time. Default: immediately. A later time makes the run wait, as a delay does. */
  readyAt?: Date;
  /** The time of the trigger. Default: now. */
  triggeredAt?: Date;
}

/** The number of rows that one statement creates. */
const BATCH = 100_000;

/** Triggers once and copies the rows of that run, while no worker runs. Each payload has a unique number `n`. */
export async function enterRuns(
  database: pg.Pool,
  tenant: Tenant,
  { workflow, count, payload = {}, readyAt, triggeredAt = new Date() }: ManyRuns,
): Promise<void> {
  const { environmentId, ctx } = tenant;
  const { transactionId } = await triggerEvent(ctx, { name: workflow, to: 's-1', payload });
  const rest = [readyAt ?? new Date(), readyAt ? 'delayed' : 'queued', triggeredAt, idFloor(triggeredAt)];
  for (let made = 0; made < count; made += BATCH)
    await database.query(COPY, [environmentId, transactionId, made + 1, Math.min(count, made + BATCH), ...rest]);
  for (const table of ['work', 'jobs']) {
    await database.query(
      `DELETE FROM ${table} WHERE environment_id = $1
       AND notification_id = (SELECT id FROM notifications WHERE environment_id = $1 AND transaction_id = $2)`,
      [environmentId, transactionId],
    );
  }
  await database.query('DELETE FROM notifications WHERE environment_id = $1 AND transaction_id = $2', [
    environmentId,
    transactionId,
  ]);
  await database.query('ANALYZE notifications, jobs, work');
}

const COPY = `
WITH model AS (SELECT * FROM notifications WHERE environment_id = $1 AND transaction_id = $2),
model_job AS (
  SELECT j.*, row_number() OVER (ORDER BY j.position, j.id) AS place FROM jobs j JOIN model ON j.notification_id = model.id WHERE j.environment_id = $1
), recipient AS (
  SELECT id, row_number() OVER (ORDER BY id) - 1 AS position, count(*) OVER () AS total FROM subscribers WHERE environment_id = $1
), number AS (
  SELECT i, r.id AS subscriber_id, left($8, 12) || lpad(to_hex(i), 12, '0') AS id
  FROM generate_series($3::int, $4::int) i CROSS JOIN model
    JOIN recipient r ON r.position = i % (SELECT count(*) FROM subscribers WHERE environment_id = $1)
), run AS (
  INSERT INTO notifications (environment_id, id, snapshot_id, subscriber_id, transaction_id, context_keys, payload, "to", overrides,
    workflow_version, created_at, updated_at)
  SELECT $1, n.id, m.snapshot_id, n.subscriber_id, m.transaction_id || '-' || n.i, m.context_keys, m.payload || jsonb_build_object('n', n.i), m."to",
    m.overrides, m.workflow_version, $7, $7
  FROM number n CROSS JOIN model m
), job AS (
  INSERT INTO jobs (environment_id, id, notification_id, subscriber_id, position, type, status, provider_id, step_key, created_at, updated_at)
  SELECT $1, left(n.id, 12) || lpad(to_hex(n.i), 10, '0') || lpad(to_hex(j.place), 2, '0'), n.id, n.subscriber_id, j.position, j.type,
    CASE WHEN j.place = 1 THEN $6 ELSE j.status END, j.provider_id, j.step_key, $7, $7
  FROM number n CROSS JOIN model_job j
)
INSERT INTO work (environment_id, job_id, notification_id, lane, ready_at)
SELECT $1, left(n.id, 12) || lpad(to_hex(n.i), 10, '0') || '01', n.id, 1, $5 FROM number n`;

/** Deletes all due runs. Deleting only their work would not suffice, because a worker would requeue them. */
export async function dropDueRuns(database: pg.Pool): Promise<void> {
  await database.query(`
    WITH due AS (DELETE FROM work WHERE ready_at <= now() RETURNING environment_id, notification_id),
    of_jobs AS (DELETE FROM jobs j USING due d WHERE j.environment_id = d.environment_id AND j.notification_id = d.notification_id)
    DELETE FROM notifications n USING due d WHERE n.environment_id = d.environment_id AND n.id = d.notification_id`);
}

/** Counts of an environment's stored runs. */
export interface StoredTally {
  runs: number;
  /** Runs with the outcome `sent`. */
  sent: number;
  /** Runs with any outcome. */
  ended: number;
  /** Remaining work rows. */
  work: number;
  /** Messages with status `sent`. */
  messages: number;
  /** Jobs with more than one stored message or `sent` detail. */
  twice: number;
  /** Runs without jobs, ended runs with remaining work, and unfinished runs without work. */
  halfWritten: number;
  /** Attempts that began after a worker had died while it held the job. */
  afterDeath: number;
}

export async function storedTally(database: pg.Pool, { environmentId }: Tenant): Promise<StoredTally> {
  const { rows } = await database.query<StoredTally>(
    `SELECT (SELECT count(*)::int FROM notifications WHERE environment_id = $1) AS runs,
       (SELECT count(*)::int FROM notification_outcomes WHERE environment_id = $1 AND outcome = 'sent') AS sent,
       (SELECT count(*)::int FROM notification_outcomes WHERE environment_id = $1) AS ended,
       (SELECT count(*)::int FROM work WHERE environment_id = $1) AS work,
       (SELECT count(*)::int FROM messages WHERE environment_id = $1 AND status = 'sent') AS messages,
       (SELECT count(*)::int FROM (SELECT 1 FROM messages WHERE environment_id = $1 GROUP BY job_id HAVING count(*) > 1
          UNION ALL SELECT 1 FROM execution_details WHERE environment_id = $1 AND reason ->> 'code' = 'sent' GROUP BY job_id HAVING count(*) > 1) t) AS twice,
       (SELECT count(*)::int FROM notifications n WHERE n.environment_id = $1 AND (
          NOT EXISTS (SELECT 1 FROM jobs j WHERE j.environment_id = $1 AND j.notification_id = n.id)
          OR (EXISTS (SELECT 1 FROM notification_outcomes o WHERE o.environment_id = $1 AND o.notification_id = n.id)
            = EXISTS (SELECT 1 FROM work w WHERE w.environment_id = $1 AND w.notification_id = n.id)))) AS "halfWritten",
       (SELECT count(*)::int FROM execution_details WHERE environment_id = $1 AND reason ->> 'code' = 'outcome_unknown') AS "afterDeath"`,
    [environmentId],
  );
  return rows[0] as StoredTally;
}

/** Waits until the environment has no due work and no topic trigger with missing runs. @returns the milliseconds that it took. */
export async function untilDelivered(database: pg.Pool, { environmentId }: Tenant, limitMs: number): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const { rowCount } = await database.query(
      `SELECT 1 FROM work WHERE environment_id = $1 AND (worker_id IS NOT NULL OR ready_at < now() + interval '10 minutes')
       UNION ALL SELECT 1 FROM fanouts WHERE environment_id = $1 LIMIT 1`,
      [environmentId],
    );
    if (rowCount === 0) return performance.now() - begun;
    if (performance.now() - begun > limitMs) throw new Error(`Unfinished work remained after ${limitMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
