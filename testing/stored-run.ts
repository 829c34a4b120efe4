/** The stored state of one run, and the guarantees that it must always meet. */
import type { Ctx } from '#lib/api/context.ts';
import { query } from '#lib/postgres/db.ts';

/** The stored state of the run. Times are relative to the test's clock. */
export interface Stored {
  id: string;
  work: { job: string; worker: string | null; claims: number }[];
  jobs: { id: string; status: string }[];
  outcome: string | null;
  messages: { id: string; status: string }[];
  details: Record<string, number>;
}

const TERMINAL = new Set(['completed', 'failed', 'skipped', 'canceled', 'merged']);

/** @param now the time to which times are relative. */
export async function storedRun(ctx: Ctx, transactionId: string, now: Date): Promise<Stored> {
  const values = [ctx.environmentId, transactionId, now];
  const [row] = await query<{ stored: Stored }>('interleavings-stored', STORED, values);
  return row?.stored as Stored;
}

const STORED = `
SELECT json_build_object('id', n.id,
  'work', (SELECT coalesce(json_agg(json_build_object('job', w.job_id, 'worker', w.worker_id, 'claims', w.claims, 'attempts', w.attempts, 'ended', w.ended,
      'deaths', w.deaths, 'readyIn', greatest(0, extract(epoch FROM w.ready_at - $3)),
      'leasedFor', greatest(0, extract(epoch FROM w.lease_until - $3)), 'since', extract(epoch FROM $3 - w.series_started_at)) ORDER BY w.job_id), '[]')
    FROM work w WHERE w.environment_id = $1 AND w.notification_id = n.id),
  'jobs', (SELECT json_agg(json_build_object('id', j.id, 'status', j.status, 'reason', j.reason ->> 'code', 'attempts', j.attempts) ORDER BY j.position)
    FROM jobs j WHERE j.environment_id = $1 AND j.notification_id = n.id),
  'outcome', (SELECT o.outcome FROM notification_outcomes o WHERE o.environment_id = $1 AND o.notification_id = n.id),
  'ended', n.ended ->> 'code',
  'messages', (SELECT coalesce(json_agg(json_build_object('id', m.id, 'status', m.status) ORDER BY m.id), '[]')
    FROM messages m WHERE m.environment_id = $1 AND m.notification_id = n.id),
  'details', (SELECT coalesce(json_object_agg(d.code, d.count ORDER BY d.code), '{}') FROM (SELECT e.reason ->> 'code' AS code, count(*)
    FROM execution_details e WHERE e.environment_id = $1 AND e.notification_id = n.id GROUP BY 1) d)) AS stored
FROM notifications n WHERE n.environment_id = $1 AND n.transaction_id = $2`;

/** The events that happened outside the database. */
interface Happened {
  /** The IDs of the messages that the provider accepted. */
  accepted: readonly string[];
  /** The number of times that work was taken from its worker. */
  losses: number;
  /** Whether a failed step was retried. */
  isRetried: boolean;
}

/** @throws Error with the steps taken if a guarantee of delivery is broken. */
export function assertGuarantees(before: Stored, after: Stored, world: Happened, path: readonly string[]): void {
  const broken = (what: string) => new Error(`${what} after: ${path.join(', ')}\n${JSON.stringify({ before, after })}`);
  if ((after.outcome === null) !== after.work.length > 0) throw broken('A run has neither work nor an end, or both');
  if (after.outcome !== null && after.jobs.some(({ status }) => !TERMINAL.has(status)))
    throw broken('A run has ended before its steps');
  if (
    !world.isRetried &&
    before.jobs.some(({ status }, at) => TERMINAL.has(status) && after.jobs[at]?.status !== status)
  )
    throw broken('A step that had ended changed');
  if (
    before.messages.some(
      ({ id, status }) => status === 'sent' && !after.messages.some((then) => then.id === id && then.status === 'sent'),
    )
  )
    throw broken('A message that was sent is not any more');
  const steps = after.jobs.length;
  if (after.messages.length > steps || (after.details.sent ?? 0) > steps) throw broken('Recorded twice');
  for (const { id, status } of after.messages)
    if (status === 'sent' && !world.accepted.includes(id)) throw broken('Recorded as sent, and never accepted');
  if (world.accepted.length > steps + world.losses) throw broken('Sent again although no worker lost it');
}
