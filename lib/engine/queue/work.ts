/**
 * The queue: one row of `work` for each unfinished job that may run now or later. Raw statements: they need SKIP
 * LOCKED, fences, and plans that stay index scans with a million waiting rows. All times come from the caller's clock.
 *
 * Plans are made once for each connection, also when the queue is empty and every index looks equally good. So a
 * statement about certain jobs selects them with `ofJobs`, and a statement about rows that it has locked itself selects
 * them by `ctid`. Neither can be planned as a read of the whole queue.
 */
import { hotQuery } from '#lib/postgres/db.ts';

/** The lanes in order of urgency: critical and high severity first, fan-out last. */
export const LANES = { urgent: 0, normal: 1, fanout: 2 } as const;
export type Lane = (typeof LANES)[keyof typeof LANES];

/** The lanes as rows, for FROM. */
export const LANE_ROWS = `(VALUES ${Object.values(LANES)
  .map((lane) => `(${lane}::smallint)`)
  .join(', ')}) AS lanes (lane)`;

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
  /** The time of a retry by a member who may see sensitive content. Null without such a retry. */
  addressAllowedAt: Date | null;
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

/** Returns the largest of `CLAIM_SIZES` up to `most`. */
export function claimSize(most: number): number {
  return CLAIM_SIZES.find((size) => size <= most) ?? 1;
}

/** The columns of a {@link ClaimedWork}. */
export const CLAIMED = `w.environment_id AS "environmentId", w.job_id AS "jobId", w.notification_id AS "notificationId", w.lane, w.ready_at AS "readyAt", w.claims, w.attempts,
  w.first_claimed_at AS "firstClaimedAt", w.series_started_at AS "seriesStartedAt", w.deaths,
  w.address_allowed_at AS "addressAllowedAt"`;

/** The changes of a claim, by the worker `$2` at `$3` until `$4`. */
export const TAKE = `worker_id = $2, lease_until = $4, claims = claims + 1,
  first_claimed_at = coalesce(first_claimed_at, $3), series_started_at = coalesce(series_started_at, $3)`;

/** Returns the statement that claims up to `size` rows. */
function claimStatement(size: number): string {
  return `
UPDATE work w SET ${TAKE}
WHERE w.environment_id = $1 AND w.ctid = ANY (ARRAY (
  SELECT ctid FROM work
  WHERE environment_id = $1 AND lane = $5 AND worker_id IS NULL AND (ready_at, job_id) >= ($6, $7) AND ready_at <= $3 AND deaths = 0
  ORDER BY ready_at, job_id LIMIT ${size} FOR UPDATE SKIP LOCKED))
RETURNING ${CLAIMED}`;
}

/** The statements that claim, by name. */
export const CLAIMS = Object.fromEntries(CLAIM_SIZES.map((size) => [`work-claim-${size}`, claimStatement(size)]));

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
  return hotQuery(`work-claim-${size}`, claimStatement(size), [
    environmentId,
    workerId,
    now,
    new Date(now.getTime() + leaseMs),
    lane,
    readyAt,
    jobId,
  ]);
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
    await hotQuery(
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
 * Deletes a claimed row whose run was deleted. The run is found by its key, in all months.
 *
 * @returns false if the run exists, or another worker holds the row now. In this case nothing is deleted.
 */
export async function discardWork(work: ClaimedWork, workerId: string): Promise<boolean> {
  const rows = await hotQuery(
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
 * Deletes up to 5,000 rows of a deleted environment, including rows that other workers hold, because the records of
 * these workers no longer count.
 *
 * @returns the number of rows. 0 if the environment exists.
 */
export async function discardEnvironment(environmentId: string): Promise<number> {
  const rows = await hotQuery(
    'work-discard-environment',
    `DELETE FROM work WHERE environment_id = $1 AND ctid = ANY (ARRAY (
       SELECT ctid FROM work WHERE environment_id = $1 AND NOT EXISTS (SELECT 1 FROM environments WHERE id = $1)
       LIMIT 5000 FOR UPDATE SKIP LOCKED))
     RETURNING 1`,
    [environmentId],
  );
  return rows.length;
}

/**
 * Renews the leases of jobs that the worker holds. It does not wait for locked rows: such a row is being recorded, or a
 * later call renews its lease in time.
 */
export async function renewLeases(
  works: readonly Pick<ClaimedWork, 'environmentId' | 'notificationId' | 'jobId'>[],
  { workerId, now, leaseMs }: Holder,
): Promise<void> {
  for (const [environmentId, own] of byEnvironment(works)) {
    await hotQuery(
      'work-renew',
      `UPDATE work w SET lease_until = $5
       WHERE w.environment_id = $1 AND w.ctid = ANY (ARRAY (
         SELECT w.ctid FROM work w WHERE ${ofJobs('$1', '$2', '$3')} AND w.worker_id = $4 FOR UPDATE SKIP LOCKED))`,
      [
        environmentId,
        own.map(({ notificationId }) => notificationId),
        own.map(({ jobId }) => jobId),
        workerId,
        new Date(now.getTime() + leaseMs),
      ],
    );
  }
}

/** Returns a condition that binds the whole key of `work w` to parameters: the environment, the runs and the jobs. */
export function ofJobs(environment: string, notificationIds: string, jobIds: string): string {
  return `w.environment_id = ${environment} AND w.notification_id = ANY (${notificationIds}) AND w.job_id = ANY (${jobIds})`;
}

export function byEnvironment<Row extends { environmentId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, ({ environmentId }) => environmentId);
}
