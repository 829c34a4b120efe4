/**
 * Raw statement: writes the results of many attempts together, fenced by their work rows. It first deletes or requeues
 * those rows, if this worker still holds them by the same claim. All other parts of the statement use only those
 * deleted or requeued rows. So an attempt is recorded exactly once, even if another worker believes that it holds the
 * job.
 */

import { type ClaimedWork, ofJobs } from '#lib/engine/queue/work.ts';
import { idBounds } from '#lib/id.ts';
import { announceInbox, isInboxFollowed } from '#lib/inbox-sockets/announce.ts';
import { announceRuns } from '#lib/live/announce.ts';
import { binaryColumns, type Columns } from '#lib/postgres/binary-columns.ts';
import { afterCommit, hotQuery, isInTransaction } from '#lib/postgres/db.ts';
import { isUniqueViolation } from '#lib/postgres/db-error.ts';
import {
  type Attempted,
  deadTokenRows,
  detailRows,
  jobRow,
  messageRows,
  otherJobRows,
  outcomeRow,
  requeueRow,
} from './rows.ts';
import { tallyAttempts } from './tallies.ts';

/**
 * Records attempts of one environment in one statement. It locks the rows of the queue in a fixed order, as a
 * cancellation does.
 *
 * @returns the IDs of the recorded jobs. A missing ID means that another worker held the job by then (a stale write).
 */
export async function recordAttempts(
  environmentId: string,
  unordered: readonly Attempted[],
  { workerId, now }: { workerId: string; now: Date },
): Promise<Set<string>> {
  const attempted = unordered.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
  const done = attempted.filter(({ records }) => records.work.type === 'done');
  const ends = [
    environmentId,
    workerId,
    now,
    done.map(({ work }) => work.jobId),
    done.map(({ work }) => work.claims),
    attempted.map(({ work }) => work.notificationId),
    attempted.map(({ work }) => work.jobId),
    ...idBounds(attempted.map(({ work }) => work.notificationId)),
    ...JOB.parameters(attempted.map(jobRow)),
    ...DETAIL.parameters(attempted.flatMap((each) => detailRows(each, now))),
    ...MESSAGE.parameters(attempted.flatMap((each) => messageRows(each, environmentId))),
    ...OUTCOME.parameters(attempted.flatMap(outcomeRow)),
  ];
  const more = {
    again: attempted.flatMap(requeueRow),
    others: attempted.flatMap(otherJobRows),
    gone: attempted.flatMap(deadTokenRows),
  };
  const isFirst = attempted.every(({ work }) => isFirstClaim(work));
  const rows = await writeRecords(ends, more, isFirst);
  const recorded = new Set(rows.map(({ job_id }) => job_id));
  const counted = attempted.filter(({ work }) => recorded.has(work.jobId));
  afterCommit(() => tallyAttempts(environmentId, counted));
  announceRuns(environmentId, 'changed', () => counted.map(({ work }) => work.notificationId));
  if (isInboxFollowed(environmentId)) announceMessages(environmentId, counted);
  return recorded;
}

/** Announces the messages that are new in an inbox. */
function announceMessages(environmentId: string, recorded: readonly Attempted[]): void {
  for (const { run, records } of recorded)
    for (const { id, status, inbox } of records.messages)
      if (inbox && status === 'sent')
        announceInbox(environmentId, run.notification.subscriberId, { kind: 'received', messageId: id });
}

/** Runs both statements without attempts, so that PostgreSQL plans them. */
export async function prepareRecording({ workerId, now }: { workerId: string; now: Date }): Promise<void> {
  const records = [JOB, DETAIL, MESSAGE, OUTCOME].flatMap((columns) => columns.parameters([]));
  const nothing = [NOWHERE, workerId, now, [], [], [], [], ...idBounds([]), ...records];
  const more = [AGAIN, OTHER, GONE].flatMap((columns) => columns.parameters([]));
  await Promise.all([
    hotQuery('work-record-ends', RECORD_ENDS, nothing),
    hotQuery('work-record', RECORD, [...nothing, ...more]),
  ]);
}

/** No environment has this ID. */
const NOWHERE = '';

/** The rows that `RECORD_ENDS` omits. */
interface More {
  again: ReturnType<typeof requeueRow>;
  others: ReturnType<typeof otherJobRows>;
  gone: ReturnType<typeof deadTokenRows>;
}

/**
 * Whether no earlier attempt of the job can have left a message. A manually retried or restored job keeps its first
 * claim time, but starts a new series.
 */
function isFirstClaim({ claims, firstClaimedAt, seriesStartedAt }: ClaimedWork): boolean {
  return claims === 1 && firstClaimedAt.getTime() === seriesStartedAt.getTime();
}

/**
 * @param isFirst whether no job has left a message or an outcome, according to its work row. If a job has left one
 * nevertheless, the shorter statement fails and writes nothing, and the complete statement runs.
 */
async function writeRecords(ends: unknown[], { again, others, gone }: More, isFirst: boolean): Promise<Recorded[]> {
  if (isFirst && again.length + others.length + gone.length === 0 && !isInTransaction()) {
    try {
      return await hotQuery<Recorded>('work-record-ends', RECORD_ENDS, ends);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
    }
  }
  const more = [...AGAIN.parameters(again), ...OTHER.parameters(others), ...GONE.parameters(gone)];
  return hotQuery<Recorded>('work-record', RECORD, [...ends, ...more]);
}

interface Recorded {
  job_id: string;
}

/** Returns a sort key in the order of the queue's key. */
function placeOf({ work: { notificationId, jobId } }: Attempted): string {
  return notificationId + jobId;
}

/** The number of the first parameter that is a column of the records. */
const FIRST = 10;

const JOB = binaryColumns(FIRST, {
  notification_id: 'text',
  id: 'text',
  status: 'text',
  reason: 'jsonb',
  attempts: 'int',
  result: 'jsonb',
  // IDs separated by commas: Citus allows no cast from text inside `coalesce`.
  payload_ids: 'text',
  due_at: 'timestamptz',
  waited_since: 'timestamptz',
  extensions: 'int',
  provider_id: 'text',
  integration_id: 'text',
});

const DETAIL = binaryColumns(JOB.next, {
  job_id: 'text',
  id: 'text',
  message_id: 'text',
  provider_id: 'text',
  status: 'text',
  source: 'text',
  detail: 'text',
  is_test: 'boolean',
  is_retry: 'boolean',
  raw: 'text',
  reason: 'jsonb',
});

const MESSAGE = binaryColumns(DETAIL.next, {
  job_id: 'text',
  id: 'text',
  subscriber_id: 'text',
  workflow_id: 'text',
  message_template_id: 'text',
  template_identifier: 'text',
  transaction_id: 'text',
  channel: 'text',
  provider_id: 'text',
  integration_id: 'text',
  subject: 'text',
  title: 'text',
  content: 'jsonb',
  email: 'text',
  phone: 'text',
  direct_webhook_url: 'text',
  device_tokens: 'text[]',
  cta: 'jsonb',
  status: 'text',
  error_id: 'text',
  error_text: 'text',
  reason: 'jsonb',
  provider_message_id: 'text',
  sent_from: 'text',
  owed: 'text[]',
  inbox: 'jsonb',
  severity: 'text',
  tags: 'text[]',
  context_keys: 'text[]',
  delivered_at: 'timestamptz[]',
  created_at: 'timestamptz',
});

const OUTCOME = binaryColumns(MESSAGE.next, {
  job_id: 'text',
  outcome: 'text',
  reason: 'text',
  snapshot_id: 'bigint',
  subscriber_id: 'text',
});

const AGAIN = binaryColumns(OUTCOME.next, {
  job_id: 'text',
  claims: 'int',
  ready_at: 'timestamptz',
  attempts: 'int',
  waits: 'boolean',
});

const OTHER = binaryColumns(AGAIN.next, {
  of_job: 'text',
  notification_id: 'text',
  lane: 'smallint',
  id: 'text',
  status: 'text',
  reason: 'jsonb',
  ready_at: 'timestamptz',
});

/** Device tokens that no longer exist. */
const GONE = binaryColumns(OTHER.next, { of_job: 'text', channel_id: 'text', token: 'text' });

/**
 * Returns SQL that inserts rows for the jobs that were still held. `more`: columns whose value comes from the job or
 * the statement.
 */
function insertion(table: string, { names, select, from }: Columns, more: Record<string, string>): string {
  const values = { environment_id: '$1', notification_id: 'mine.notification_id', ...more };
  return `INSERT INTO ${table} (${[...names, ...Object.keys(values)].join(', ')})
    SELECT ${[select, ...Object.values(values)].join(', ')} FROM ${from} JOIN mine ON mine.job_id = r.job_id`;
}

/** The condition for the job of the row `r`, bounded by the recorded runs and the partitions of their jobs. */
const OF_ROW = `j.environment_id = $1 AND j.notification_id = ANY ($6) AND j.notification_id = r.notification_id
    AND j.id = r.id AND j.id >= $8 AND j.id < $9`;

/**
 * Returns the condition that a job was recorded. A join would be slow: the planner expects one row of `mine`, so it
 * would read the jobs of all these runs once for each run. With this condition, the planner expects half of the rows to
 * match, and reads them once.
 */
function isMine(jobId: string) {
  return `(${jobId} IN (SELECT job_id FROM mine)) IS TRUE`;
}

/** The work of the row `r`, if this worker still holds it by the same claim. */
const STILL_HELD = `${ofJobs('$1', '$6', '$7')} AND w.job_id = r.job_id AND w.claims = r.claims AND w.worker_id = $2`;

const FINISHED = `
  DELETE FROM work w USING unnest($4::text[], $5::int[]) AS r (job_id, claims)
  WHERE ${STILL_HELD}
  RETURNING w.job_id, w.notification_id`;

/** A step's wait is not part of the series of attempts, which starts when the step continues. */
const PUT_BACK = `
  UPDATE work w SET worker_id = NULL, lease_until = NULL, ready_at = CASE WHEN w.ended THEN $3 ELSE r.ready_at END, attempts = r.attempts, deaths = 0,
    series_started_at = CASE WHEN r.waits THEN NULL ELSE w.series_started_at END
  FROM ${AGAIN.from}
  WHERE ${STILL_HELD}
  RETURNING w.job_id, w.notification_id`;

/** Updates the attempted jobs. */
const UPDATED = `job AS (
  UPDATE jobs j SET status = r.status, reason = r.reason, attempts = r.attempts, result = coalesce(r.result, j.result),
    payload_ids = coalesce(string_to_array(r.payload_ids, ','), j.payload_ids), due_at = r.due_at,
    waited_since = r.waited_since, schedule_extensions_count = nullif(r.extensions, 0),
    provider_id = coalesce(r.provider_id, j.provider_id), integration_id = coalesce(r.integration_id, j.integration_id), updated_at = $3
  FROM ${JOB.from}
  WHERE ${isMine('r.id')} AND ${OF_ROW}
)`;

/** The time at which the provider accepted a message. Later sends, to recipients in copy, do not change it. */
const SENT_AT = "CASE WHEN r.status = 'sent' THEN $3::timestamptz END";

/**
 * @param messageExists SQL for a message that an earlier attempt has left; `outcomeExists` is the same for an outcome.
 */
function records({ messageExists = '', outcomeExists = '' } = {}) {
  return `detail AS (${insertion('execution_details', DETAIL, { created_at: '$3' })}
), message AS (${insertion('messages', MESSAGE, { updated_at: '$3', sent_at: SENT_AT })} ${messageExists}
), outcome AS (
  INSERT INTO notification_outcomes (environment_id, notification_id, outcome, reason, snapshot_id, subscriber_id, created_at)
  SELECT $1, mine.notification_id, r.outcome, r.reason, r.snapshot_id, r.subscriber_id, $3 FROM ${OUTCOME.from} JOIN mine ON mine.job_id = r.job_id
  ${outcomeExists}
)`;
}

const ANY_RECORDS = records({
  messageExists: `
  ON CONFLICT (environment_id, id) DO UPDATE SET status = excluded.status, error_id = excluded.error_id, error_text = excluded.error_text,
    reason = excluded.reason, provider_message_id = excluded.provider_message_id, owed = excluded.owed, provider_id = excluded.provider_id,
    integration_id = excluded.integration_id, email = excluded.email, phone = excluded.phone,
    direct_webhook_url = excluded.direct_webhook_url, device_tokens = excluded.device_tokens, subject = excluded.subject, title = excluded.title, content = excluded.content,
    delivered_at = excluded.delivered_at, sent_at = coalesce(messages.sent_at, excluded.sent_at),
    sent_from = coalesce(excluded.sent_from, messages.sent_from), updated_at = excluded.updated_at
  WHERE messages.status <> 'sent' OR messages.owed <> '{}'`,
  outcomeExists: 'ON CONFLICT (environment_id, notification_id) DO NOTHING',
});

/** Updates the other jobs of the runs, and queues those that may run next. */
const OTHERS = `other AS (
  UPDATE jobs j SET status = r.status, reason = coalesce(r.reason, j.reason), due_at = r.ready_at, updated_at = $3
  FROM ${OTHER.from}
  WHERE ${isMine('r.of_job')} AND ${OF_ROW} AND j.status = 'pending'
  RETURNING j.id, r.lane, r.ready_at, j.notification_id
), next AS (
  INSERT INTO work (environment_id, job_id, notification_id, lane, ready_at)
  SELECT $1, id, notification_id, lane, ready_at FROM other WHERE ready_at IS NOT NULL
)`;

const FORGOTTEN = `forgotten AS (
  UPDATE subscriber_channels c SET device_tokens = ARRAY(SELECT t FROM unnest(c.device_tokens) AS t WHERE t <> ALL (gone.tokens)), updated_at = $3
  FROM (SELECT r.channel_id, array_agg(r.token) AS tokens FROM ${GONE.from} JOIN mine ON mine.job_id = r.of_job
        GROUP BY r.channel_id) AS gone
  WHERE c.environment_id = $1 AND c.id = gone.channel_id
)`;

export const RECORD = `
WITH finished AS (${FINISHED}
), again AS (${PUT_BACK}
), mine AS MATERIALIZED (
  TABLE finished UNION ALL TABLE again
), ${UPDATED}, ${OTHERS}, ${ANY_RECORDS}, ${FORGOTTEN}
SELECT job_id FROM mine`;

/**
 * The shorter statement for the most usual case: all jobs ended at their first attempt, and no other job of their runs
 * changes. A statement has a cost for each of its parts, and for each row that may exist.
 */
export const RECORD_ENDS = `
WITH mine AS (${FINISHED}
), ${UPDATED}, ${records()}
SELECT job_id FROM mine`;
