/**
 * The queue: one row of `work` for each unfinished job that may run now or later. Raw statements: they need SKIP
 * LOCKED, fences, and plans that stay index scans with a million waiting rows. All times come from the caller's
 * clock.
 *
 * Plans are made once for each connection, also when the queue is empty and every index looks equally good. So a
 * statement about certain jobs selects them with `ofJobs`, and a statement about rows that it has just locked selects
 * them by `ctid`. Neither can be planned as a read of the whole queue.
 */
import { query } from '#lib/postgres/db.ts';
import { DEATHS_BEFORE_ALONE } from './deaths.ts';

/** The lanes in order of urgency: critical and high severity first, fan-out last. */
export const LANES = { urgent: 0, normal: 1, fanout: 2 } as const;
export type Lane = (typeof LANES)[keyof typeof LANES];

/** The earliest work of one environment in one lane. */
export interface ReadyWork {
  environmentId: string;
  lane: Lane;
  readyAt: Date;
  jobId: string;
}

/** A row of `work` that this worker holds. */
export interface ClaimedWork {
  environmentId: string;
  jobId: string;
  notificationId: string;
  lane: Lane;
  /** The time at which the job became due. */
  readyAt: Date;
  /** The fence: a record counts only while this number is unchanged. */
  claims: number;
  /** The number of earlier attempts that count. */
  attempts: number;
  firstClaimedAt: Date;
  seriesStartedAt: Date;
  /** The number of workers that died in a row while they held the job. */
  deaths: number;
}

export interface Holder {
  workerId: string;
  now: Date;
  leaseMs: number;
}

/**
 * The numbers of rows that one statement claims. They are literals in the SQL: with a parameter, the generic plan
 * expects a tenth of the table.
 */
const CLAIM_SIZES = [100, 50, 25, 12, 6, 3, 1] as const;

function claimSize(most: number): number {
  return CLAIM_SIZES.find((size) => size <= most) ?? 1;
}

const CLAIMED = `w.environment_id AS "environmentId", w.job_id AS "jobId", w.notification_id AS "notificationId", w.lane, w.ready_at AS "readyAt", w.claims, w.attempts,
  w.first_claimed_at AS "firstClaimedAt", w.series_started_at AS "seriesStartedAt", w.deaths`;

const TAKE = `worker_id = $3, lease_until = $5, claims = claims + 1,
  first_claimed_at = coalesce(first_claimed_at, $4), series_started_at = coalesce(series_started_at, $4)`;

/** The environments with unclaimed work, each found by a step from the previous one. */
const WAITING = `WITH RECURSIVE waiting (environment_id) AS (
  (SELECT w.environment_id FROM work w WHERE w.worker_id IS NULL ORDER BY w.environment_id LIMIT 1)
  UNION ALL
  SELECT (SELECT w.environment_id FROM work w WHERE w.worker_id IS NULL AND w.environment_id > waiting.environment_id
          ORDER BY w.environment_id LIMIT 1)
  FROM waiting WHERE waiting.environment_id IS NOT NULL)`;
const EARLIEST = 'earliest.ready_at AS "readyAt", earliest.job_id AS "jobId"';
const EACH_LANE = 'waiting CROSS JOIN (VALUES (0::smallint), (1::smallint), (2::smallint)) AS lanes (lane)';
const OF_LANE = 'w.environment_id = waiting.environment_id AND w.lane = lanes.lane AND w.worker_id IS NULL';

/**
 * Returns the earliest unclaimed work of every environment and lane, due now or later. The skip scan costs a few index
 * probes per environment, however much work the environment has.
 */
export function findReady(): Promise<ReadyWork[]> {
  return query(
    'work-ready',
    `${WAITING}
     SELECT waiting.environment_id AS "environmentId", lanes.lane, ${EARLIEST}
     FROM ${EACH_LANE}
     CROSS JOIN LATERAL (SELECT w.ready_at, w.job_id FROM work w WHERE ${OF_LANE} ORDER BY w.ready_at, w.job_id LIMIT 1) AS earliest
     WHERE waiting.environment_id IS NOT NULL`,
  );
}

/**
 * Returns the earliest unclaimed work of known environments and lanes, none of it earlier than the known work. Unlike
 * the skip scan above, it does not read past every row that was claimed since the last vacuum.
 */
export function findNextReady(known: readonly ReadyWork[]): Promise<ReadyWork[]> {
  return query(
    'work-next-ready',
    `SELECT known.environment_id AS "environmentId", known.lane, ${EARLIEST}
     FROM unnest($1::text[], $2::smallint[], $3::timestamptz[], $4::text[]) AS known (environment_id, lane, ready_at, job_id)
     CROSS JOIN LATERAL (SELECT w.ready_at, w.job_id FROM work w
       WHERE w.environment_id = known.environment_id AND w.lane = known.lane AND w.worker_id IS NULL
         AND (w.ready_at, w.job_id) >= (known.ready_at, known.job_id)
       ORDER BY w.ready_at, w.job_id LIMIT 1) AS earliest`,
    [
      known.map(({ environmentId }) => environmentId),
      known.map(({ lane }) => lane),
      known.map(({ readyAt }) => readyAt),
      known.map(({ jobId }) => jobId),
    ],
  );
}

/**
 * Returns the number of due jobs per lane, counted up to 10,000 per environment, and the due time of the oldest. A lane
 * without due jobs is left out.
 */
export function countDue(now: Date): Promise<{ lane: Lane; count: number; oldest: Date }[]> {
  return query(
    'work-due',
    `${WAITING}
     SELECT lanes.lane, sum(due.count)::int AS count, min(due.oldest) AS oldest
     FROM ${EACH_LANE}
     CROSS JOIN LATERAL (SELECT count(*) AS count, min(first.ready_at) AS oldest FROM (
       SELECT w.ready_at FROM work w WHERE ${OF_LANE} AND w.ready_at <= $1 ORDER BY w.ready_at LIMIT 10000) AS first) AS due
     WHERE waiting.environment_id IS NOT NULL AND due.count > 0 GROUP BY lanes.lane`,
    [now],
  );
}

/**
 * Claims about `most` due rows of one environment and lane, the oldest first. With `readyAt` and `jobId`, it claims no
 * row before that job.
 */
export function claimWork(
  {
    environmentId,
    lane,
    readyAt = new Date(0),
    jobId = '',
  }: Pick<ReadyWork, 'environmentId' | 'lane'> & Partial<ReadyWork>,
  { workerId, now, leaseMs }: Holder,
  most: number,
): Promise<ClaimedWork[]> {
  const size = claimSize(most);
  return query(
    `work-claim-${size}`,
    `UPDATE work w SET ${TAKE}
     WHERE w.ctid = ANY (ARRAY (
       SELECT ctid FROM work
       WHERE environment_id = $1 AND lane = $2 AND worker_id IS NULL AND (ready_at, job_id) >= ($6, $7) AND ready_at <= $4 AND deaths = 0
       ORDER BY ready_at, job_id LIMIT ${size} FOR UPDATE SKIP LOCKED))
     RETURNING ${CLAIMED}`,
    [environmentId, lane, workerId, now, new Date(now.getTime() + leaseMs), readyAt, jobId],
  );
}

/**
 * Claims due rows whose worker died, of any environment: about `most` rows with one death, otherwise one row with more.
 * That one runs alone, so if it ends this worker too, no other job is affected.
 */
export async function claimInterrupted({ workerId, now, leaseMs }: Holder, most: number): Promise<ClaimedWork[]> {
  const claim = (which: string, size: number) =>
    query<ClaimedWork>(
      `work-claim-interrupted-${which}-${size}`,
      `UPDATE work w SET ${TAKE.replaceAll('$3', '$1').replaceAll('$4', '$2').replaceAll('$5', '$3')}
       WHERE w.ctid = ANY (ARRAY (SELECT ctid FROM work WHERE ${which} AND worker_id IS NULL AND ready_at <= $2
             ORDER BY environment_id, ready_at LIMIT ${size} FOR UPDATE SKIP LOCKED))
       RETURNING ${CLAIMED}`,
      [workerId, now, new Date(now.getTime() + leaseMs)],
    );
  const together = await claim(`deaths > 0 AND deaths < ${DEATHS_BEFORE_ALONE}`, claimSize(most));
  return together.length > 0 ? together : claim(`deaths >= ${DEATHS_BEFORE_ALONE}`, 1);
}

/** Whether there is a row for `claimInterrupted`. It reads an index that is empty as long as no worker has died. */
export async function hasInterrupted(now: Date): Promise<boolean> {
  const rows = await query(
    'work-interrupted',
    'SELECT 1 FROM work WHERE deaths > 0 AND worker_id IS NULL AND ready_at <= $1 LIMIT 1',
    [now],
  );
  return rows.length > 0;
}

/**
 * Requeues jobs that were claimed but not started, each for its own time. This does not count as an attempt. A run that
 * was ended in the meantime continues immediately.
 */
export async function returnWork(
  works: readonly (ClaimedWork & { until: Date })[],
  { workerId, now }: Pick<Holder, 'workerId' | 'now'>,
): Promise<void> {
  for (const [environmentId, own] of byEnvironment(works)) {
    await query(
      'work-return',
      `UPDATE work w SET worker_id = NULL, lease_until = NULL, ready_at = CASE WHEN w.ended THEN $6 ELSE mine.until END
       FROM unnest($3::text[], $4::int[], $5::timestamptz[]) AS mine (job_id, claims, until)
       WHERE ${ofJobs('$1', '$7', '$3')} AND w.job_id = mine.job_id AND w.claims = mine.claims AND w.worker_id = $2`,
      [
        environmentId,
        workerId,
        own.map(({ jobId }) => jobId),
        own.map(({ claims }) => claims),
        own.map(({ until }) => until),
        now,
        own.map(({ notificationId }) => notificationId),
      ],
    );
  }
}

/**
 * Deletes a claimed row whose run was deleted. The run is looked up by its key, in all months.
 *
 * @returns false when the run exists, or another worker holds the row by now. Nothing is deleted then.
 */
export async function discardWork(work: ClaimedWork, workerId: string): Promise<boolean> {
  const rows = await query(
    'work-discard',
    `DELETE FROM work w WHERE ${ofJobs('$1', '$2', '$3')} AND w.claims = $4 AND w.worker_id = $5
       AND NOT EXISTS (SELECT 1 FROM notifications n JOIN jobs j ON j.environment_id = $1 AND j.notification_id = n.id AND j.id = w.job_id
         WHERE n.environment_id = $1 AND n.id = w.notification_id)
     RETURNING 1`,
    [work.environmentId, [work.notificationId], [work.jobId], work.claims, workerId],
  );
  return rows.length > 0;
}

/**
 * Deletes up to 5,000 rows of a deleted environment, also those that other workers hold: their records no longer count.
 *
 * @returns the number of rows. 0 if the environment exists.
 */
export async function discardEnvironment(environmentId: string): Promise<number> {
  const rows = await query(
    'work-discard-environment',
    `DELETE FROM work WHERE ctid = ANY (ARRAY (
       SELECT ctid FROM work WHERE environment_id = $1 AND NOT EXISTS (SELECT 1 FROM environments WHERE id = $1)
       LIMIT 5000 FOR UPDATE SKIP LOCKED))
     RETURNING 1`,
    [environmentId],
  );
  return rows.length;
}

/**
 * Renews the leases of jobs that the worker holds. It does not wait for locked rows: such a row is being recorded, or
 * is renewed again before its lease ends.
 */
export async function renewLeases(
  works: readonly Pick<ClaimedWork, 'environmentId' | 'notificationId' | 'jobId'>[],
  { workerId, now, leaseMs }: Holder,
): Promise<void> {
  await query(
    'work-renew',
    `UPDATE work w SET lease_until = $4
     WHERE w.ctid = ANY (ARRAY (
       SELECT ctid FROM work WHERE environment_id = ANY ($1) AND notification_id = ANY ($5) AND job_id = ANY ($2) AND worker_id = $3
       FOR UPDATE SKIP LOCKED))`,
    [
      [...new Set(works.map(({ environmentId }) => environmentId))],
      works.map(({ jobId }) => jobId),
      workerId,
      new Date(now.getTime() + leaseMs),
      works.map(({ notificationId }) => notificationId),
    ],
  );
}

/**
 * Requeues the rows of the workers `workerIds`, and every row with an expired lease, for `claimInterrupted`. The
 * interrupted attempt counts. Rows that are locked now are recovered when their lease expires.
 *
 * @returns the number of rows.
 */
export async function recoverWork(workerIds: readonly string[], now: Date): Promise<number> {
  const rows = await query(
    'work-recover',
    `WITH RECURSIVE held (environment_id) AS (
       (SELECT w.environment_id FROM work w WHERE w.worker_id IS NOT NULL ORDER BY w.environment_id LIMIT 1)
       UNION ALL
       SELECT (SELECT w.environment_id FROM work w WHERE w.worker_id IS NOT NULL AND w.environment_id > held.environment_id
               ORDER BY w.environment_id LIMIT 1)
       FROM held WHERE held.environment_id IS NOT NULL)
     UPDATE work w SET worker_id = NULL, lease_until = NULL, attempts = w.attempts + 1, ready_at = $2, deaths = w.deaths + 1
     WHERE w.ctid = ANY (ARRAY (
       SELECT lost.ctid FROM held CROSS JOIN LATERAL (
         SELECT w.ctid FROM work w
         WHERE w.environment_id = held.environment_id AND w.worker_id IS NOT NULL AND (w.worker_id = ANY ($1) OR w.lease_until < $2)
         ORDER BY w.worker_id, w.lease_until FOR UPDATE SKIP LOCKED) AS lost))
     RETURNING 1`,
    [workerIds, now],
  );
  return rows.length;
}

/** Returns a condition that binds the whole key of `work w` to parameters: the environment, the runs and the jobs. */
export function ofJobs(environment: string, notificationIds: string, jobIds: string): string {
  return `w.environment_id = ${environment} AND w.notification_id = ANY (${notificationIds}) AND w.job_id = ANY (${jobIds})`;
}

export function byEnvironment<Row extends { environmentId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, ({ environmentId }) => environmentId);
}
