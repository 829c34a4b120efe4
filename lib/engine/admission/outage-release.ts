/**
 * When an outage ends, the jobs that waited for its provider become due within seconds, because their next retry may be
 * hours away. Each turn processes one batch under the lock of the outage’s row, and stores the place in the queue in
 * the same transaction. So each job is released once, and a worker that dies loses nothing. Raw statements: row locks,
 * and many rows of the queue at once.
 */
import { isBusy } from '#lib/engine/fanout/queue.ts';
import { findReleases } from '#lib/engine/queue/everywhere.ts';
import { announceWork } from '#lib/engine/queue/wake.ts';
import { LANES, ofJobs } from '#lib/engine/queue/work.ts';
import { RETRY_POLICY } from '#lib/engine/retry.ts';
import { announceRuns } from '#lib/live/announce.ts';
import { logger } from '#lib/logger.ts';
import { hotQuery, transaction } from '#lib/postgres/db.ts';
import { BEFORE_MS, SETTLE_MS } from './outage-time.ts';

/** Maximum rows of the queue that one batch reads, and releases. */
const BATCH = 1_000;
/** The jobs of a batch become due evenly over this time, so that the provider is not flooded. */
export const RELEASE_SPREAD_MS = 10_000;

/** Processes one batch of each ended outage that still holds back jobs. */
export async function releaseHeldJobs(now = new Date()): Promise<void> {
  for (const environmentId of await findReleases()) {
    try {
      if (!(await isBusy(environmentId, now))) await transaction(() => releaseBatch(environmentId, now));
    } catch (error) {
      logger().warn({ error, environmentId }, 'Releasing the jobs of an outage failed');
    }
  }
}

interface Release extends Record<string, unknown> {
  integrationId: string;
  openedAt: Date;
  closedAt: Date;
  /** The place in the queue that the release has reached. */
  readyAt: Date;
  jobId: string;
  /** Whether a new outage has begun. Its end releases the remaining jobs. */
  isOpen: boolean;
}

async function releaseBatch(environmentId: string, now: Date): Promise<void> {
  const [release] = await hotQuery<Release>('outage-release', NEXT, [
    environmentId,
    new Date(now.getTime() - SETTLE_MS),
  ]);
  if (!release) return;
  const reached = release.isOpen ? [] : await readQueue(environmentId, release, now);
  const held = reached.filter(({ isHeld }) => isHeld);
  if (held.length > 0) await makeDue(environmentId, held, now);
  const last = reached.length < BATCH ? undefined : reached.at(-1);
  const { integrationId, openedAt } = release;
  await hotQuery('outage-release-move-on', MOVE_ON, [
    ...[environmentId, integrationId, openedAt, last?.readyAt ?? null, last?.jobId ?? null],
  ]);
}

const NEXT = `SELECT o.integration_id AS "integrationId", o.opened_at AS "openedAt", o.closed_at AS "closedAt",
    o.release_ready_at AS "readyAt", o.release_job_id AS "jobId",
    EXISTS (SELECT FROM circuit_breakers b WHERE b.environment_id = $1 AND b.integration_id = o.integration_id) AS "isOpen"
  FROM outages o WHERE o.environment_id = $1 AND o.release_ready_at IS NOT NULL AND o.closed_at <= $2
  ORDER BY o.opened_at LIMIT 1 FOR UPDATE OF o SKIP LOCKED`;

const MOVE_ON = `UPDATE outages SET release_ready_at = $4, release_job_id = $5
  WHERE environment_id = $1 AND integration_id = $2 AND opened_at = $3`;

interface Queued extends Record<string, unknown> {
  notificationId: string;
  jobId: string;
  readyAt: Date;
  isHeld: boolean;
  /** Whether the last attempt belongs to the outage and was counted as an attempt of the job. */
  isCounted: boolean;
}

/** Reads the next jobs of the queue that are not due soon. */
function readQueue(environmentId: string, release: Release, now: Date): Promise<Queued[]> {
  const { integrationId, openedAt, closedAt, readyAt, jobId } = release;
  const soon = new Date(now.getTime() + RELEASE_SPREAD_MS);
  const [fromAt, fromId] = soon > readyAt ? [soon, ''] : [readyAt, jobId];
  return hotQuery<Queued>('outage-release-queue', QUEUE, [
    ...[environmentId, integrationId, Object.values(LANES), fromAt, fromId],
    new Date(closedAt.getTime() + RETRY_POLICY.longestMs),
    new Date(openedAt.getTime() - BEFORE_MS),
    new Date(closedAt.getTime() + SETTLE_MS),
    BATCH,
  ]);
}

/**
 * A job is held if its step waits for the provider: it was held back without an attempt, or its last attempt got no
 * response, possibly before there were enough failures for an outage. A job whose provider responded keeps its time,
 * which the provider may have requested.
 */
const QUEUE = `SELECT r.notification_id AS "notificationId", r.job_id AS "jobId", r.ready_at AS "readyAt",
    coalesce(j.integration_id = $2 AND j.updated_at <= $8 AND (j.reason ->> 'code' = 'provider_unavailable'
      OR (j.reason ->> 'code' = 'retry_waiting' AND j.reason -> 'evidence' ->> 'problem' IS NOT NULL)), false) AS "isHeld",
    coalesce(j.reason ->> 'code' = 'retry_waiting' AND j.updated_at >= $7, false) AS "isCounted"
  FROM (SELECT w.* FROM unnest($3::smallint[]) AS lane (number) CROSS JOIN LATERAL (
      SELECT w.notification_id, w.job_id, w.ready_at FROM work w
      WHERE w.environment_id = $1 AND w.lane = lane.number AND w.worker_id IS NULL AND (w.ready_at, w.job_id) > ($4, $5)
        AND w.ready_at <= $6 ORDER BY w.ready_at, w.job_id LIMIT $9) AS w
    ORDER BY w.ready_at, w.job_id LIMIT $9) AS r
  LEFT JOIN jobs j ON j.environment_id = $1 AND j.notification_id = r.notification_id AND j.id = r.job_id
  ORDER BY r.ready_at, r.job_id`;

/** Makes the jobs due one after the other, unless another process has changed or claimed one since. */
async function makeDue(environmentId: string, held: readonly Queued[], now: Date): Promise<void> {
  const times = held.map((_, index) => new Date(now.getTime() + (RELEASE_SPREAD_MS * index) / held.length));
  const runIds = held.map(({ notificationId }) => notificationId);
  await hotQuery('outage-release-due', DUE, [
    ...[environmentId, runIds, held.map(({ jobId }) => jobId)],
    ...[times, held.map(({ readyAt }) => readyAt), held.map(({ isCounted }) => (isCounted ? 1 : 0))],
  ]);
  announceWork();
  announceRuns(environmentId, 'changed', () => runIds);
}

/**
 * Makes the next attempt due now, and no longer counts the last one of the outage, so that a message keeps its retries
 * however often the provider fails and recovers.
 */
const DUE = `UPDATE work w SET ready_at = mine.ready_at, attempts = greatest(w.attempts - mine.counted, 0)
  FROM unnest($3::text[], $4::timestamptz[], $5::timestamptz[], $6::int[]) AS mine (job_id, ready_at, planned_at, counted)
  WHERE w.environment_id = $1 AND w.job_id = mine.job_id AND w.ready_at = mine.planned_at AND w.ctid = ANY (ARRAY (
    SELECT w.ctid FROM work w WHERE ${ofJobs('$1', '$2', '$3')} AND w.worker_id IS NULL FOR UPDATE SKIP LOCKED))`;
