/** Jobs whose worker died. Raw statements: they need SKIP LOCKED, and select the rows that they locked by `ctid`. */
import { hotQuery } from '#lib/postgres/db.ts';
import { DEATHS, findInterrupted, findLost } from './everywhere.ts';
import { CLAIMED, type ClaimedWork, claimSize, type Holder, TAKE } from './work.ts';

/**
 * Requeues the rows of the workers `workerIds`, and every row with an expired lease, for `claimInterrupted`. The
 * interrupted attempt counts. Rows that are locked now are recovered when their lease expires.
 *
 * @returns the number of rows.
 */
export async function recoverWork(workerIds: readonly string[], now: Date): Promise<number> {
  let recovered = 0;
  for (const environmentId of await findLost(workerIds, now)) {
    const rows = await hotQuery(
      'work-recover',
      `UPDATE work w SET worker_id = NULL, lease_until = NULL, attempts = w.attempts + 1, ready_at = $3, deaths = w.deaths + 1
       WHERE w.environment_id = $1 AND w.ctid = ANY (ARRAY (
         SELECT ctid FROM work WHERE environment_id = $1 AND worker_id IS NOT NULL AND (worker_id = ANY ($2) OR lease_until < $3)
         ORDER BY worker_id, lease_until FOR UPDATE SKIP LOCKED))
       RETURNING 1`,
      [environmentId, workerIds, now],
    );
    recovered += rows.length;
  }
  return recovered;
}

/** Whether there is a row for `claimInterrupted`. */
export async function hasInterrupted(now: Date): Promise<boolean> {
  return (await findInterrupted(now)) !== undefined;
}

/**
 * Claims due rows of one environment whose worker died: about `most` rows with one death, otherwise one row with more.
 * Such a row runs alone, so if it ends this worker too, no other job is affected.
 */
export async function claimInterrupted(holder: Holder, most: number): Promise<ClaimedWork[]> {
  const together = await claim('few', holder, claimSize(most));
  return together.length > 0 ? together : claim('many', holder, 1);
}

async function claim(deaths: 'few' | 'many', { workerId, now, leaseMs }: Holder, size: number): Promise<ClaimedWork[]> {
  const environmentId = await findInterrupted(now, deaths);
  if (environmentId === undefined) return [];
  return hotQuery(
    `work-claim-interrupted-${size}`,
    `UPDATE work w SET ${TAKE}
     WHERE w.environment_id = $1 AND w.ctid = ANY (ARRAY (
       SELECT ctid FROM work WHERE environment_id = $1 AND deaths > 0 AND ${DEATHS[deaths]} AND worker_id IS NULL AND ready_at <= $3
       ORDER BY ready_at LIMIT ${size} FOR UPDATE SKIP LOCKED))
     RETURNING ${CLAIMED}`,
    [environmentId, workerId, now, new Date(now.getTime() + leaseMs)],
  );
}
