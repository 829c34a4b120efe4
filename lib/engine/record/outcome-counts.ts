/**
 * Raw statements: they change rows and counts together. The chart of runs reads `outcome_counts`, so code that removes
 * or changes the outcome of a run also changes its count, in the same transaction.
 */

import { idTime } from '#lib/id.ts';
import { messageOutcome } from '#lib/messages/state.ts';
import { hotQuery, prisma } from '#lib/postgres/db.ts';
import type { Message } from '#prisma/generated/client.ts';

/**
 * Returns SQL that adds to the counts. `rows` selects notification_id, outcome and `by`; `$1` is the environment. The
 * outcome counts in the hour of the trigger, so that the same row is found whenever the run ends. The order prevents
 * deadlocks between writers.
 *
 * @param ofRuns binds the runs `n` of the rows: the join alone may be planned as a read of all runs of the environment.
 */
export const countChange = (
  rows: string,
  ofRuns = 'true',
) => `INSERT INTO outcome_counts (environment_id, hour, workflow_id, outcome, count)
  SELECT $1, date_trunc('hour', n.created_at, 'UTC'), s.workflow_id, r.outcome, sum(r.by)
  FROM (${rows}) AS r JOIN notifications n ON n.environment_id = $1 AND ${ofRuns} AND n.id = r.notification_id
    JOIN workflow_snapshots s ON s.environment_id = $1 AND s.id = n.snapshot_id
  WHERE s.workflow_id IS NOT NULL GROUP BY 1, 2, 3, 4 ORDER BY 2, 3, 4
  ON CONFLICT (environment_id, hour, workflow_id, outcome) DO UPDATE SET count = outcome_counts.count + excluded.count`;

/** Removes the outcome of a run that continues after it had ended. */
export async function forgetOutcome(environmentId: string, notificationId: string): Promise<void> {
  await hotQuery('outcome-forget', FORGET, [environmentId, notificationId]);
}

const FORGET = `WITH gone AS (
  DELETE FROM notification_outcomes WHERE environment_id = $1 AND notification_id = $2 RETURNING notification_id, outcome
) ${countChange('SELECT notification_id, outcome, -1 AS by FROM gone', 'n.id = $2')}`;

/** Removes retried messages from the failure counts of their integrations, because each message counts once. */
export async function forgetFailures(
  environmentId: string,
  messages: readonly Pick<Message, 'id' | 'integrationId' | 'status' | 'reason'>[],
): Promise<void> {
  for (const { id, integrationId, status, reason } of messages) {
    if (integrationId === null || messageOutcome({ status, reason } as never) !== 'failed') continue;
    const minute = new Date(Math.floor(idTime(id).getTime() / 60_000) * 60_000);
    const key = { environmentId, minute, integrationId };
    await prisma().integrationStat.upsert({
      where: { environmentId_minute_integrationId: key },
      create: { ...key, sent: 0, failed: -1, retried: 0 },
      update: { failed: { decrement: 1 } },
    });
  }
}
