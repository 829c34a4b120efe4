import type { Ctx } from '#lib/api/context.ts';
import { execute } from '#lib/postgres/db.ts';

interface Messages {
  count: number;
  /** The time of the first message, in milliseconds. Its run was triggered at the same time. */
  from: number;
  everyMs: number;
  /**
   * The time from the trigger to the provider, in milliseconds, as an SQL expression with the message's number `n`.
   * @default 500
   */
  sentAfterMs?: string;
}

/** One message in this many failed, and one in twice as many was skipped. */
export const MESSAGE_FAILED_EVERY = 10;

/**
 * Stores messages and the counts of their integration. `txn_1` is the oldest. Messages that neither failed nor were
 * skipped were sent.
 */
export async function insertMessages({ environmentId }: Ctx, { count, from, everyMs, sentAfterMs = '500' }: Messages) {
  const at = `to_timestamp(($2::float8 + n * $3::float8) / 1000)`;
  const id = `lpad(to_hex(floor(extract(epoch FROM ${at}))::bigint), 8, '0')
    || lpad(to_hex(floor((extract(epoch FROM ${at}) - floor(extract(epoch FROM ${at}))) * 65536)::bigint), 4, '0') || lpad(to_hex(n), 12, '0')`;
  const status = `CASE WHEN n % ${MESSAGE_FAILED_EVERY} = 0 THEN 'error' ELSE 'sent' END`;
  const code = `CASE WHEN n % ${2 * MESSAGE_FAILED_EVERY} = 0 THEN 'no_address' ELSE 'provider_rejected' END`;
  await execute(
    `WITH message AS (
       INSERT INTO messages (environment_id, id, notification_id, subscriber_id, workflow_id, transaction_id, channel, status, reason,
         provider_id, integration_id, subject, sent_at, created_at, updated_at)
       SELECT $1, ${id}, ${id}, 's', CASE WHEN n % 3 = 0 THEN 'w' ELSE 'v' END, 'txn_' || n, 'email', ${status},
         CASE WHEN ${status} = 'error' THEN json_build_object('code', ${code}, 'evidence', json_build_object('channel', 'email'))::jsonb END,
         'sendgrid', 'i', 'Subject ' || n,
         CASE WHEN ${status} = 'sent' THEN ${at} + make_interval(secs => (${sentAfterMs}) / 1000.0) END, ${at}, ${at}
       FROM generate_series(1, $4::int) n RETURNING status, reason, created_at
     )
     INSERT INTO integration_stats (environment_id, minute, integration_id, sent, failed, retried)
     SELECT $1, date_trunc('minute', created_at, 'UTC'), 'i', count(*) FILTER (WHERE status = 'sent'),
       count(*) FILTER (WHERE reason ->> 'code' = 'provider_rejected'), 0
     FROM message GROUP BY 2`,
    [environmentId, from, everyMs, count],
  );
}
