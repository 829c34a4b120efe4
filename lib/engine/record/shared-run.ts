/** Raw statement: locks runs. */

import { loadRuns } from '#lib/engine/load/runs.ts';
import { hotQuery } from '#lib/postgres/db.ts';
import type { Attempted } from './rows.ts';
import { runOutcome } from './run-outcome.ts';

/**
 * Locks runs until the end of the transaction, in the order in which cancellations lock them.
 *
 * @returns the IDs of the runs that were ended from outside.
 */
export async function lockRuns(environmentId: string, notificationIds: readonly string[]): Promise<Set<string>> {
  const sorted = notificationIds.toSorted();
  const rows = await hotQuery<{ id: string; ended: boolean }>(
    'runs-lock',
    `SELECT id, ended IS NOT NULL AS ended FROM notifications
     WHERE environment_id = $1 AND id = ANY ($2) AND id >= $3 AND id <= $4 -- only the months of these
     ORDER BY id FOR NO KEY UPDATE`,
    [environmentId, notificationIds, sorted[0], sorted.at(-1)],
  );
  return new Set(rows.flatMap(({ id, ended }) => (ended ? [id] : [])));
}

/**
 * Returns the attempt with the outcome that its run has now. Two jobs of one run may end at the same time while one of
 * them is in slow retries. Under the run's lock, the later one sees the earlier one's result and ends the run.
 */
export async function withFreshOutcome(attempted: Attempted): Promise<Attempted> {
  const { work, run, records } = attempted;
  if (!records.hasActiveSibling) return attempted;
  const [fresh] = await loadRuns(work.environmentId, [work]);
  const changed = new Map(records.others.map((other) => [other.id, other]));
  const jobs = (fresh ?? run).jobs.map((job) =>
    job.id === work.jobId ? records.job : { ...job, ...changed.get(job.id) },
  );
  return { ...attempted, records: { ...records, outcome: runOutcome(jobs) } };
}
