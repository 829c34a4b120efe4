/** Raw statement: it counts many runs by their outcome. */
import { hotQuery } from '#lib/postgres/db.ts';
import type { RecoveryResult, RecoveryResults } from './schema.ts';

/**
 * Counts the present results of the runs that a recovery retried. Runs that were deleted in the meantime are not
 * counted. Undefined if no retried run was recorded.
 */
export async function countResults(environmentId: string, recoveryId: string): Promise<RecoveryResults | undefined> {
  const rows = await hotQuery<{ result: RecoveryResult; count: number }>('recoveries-results', COUNT, [
    environmentId,
    recoveryId,
  ]);
  if (rows.length === 0) return undefined;
  const counts = { sent: 0, failed: 0, skipped: 0, running: 0 };
  for (const { result, count } of rows) counts[result] = count;
  return counts;
}

const COUNT = `SELECT CASE WHEN o.outcome IS NULL THEN 'running' WHEN o.outcome IN ('sent', 'failed') THEN o.outcome ELSE 'skipped' END AS result,
    count(*)::int AS count
  FROM recovery_runs r
  JOIN notifications n ON n.environment_id = $1 AND n.id = r.notification_id
  LEFT JOIN notification_outcomes o ON o.environment_id = $1 AND o.notification_id = r.notification_id
  WHERE r.environment_id = $1 AND r.recovery_id = $2
  GROUP BY 1`;
