/** Raw statement: updates many rows of all environments at once, found by an index of snoozed messages. */

import { byEnvironment } from '#lib/engine/queue/work.ts';
import { announceRuns } from '#lib/live/announce.ts';
import { query } from '#lib/postgres/db.ts';

/** The number of messages that one statement delivers again. */
const BATCH = 500;

/**
 * Delivers in-app messages again whose snooze is over: they become unread, and the end of the snooze is added to their
 * delivery times. Workers may call this at the same time. Each message is delivered once.
 *
 * @returns the number of delivered messages.
 */
export async function endSnoozes(now: Date): Promise<number> {
  for (let ended = 0; ; ) {
    const rows = await query<{ environmentId: string; notificationId: string }>('snoozes-end', END, [now]);
    for (const [environmentId, own] of byEnvironment(rows))
      announceRuns(environmentId, 'changed', () => own.map(({ notificationId }) => notificationId));
    ended += rows.length;
    if (rows.length < BATCH) return ended;
  }
}

/** Finds the environments with snoozed messages in the index, each recursion step finding the next one. */
const END = `
WITH RECURSIVE holding (environment_id) AS (
  (SELECT m.environment_id FROM messages m WHERE m.snoozed_until IS NOT NULL ORDER BY m.environment_id LIMIT 1)
  UNION ALL
  SELECT (SELECT m.environment_id FROM messages m WHERE m.snoozed_until IS NOT NULL AND m.environment_id > holding.environment_id
          ORDER BY m.environment_id LIMIT 1)
  FROM holding WHERE holding.environment_id IS NOT NULL
), due AS MATERIALIZED (
  SELECT holding.environment_id, over.id FROM holding CROSS JOIN LATERAL (
    SELECT m.id FROM messages m WHERE m.environment_id = holding.environment_id AND m.snoozed_until <= $1 AND m.channel = 'in_app'
    ORDER BY m.snoozed_until LIMIT ${BATCH}) AS over
  WHERE holding.environment_id IS NOT NULL LIMIT ${BATCH}
)
UPDATE messages m SET snoozed_until = NULL, read = false, last_read_at = NULL, delivered_at = m.delivered_at || m.snoozed_until, updated_at = $1
FROM due WHERE m.environment_id = due.environment_id AND m.id = due.id AND m.snoozed_until <= $1
RETURNING m.environment_id AS "environmentId", m.notification_id AS "notificationId"`;
