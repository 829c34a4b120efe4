/**
 * Raw statements: they list history, and read many rows of the queue. The execution details of a step record
 * permanently that an outage held up the step. The steps are found in four places, each of which is read by index and
 * in bounded numbers:
 *
 * - slow messages, which were late or recovered, and unsent messages, which failed;
 * - the part of the queue that is due first, where steps still wait;
 * - slow runs, for steps that ended without a message, for example because the run was cancelled;
 * - the runs of the last seconds of the outage, which were not slow although they waited.
 */
import { heldSnapshots } from '#lib/notifications/list/list-conditions.ts';
import { outcomeOf, REASON_CODES, type Reason } from '#lib/reasons/registry.ts';
import { slownessOf } from '#lib/time/slowness.ts';

/** The parameters of all statements. `limit` is the maximum number of returned rows. */
export const PARAMETERS = [
  'environmentId',
  'integrationId',
  /** The start and the end of the events that belong to the outage. */
  'from',
  'until',
  /** The start of the outage, in the format of the `since` in reasons. */
  'since',
  /** The channel of the integration. Null if unknown. */
  'channel',
  /** The classes of slowness. */
  'classes',
  /** The smallest ID in each class, and of unsent messages. */
  'floors',
  /** The end of all IDs. */
  'ceiling',
  /** The smallest ID of the runs of the last seconds. */
  'lastSeconds',
  'lanes',
  /**
   * The maximum number of rows that are read from the queue, from the slow runs and from the runs of the last seconds.
   */
  'maxRead',
  /** The ID range of the list. */
  'first',
  'end',
  /** The maximum number of messages. */
  'maxMessages',
  'effects',
  /** The smallest number of times that a listed message may have arrived. 0: all messages. */
  'minArrivals',
  'limit',
] as const;
type Parameter = (typeof PARAMETERS)[number];

const of = (name: Parameter) => `$${PARAMETERS.indexOf(name) + 1}`;

const SLOWNESS = slownessOf('m.sent_at', 'm.notification_id');
const RUN_SLOWNESS = slownessOf('n.created_at', 'n.notification_id');

const FAILED_CODES = REASON_CODES.filter((code) => outcomeOf({ code, evidence: {} } as Reason) === 'failed');
const inList = (codes: readonly string[]) => `(${codes.map((code) => `'${code}'`).join(', ')})`;

/**
 * Identifies an attempt after which the provider may have the message: the number of its series and its own number,
 * because each manual retry starts again with attempt 1. Null for other details. The same attempts count as in
 * `unknownAttempts`.
 */
const UNKNOWN_ATTEMPT = `CASE
      WHEN d.reason ->> 'code' = 'outcome_unknown' THEN d.series || ' ' || (d.reason -> 'evidence' ->> 'attempt')
      WHEN d.reason -> 'evidence' ? 'acceptance' AND d.reason ->> 'code' IN ('provider_unavailable', 'retries_exhausted')
        THEN d.series || ' ' || coalesce(d.reason -> 'evidence' ->> 'attempts', d.reason -> 'evidence' ->> 'attempt', '1') END`;

/** Whether a detail from before the outage began a wait for a retry that lasted until the outage, because no response came. */
const WAITED_BEFORE = `(d.reason ->> 'code' = 'retry_waiting' AND d.reason -> 'evidence' ? 'problem'
        AND coalesce(d.next_at, 'infinity') >= ${of('since')}::text::timestamptz)`;

/**
 * Returns a subquery with the time at which the outage first held up a step, whether the step failed or was retried
 * since, and the number of its attempts after which the provider may have the message. If a step was held back without
 * an attempt, its reason contains the start of the outage. Another integration may have sent the message later. An
 * attempt without a response counts if it was made in the outage, through its integration, or if its retry
 * waited when the outage began.
 */
const heldOf = (row: string, integration: string) => `(SELECT
      min(greatest(d.created_at, $3)) FILTER (WHERE d.created_at <= $4 AND d.reason ->> 'code' IN ('provider_unavailable', 'retry_waiting', 'retries_exhausted')
        AND (d.created_at >= $3 OR ${WAITED_BEFORE})
        AND (d.reason -> 'evidence' ->> 'since' = ${of('since')} OR (d.reason -> 'evidence' ->> 'since' IS NULL AND ${integration} = $2))) AS at,
      max(d.created_at) FILTER (WHERE d.reason ->> 'code' IN ${inList(FAILED_CODES)}) AS failed_at,
      bool_or(d.reason ->> 'code' = 'retry_requested') AS was_retried,
      count(DISTINCT ${UNKNOWN_ATTEMPT})::int AS unknown
    FROM (SELECT own.created_at, own.reason, lead(own.created_at) OVER (ORDER BY own.id) AS next_at, count(*) FILTER (WHERE own.reason ->> 'code' = 'retry_requested') OVER (ORDER BY own.id) AS series
      FROM execution_details own WHERE own.environment_id = $1 AND own.notification_id = ${row}.notification_id AND own.job_id = ${row}.job_id) AS d)`;

/** The effect on a step whose message was sent. */
const SENT_EFFECT = `CASE WHEN held.was_retried AND held.failed_at >= held.at THEN 'recovered' ELSE 'late' END`;

/** The largest number of times that the message may have arrived. Null if no outcome is unknown. */
const ARRIVALS = (isSent: string) => `CASE WHEN held.unknown > 0 THEN held.unknown + (${isSent})::int END`;

/** Whether a message is in one of the two indexes. */
const isListed = (row: string) =>
  `(${row}.status = 'error' OR coalesce(${slownessOf(`${row}.sent_at`, `${row}.notification_id`)}, 0) > 0)`;

/**
 * Whether a further attempt of the row's step is pending. Attempts that only recipients in copy still need do not
 * count.
 */
const WAITS = `EXISTS (SELECT FROM work w JOIN jobs j ON j.environment_id = $1 AND j.notification_id = w.notification_id AND j.id = w.job_id
    WHERE w.environment_id = $1 AND w.notification_id = f.notification_id AND w.job_id = f.job_id
      AND j.reason ->> 'code' IS DISTINCT FROM 'rest_waiting')`;

/**
 * Whether another message of the same step represents the step: a sent message takes precedence, then the newest one.
 */
const HAS_BETTER = `EXISTS (SELECT FROM messages o WHERE o.environment_id = $1 AND o.notification_id = f.notification_id AND o.job_id = f.job_id
    AND ${isListed('o')} AND (o.status = 'sent', o.id) > (f.status = 'sent', f.id))`;

const ENDED = `${of('effects')}::text[] && ARRAY['late', 'failed', 'recovered']`;

const COLUMNS = `m.id, m.notification_id, m.job_id, m.subscriber_id, m.workflow_id, m.template_identifier, m.transaction_id,
  coalesce(m.email, m.phone) AS address, m.status, m.sent_at, m.integration_id, m.reason`;

function foundMessages(order: 'ASC' | 'DESC'): string {
  const range = (floor: string) =>
    `m.environment_id = $1 AND m.id >= greatest(${floor}, ${of('first')}) AND m.id < least(${of('ceiling')}, ${of('end')})
      AND (${of('channel')}::text IS NULL OR m.channel = ${of('channel')})`;
  const { classes, floors, limit } = { classes: of('classes'), floors: of('floors'), limit: of('maxMessages') };
  return `found AS MATERIALIZED (
    SELECT * FROM (
      (SELECT slow.* FROM unnest(${classes}::int[], (${floors}::text[])[:cardinality(${classes})]) AS key (slowness, floor)
        CROSS JOIN LATERAL (SELECT ${COLUMNS} FROM messages m
          WHERE ${range('key.floor')} AND m.status <> 'error' AND ${SLOWNESS} = key.slowness AND ${SLOWNESS} > 0
          ORDER BY m.id ${order} LIMIT ${limit}) slow)
      UNION ALL
      (SELECT ${COLUMNS} FROM messages m
        WHERE ${range(`(${floors}::text[])[cardinality(${floors})]`)} AND m.status = 'error' AND m.status <> 'sent'
        ORDER BY m.id ${order} LIMIT ${limit})
    ) AS either WHERE ${ENDED} ORDER BY id ${order} LIMIT ${limit})`;
}

const DUE = `due AS MATERIALIZED (
    SELECT * FROM (
      (SELECT w.* FROM unnest(${of('lanes')}::smallint[]) AS lane (number) CROSS JOIN LATERAL (
        SELECT w.notification_id, w.job_id, w.ready_at FROM work w
        WHERE w.environment_id = $1 AND w.lane = lane.number AND w.worker_id IS NULL ORDER BY w.ready_at LIMIT ${of('maxRead')}) w)
      UNION ALL
      (SELECT w.notification_id, w.job_id, w.ready_at FROM work w
        WHERE w.environment_id = $1 AND w.worker_id IS NOT NULL LIMIT ${of('maxRead')})
    ) AS w WHERE 'waiting' = ANY (${of('effects')}) ORDER BY w.ready_at LIMIT ${of('maxRead')})`;

const RUNS = `runs AS MATERIALIZED (
    (SELECT slow.notification_id FROM held AS key CROSS JOIN LATERAL (SELECT n.notification_id FROM notification_outcomes n
        WHERE n.environment_id = $1 AND ${RUN_SLOWNESS} = key.prefix AND ${RUN_SLOWNESS} > 0 AND n.snapshot_id = key.snapshot_id
          AND n.notification_id >= (${of('floors')}::text[])[array_position(${of('classes')}::int[], key.prefix)]
          AND n.notification_id < ${of('ceiling')} ORDER BY n.notification_id DESC LIMIT ${of('maxRead')}) AS slow
      WHERE key.snapshot_id IS NOT NULL AND ${ENDED} LIMIT ${of('maxRead')})
    UNION
    (SELECT n.id FROM notifications n WHERE n.environment_id = $1 AND n.id >= ${of('lastSeconds')} AND n.id < ${of('ceiling')}
        AND ${ENDED} ORDER BY n.id DESC LIMIT ${of('maxRead')}))`;

/** Steps that no listed message shows: they ended without a message, or were sent in a few seconds. */
const ENDED_STEPS = `steps AS MATERIALIZED (
    SELECT j.notification_id, j.id AS job_id, j.subscriber_id, j.status, j.reason, j.integration_id
    FROM runs JOIN jobs j ON j.environment_id = $1 AND j.notification_id = runs.notification_id
    WHERE j.id >= ${of('first')} AND j.id < ${of('end')} AND j.integration_id IS NOT NULL
      AND j.status IN ('completed', 'failed', 'skipped', 'canceled')
      AND NOT EXISTS (SELECT FROM work w WHERE w.environment_id = $1 AND w.notification_id = j.notification_id AND w.job_id = j.id)
      AND NOT EXISTS (SELECT FROM messages o WHERE o.environment_id = $1 AND o.notification_id = j.notification_id AND o.job_id = j.id
        AND ${isListed('o')}))`;

/** Joins the run of a job, and its snapshot, whose workflow may have been deleted since. */
const RUN_OF = (row: string) => `JOIN notifications n ON n.environment_id = $1 AND n.id = ${row}.notification_id
    JOIN workflow_snapshots s ON s.environment_id = $1 AND s.id = n.snapshot_id`;

const AFFECTED = `affected AS MATERIALIZED (
    SELECT f.id, f.id AS message_id, f.notification_id, f.subscriber_id, f.workflow_id, f.template_identifier, f.transaction_id, f.address,
      f.sent_at, held.at AS held_at, NULL::timestamptz AS retry_at, f.status = 'error' AS can_retry,
      CASE WHEN f.status = 'error' THEN f.reason END AS reason, CASE WHEN f.status = 'error' THEN 'failed' ELSE ${SENT_EFFECT} END AS effect,
      ${ARRIVALS("f.status <> 'error'")} AS arrivals
    FROM found f CROSS JOIN LATERAL ${heldOf('f', 'f.integration_id')} AS held
    WHERE held.at IS NOT NULL AND NOT ${WAITS} AND NOT ${HAS_BETTER}
    UNION ALL
    SELECT e.job_id, sent.id, e.notification_id, e.subscriber_id, s.workflow_id, s.settings ->> 'identifier', n.transaction_id, sent.address,
      sent.sent_at, held.at, NULL, e.status = 'failed', CASE WHEN e.status <> 'completed' THEN e.reason END,
      CASE WHEN e.status <> 'completed' THEN 'failed' ELSE ${SENT_EFFECT} END, ${ARRIVALS("e.status = 'completed'")}
    FROM steps e ${RUN_OF('e')} CROSS JOIN LATERAL ${heldOf('e', 'e.integration_id')} AS held
    LEFT JOIN LATERAL (SELECT m.id, coalesce(m.email, m.phone) AS address, m.sent_at FROM messages m
      WHERE m.environment_id = $1 AND m.notification_id = e.notification_id AND m.job_id = e.job_id
      ORDER BY m.status = 'sent' DESC, m.id DESC LIMIT 1) AS sent ON true
    WHERE held.at IS NOT NULL
    UNION ALL
    SELECT j.id, NULL, j.notification_id, j.subscriber_id, s.workflow_id, s.settings ->> 'identifier', n.transaction_id, NULL, NULL,
      held.at, due.ready_at, false, NULL, 'waiting', ${ARRIVALS('false')}
    FROM due JOIN jobs j ON j.environment_id = $1 AND j.notification_id = due.notification_id AND j.id = due.job_id ${RUN_OF('j')}
    CROSS JOIN LATERAL ${heldOf('due', 'j.integration_id')} AS held
    WHERE j.integration_id IS NOT NULL AND j.id >= ${of('first')} AND j.id < ${of('end')} AND held.at IS NOT NULL
      AND j.reason ->> 'code' IS DISTINCT FROM 'rest_waiting')`;

/** Returns the CTEs that find the held-up steps, each once and with its effect. */
const affected = (order: 'ASC' | 'DESC') =>
  `${heldSnapshots(
    `unnest(${of('classes')}::int[])`,
    `notification_outcomes n WHERE n.environment_id = $1 AND ${RUN_SLOWNESS} = held.prefix AND ${RUN_SLOWNESS} > 0`,
  )}, ${[foundMessages(order), DUE, RUNS, ENDED_STEPS, AFFECTED].join(', ')}`;

/** Returns a page. A step that is found without a message belongs to the piece of the list that covers its ID. */
export function listSql(order: 'ASC' | 'DESC'): string {
  return `${affected(order)}
  SELECT a.id, a.message_id AS "messageId", a.notification_id AS "notificationId", a.subscriber_id AS "subscriberId",
    a.workflow_id AS "workflowId", a.template_identifier AS "templateIdentifier", a.transaction_id AS "transactionId", a.address, a.effect,
    a.reason, a.held_at AS "heldAt", a.sent_at AS "sentAt", a.retry_at AS "retryAt", a.arrivals, scan.reached
  FROM (SELECT CASE WHEN count(*) >= ${of('maxMessages')} THEN ${order === 'DESC' ? 'min' : 'max'}(id) END AS reached FROM found) AS scan
  LEFT JOIN LATERAL (SELECT * FROM affected
    WHERE effect = ANY (${of('effects')}) AND coalesce(arrivals, 0) >= ${of('minArrivals')} AND (scan.reached IS NULL OR id ${order === 'DESC' ? '>=' : '<='} scan.reached)
    ORDER BY id ${order} LIMIT ${of('limit')}) AS a ON true
  ORDER BY a.id ${order}`;
}

/**
 * Returns the number of steps with each effect, the oldest and newest run that a retry can send, and the reasons of
 * these runs.
 */
export const COUNT = `${affected('DESC')}
  SELECT a.effect, a.count, a.several, a.first, a.last, a.reasons, scan.capped
  FROM (SELECT (SELECT count(*) >= ${of('maxMessages')} FROM found) OR (SELECT count(*) >= ${of('maxRead')} FROM due)
    OR (SELECT count(*) >= ${of('maxRead')} FROM runs) AS capped) AS scan
  LEFT JOIN (SELECT effect, count(*)::int AS count, count(*) FILTER (WHERE arrivals > 1)::int AS several, min(notification_id) FILTER (WHERE can_retry) AS first,
      max(notification_id) FILTER (WHERE can_retry) AS last,
      array_agg(DISTINCT reason ->> 'code') FILTER (WHERE can_retry AND reason IS NOT NULL) AS reasons
    FROM (SELECT * FROM affected WHERE coalesce(arrivals, 0) >= ${of('minArrivals')} LIMIT ${of('limit')}) AS counted GROUP BY effect) AS a ON true`;
