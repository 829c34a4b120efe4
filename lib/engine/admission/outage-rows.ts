/**
 * Raw statements: inserts with ON CONFLICT, and counts of many rows. The rows are the history of the circuit breakers
 * of integrations.
 */
import { LANES } from '#lib/engine/queue/work.ts';
import { CLOCK_SLACK_MS, idFloor } from '#lib/id.ts';
import { execute } from '#lib/postgres/db.ts';

interface Outage {
  environmentId: string;
  integrationId: string;
}

/** Records that an outage began. Does nothing if one already lasts. */
export async function beginOutage(
  { environmentId, integrationId }: Outage,
  { openedAt, words }: { openedAt: Date; words: string },
): Promise<void> {
  await execute(BEGIN, [environmentId, integrationId, openedAt, words]);
}

const BEGIN = `INSERT INTO outages (environment_id, opened_at, integration_id, channel, words)
  SELECT $1, $3, $2, (SELECT channel FROM integrations WHERE environment_id = $1 AND id = $2), $4
  ON CONFLICT DO NOTHING`;

/**
 * Maximum rows that a count reads (of `work`: per lane, and of those that workers hold), because the attempt that closes
 * the breaker waits for it.
 */
const MAX_READ = 10_000;

/**
 * Records the end of the outage, with the numbers of jobs that wait for the provider and of messages that failed. The
 * same statement starts the release of these jobs, so that a worker that dies cannot lose it.
 */
export async function endOutage({ environmentId, integrationId }: Outage, now: Date): Promise<void> {
  const [open] = await execute<{ opened_at: Date }>(
    `UPDATE outages SET closed_at = $3, release_ready_at = $3, release_job_id = ''
     WHERE environment_id = $1 AND integration_id = $2 AND closed_at IS NULL RETURNING opened_at`,
    [environmentId, integrationId, now],
  );
  if (!open) return;
  const floor = idFloor(new Date(open.opened_at.getTime() - CLOCK_SLACK_MS));
  await execute(COUNT, [environmentId, integrationId, open.opened_at, floor, MAX_READ, Object.values(LANES)]);
}

/**
 * Counts the jobs and messages. Reads the work that is due first, because retries are due sooner than most delays, and
 * the work that workers hold, because one of these jobs is the probe that ended the outage. It waited too.
 */
const COUNT = `UPDATE outages SET
    late = (SELECT count(*) FROM ((SELECT queued.* FROM unnest($6::smallint[]) lane (number)
        CROSS JOIN LATERAL (SELECT w.notification_id, w.job_id FROM work w
          WHERE w.environment_id = $1 AND w.lane = lane.number AND w.worker_id IS NULL ORDER BY w.ready_at LIMIT $5) queued)
        UNION ALL (SELECT w.notification_id, w.job_id FROM work w
          WHERE w.environment_id = $1 AND w.worker_id IS NOT NULL LIMIT $5)) waiting
      JOIN jobs j ON j.environment_id = $1 AND j.notification_id = waiting.notification_id AND j.id = waiting.job_id
      WHERE j.integration_id = $2 AND j.reason ->> 'code' IN ('provider_unavailable', 'retry_waiting')),
    failed = (SELECT count(*) FROM (SELECT m.integration_id, m.reason FROM messages m
        WHERE m.environment_id = $1 AND m.status = 'error' AND m.status <> 'sent' AND m.id >= $4
        ORDER BY m.id LIMIT $5) unsent
      WHERE unsent.integration_id = $2 AND unsent.reason ->> 'code' = 'retries_exhausted')
  WHERE environment_id = $1 AND integration_id = $2 AND opened_at = $3`;

/** Ends the outages whose circuit breaker no longer exists, because the integration was deleted. */
export async function endOrphans(now: Date): Promise<void> {
  await execute(
    `UPDATE outages o SET closed_at = $1 WHERE o.closed_at IS NULL AND NOT EXISTS (SELECT 1 FROM circuit_breakers b
      WHERE b.environment_id = o.environment_id AND b.integration_id = o.integration_id)`,
    [now],
  );
}
