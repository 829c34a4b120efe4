/** Raw statement: updates many rows together, found by an index of snoozed messages. */
import { findEndedSnoozes } from '#lib/engine/queue/everywhere.ts';
import { announceInbox } from '#lib/inbox-sockets/announce.ts';
import { announceRuns } from '#lib/live/announce.ts';
import { hotQuery } from '#lib/postgres/db.ts';

/** The number of messages that one statement delivers again. */
const BATCH = 500;

/**
 * Redelivers in-app messages whose snooze is over: they become unread, and the end of the snooze is added to their
 * delivery times. Workers may call this at the same time. Each message is delivered once.
 *
 * @returns the number of delivered messages.
 */
export async function endSnoozes(now: Date): Promise<number> {
  let ended = 0;
  for (const environmentId of await findEndedSnoozes(now)) ended += await endIn(environmentId, now);
  return ended;
}

interface Ended {
  id: string;
  notificationId: string;
  /** Subscriber.id */
  subscriberId: string;
}

async function endIn(environmentId: string, now: Date): Promise<number> {
  for (let ended = 0; ; ) {
    const rows = await hotQuery<Ended & Record<string, unknown>>('snoozes-end', END, [environmentId, now]);
    if (rows.length > 0) announceRuns(environmentId, 'changed', () => rows.map(({ notificationId }) => notificationId));
    for (const { id, subscriberId } of rows)
      announceInbox(environmentId, subscriberId, { kind: 'received', messageId: id });
    ended += rows.length;
    if (rows.length < BATCH) return ended;
  }
}

const END = `
WITH due AS MATERIALIZED (
  SELECT m.id FROM messages m WHERE m.environment_id = $1 AND m.snoozed_until <= $2 AND m.channel = 'in_app'
  ORDER BY m.snoozed_until LIMIT ${BATCH}
)
UPDATE messages m SET snoozed_until = NULL, read = false, last_read_at = NULL, delivered_at = m.delivered_at || m.snoozed_until, updated_at = $2,
  inbox = CASE WHEN m.read AND m.last_read_at IS NOT NULL
    THEN jsonb_build_object('firstReadAt', m.last_read_at) || coalesce(m.inbox, '{}') || jsonb_build_object('unreadAt', m.snoozed_until)
    ELSE m.inbox END
FROM due WHERE m.environment_id = $1 AND m.id = due.id AND m.snoozed_until <= $2
RETURNING m.id, m.notification_id AS "notificationId", m.subscriber_id AS "subscriberId"`;
