/** Raw statements: row locks, in the order in which workers take them. */

import { transition } from '#lib/engine/job-status.ts';
import { countChange } from '#lib/engine/record/outcome-counts.ts';
import { announceRuns } from '#lib/live/announce.ts';
import { hotQuery } from '#lib/postgres/db.ts';
import type { Reason } from '#lib/reasons/registry.ts';

/**
 * Removes the runs of a transaction from digests that they joined and that are still collecting, in the caller's
 * transaction. Runs that opened a digest have separate work, which ends them.
 *
 * @returns the number of runs.
 */
export async function leaveDigests(
  environmentId: string,
  transactionId: string,
  reason: Reason<'canceled'>,
  at: Date,
): Promise<number> {
  const windows = await hotQuery<{ id: string }>(
    'events-lock-digests',
    `SELECT w.id FROM digest_windows w WHERE w.environment_id = $1 AND w.id = ANY (ARRAY (
       SELECT e.window_id FROM notifications n JOIN digest_events e ON e.environment_id = $1 AND e.notification_id = n.id
       WHERE n.environment_id = $1 AND n.transaction_id = $2))
     ORDER BY w.id FOR UPDATE`,
    [environmentId, transactionId],
  );
  if (windows.length === 0) return 0;
  const left = await hotQuery<{ notification_id: string }>('events-leave-digests', LEAVE, [
    environmentId,
    transactionId,
    windows.map(({ id }) => id),
    JSON.stringify(reason),
    at,
    transition('merged', 'canceled'),
    reason.code,
  ]);
  announceRuns(environmentId, 'changed', () => left.map(({ notification_id }) => notification_id));
  return left.length;
}

/** Not joins: a plan that was made for empty tables might read all rows of the environment. */
const GONE = '= ANY (ARRAY (SELECT notification_id FROM gone))';

const LEAVE = `
WITH gone AS (
  DELETE FROM digest_events e USING digest_windows w, notifications n
  WHERE w.environment_id = $1 AND w.id = ANY ($3) AND e.environment_id = $1 AND e.window_id = w.id AND e.job_id <> w.opener_job_id
    AND n.environment_id = $1 AND n.id = e.notification_id AND n.transaction_id = $2
  RETURNING e.notification_id
), run AS (
  UPDATE notifications SET ended = $4::jsonb, digested_notification_id = NULL, updated_at = $5
  WHERE environment_id = $1 AND id ${GONE}
), job AS (
  UPDATE jobs SET status = $6, reason = $4::jsonb, updated_at = $5
  WHERE environment_id = $1 AND notification_id ${GONE} AND status = 'merged'
), before AS (
  SELECT notification_id, outcome FROM notification_outcomes WHERE environment_id = $1 AND notification_id ${GONE}
), outcome AS (
  UPDATE notification_outcomes SET outcome = 'cancelled', reason = $7
  WHERE environment_id = $1 AND notification_id ${GONE}
), counted AS (
  ${countChange(
    `SELECT notification_id, outcome, -1 AS by FROM before UNION ALL SELECT notification_id, 'cancelled', 1 FROM before`,
    `n.id ${GONE}`,
  )}
)
SELECT notification_id FROM gone`;
