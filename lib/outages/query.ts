/**
 * Raw statements: lists of history, and of many rows of the queue. The messages of an outage are found in two indexes:
 * slow ones were late or recovered, unsent ones failed. The messages that still wait are found in the part of the queue
 * that is due first. The timeline of a run shows what happened to its message. Each statement reads a bounded number of
 * rows.
 */
import { RETRY_POLICY } from '#lib/engine/attempt/retry.ts';
import { LANES } from '#lib/engine/queue/work.ts';
import { CLOCK_SLACK_MS, idCeil, idFloor } from '#lib/id.ts';
import { hotQuery } from '#lib/postgres/db.ts';
import { slownessEndMs, slownessFrom, slownessOf } from '#lib/time/slowness.ts';
import { OUTAGE_EFFECTS, type OutageEffect } from './effects.ts';

export interface OutageTime {
  environmentId: string;
  integrationId: string;
  openedAt: Date;
  /** Null while the outage lasts. */
  closedAt: Date | null;
}

export interface AffectedMessage {
  /** The ID of the message. For `waiting`, the ID of the job, because there may be no message yet. */
  id: string;
  notificationId: string;
  subscriberId: string;
  workflowId: string | null;
  templateIdentifier: string | null;
  transactionId: string;
  /** The email address or phone number. Null for messages without one, and while a message waits. */
  address: string | null;
  effect: OutageEffect;
  heldAt: Date;
  sentAt: Date | null;
  /** The time at which the next attempt is due. Null unless the message waits. */
  retryAt: Date | null;
}

/** A piece of the list. */
export interface Piece {
  rows: AffectedMessage[];
  /** The last message that was read, if there may be more behind it. */
  reached: string | undefined;
}

interface Range {
  effects: readonly OutageEffect[];
  /** A message’s ID: the rows come before it, or after it if `backwards`. */
  cursor: string | undefined;
  backwards: boolean;
  limit: number;
}

/** Maximum messages that one statement reads, in each class of slowness and among the unsent ones. */
const MAX_READ = 2_000;

/** Reads the next affected messages, newest first, or oldest first if `backwards`. */
export async function readAffected(outage: OutageTime, { effects, cursor, backwards, limit }: Range): Promise<Piece> {
  const [floor, ceiling] = backwards ? [after(cursor) ?? MIN_ID, MAX_ID] : [MIN_ID, cursor ?? MAX_ID];
  const name = backwards ? 'outages-affected-back' : 'outages-affected';
  const values = [...valuesOf(outage), floor, ceiling, MAX_READ, effects, limit];
  const found = await hotQuery<Found>(name, backwards ? BACKWARDS : FORWARDS, values);
  const rows = found.flatMap(({ reached: _, ...row }) => (row.id === null ? [] : [row as AffectedMessage]));
  return { rows, reached: rows.length < limit ? (found[0]?.reached ?? undefined) : rows.at(-1)?.id };
}

/** A row of the outer join: without affected messages, one row shows how far the statement read. */
type Found = (AffectedMessage | { id: null }) & { reached: string | null };

export interface AffectedCount {
  effect: OutageEffect;
  count: number;
  /** The runs of the oldest and newest of these messages. */
  first: string;
  last: string;
}

/** Maximum messages that are read for the counts. */
const MAX_COUNTED = 10_000;

/** Counts the newest affected messages. */
export async function countAffected(outage: OutageTime): Promise<{ counts: AffectedCount[]; isCapped: boolean }> {
  const values = [...valuesOf(outage), MIN_ID, MAX_ID, MAX_COUNTED, OUTAGE_EFFECTS];
  const rows = await hotQuery<AffectedCount & { capped: boolean }>('outages-count', COUNT, values);
  return { counts: rows.filter(({ effect }) => effect !== null), isCapped: rows[0]?.capped ?? false };
}

/** Failures within this time before an outage opened the circuit breaker. */
const BEFORE_MS = 60_000;

/** The slowness classes of late messages. */
const CLASSES = slownessFrom('10s');

/** Maximum rows of the queue that a count or a list reads, beginning with the rows that are due first. */
const MAX_WAITING = 10_000;

/** The end of an outage that still lasts: later than all times. */
const NEVER = new Date('9999-12-31T00:00:00Z');
const [MIN_ID, MAX_ID] = ['', 'g'];

/**
 * A message’s ID begins with the time of its step’s first claim, which may be long before the outage if the retries are
 * slow. So each slowness class has a smallest ID: the start of the outage minus the longest time of the class.
 */
function valuesOf({ environmentId, integrationId, openedAt, closedAt }: OutageTime): unknown[] {
  const from = new Date(openedAt.getTime() - BEFORE_MS);
  const until = closedAt ?? NEVER;
  const longest = [...CLASSES.map(slownessEndMs), undefined];
  const floors = longest.map((ms = RETRY_POLICY.longestMs) => idFloor(new Date(from.getTime() - ms - CLOCK_SLACK_MS)));
  const lanes = Object.values(LANES);
  return [environmentId, integrationId, from, until, CLASSES, floors, idCeil(until), lanes, MAX_WAITING];
}

/** Returns the smallest ID after another one. */
function after(id: string | undefined): string | undefined {
  return id && (BigInt(`0x${id}`) + 1n).toString(16).padStart(24, '0');
}

const SLOWNESS = slownessOf('m.sent_at', 'm.notification_id');
const COLUMNS = `m.id, m.notification_id, m.job_id, m.subscriber_id, m.workflow_id, m.template_identifier, m.transaction_id,
  coalesce(m.email, m.phone) AS address, m.status, m.sent_at, m.integration_id, m.reason ->> 'code' AS code`;

/** Returns a subquery: the time of a job’s first event in the outage, and whether the job was given up since. */
const heldOf = (row: string) => `(SELECT min(d.created_at) FILTER (WHERE d.created_at <= $4) AS at,
      bool_or(d.reason ->> 'code' = 'retries_exhausted') AS gave_up
    FROM execution_details d
    WHERE d.environment_id = $1 AND d.notification_id = ${row}.notification_id AND d.job_id = ${row}.job_id AND d.created_at >= $3
      AND d.reason ->> 'code' IN ('provider_unavailable', 'retry_waiting', 'retries_exhausted'))`;

/**
 * Parameters: $1 environment, $2 integration, $3 and $4 start and end of the outage, $5 slowness classes, $6 the
 * smallest message ID of each class and of unsent messages, $7 the end of message IDs, $8 lanes, $9 the maximum rows of
 * the queue, $10 and $11 the ID range of the list, $12 the maximum messages to read, $13 effects.
 */
const affected = (order: 'ASC' | 'DESC') => {
  const range = (floor: string) =>
    `m.environment_id = $1 AND m.id >= greatest(${floor}, $10) AND m.id < least($7, $11)`;
  return `found AS MATERIALIZED (
    SELECT * FROM (
      (SELECT slow.* FROM unnest($5::int[], ($6::text[])[:cardinality($5)]) AS key (slowness, floor)
        CROSS JOIN LATERAL (SELECT ${COLUMNS} FROM messages m
          WHERE ${range('key.floor')} AND ${SLOWNESS} = key.slowness AND ${SLOWNESS} > 0 ORDER BY m.id ${order} LIMIT $12) slow)
      UNION ALL
      (SELECT ${COLUMNS} FROM messages m
        WHERE ${range('($6::text[])[cardinality($6)]')} AND m.status = 'error' AND m.status <> 'sent'
        ORDER BY m.id ${order} LIMIT $12)
    ) AS either WHERE $13::text[] && ARRAY['late', 'failed', 'recovered'] ORDER BY id ${order} LIMIT $12
  ), due AS MATERIALIZED (
    SELECT w.* FROM unnest($8::smallint[]) AS lane (number) CROSS JOIN LATERAL (
      SELECT w.notification_id, w.job_id, w.ready_at, w.ended FROM work w
      WHERE w.environment_id = $1 AND w.lane = lane.number AND w.worker_id IS NULL ORDER BY w.ready_at LIMIT $9) w
    WHERE 'waiting' = ANY ($13) ORDER BY w.ready_at LIMIT $9
  ), affected AS MATERIALIZED (
    SELECT f.id, f.notification_id, f.subscriber_id, f.workflow_id, f.template_identifier, f.transaction_id, f.address, f.sent_at,
      held.at AS held_at, NULL::timestamptz AS retry_at,
      CASE WHEN f.status <> 'sent' THEN 'failed' WHEN held.gave_up THEN 'recovered' ELSE 'late' END AS effect
    FROM found f CROSS JOIN LATERAL ${heldOf('f')} AS held
    WHERE f.integration_id = $2 AND held.at IS NOT NULL AND (f.status = 'sent' OR (f.code = 'retries_exhausted'
      AND NOT EXISTS (SELECT FROM work w WHERE w.environment_id = $1 AND w.notification_id = f.notification_id AND w.job_id = f.job_id)))
    UNION ALL
    SELECT j.id, j.notification_id, j.subscriber_id, s.workflow_id, s.settings ->> 'identifier', n.transaction_id, NULL, NULL,
      held.at, due.ready_at, 'waiting'
    FROM due JOIN jobs j ON j.environment_id = $1 AND j.notification_id = due.notification_id AND j.id = due.job_id
    JOIN notifications n ON n.environment_id = $1 AND n.id = due.notification_id
    JOIN workflow_snapshots s ON s.environment_id = $1 AND s.id = n.snapshot_id
    CROSS JOIN LATERAL ${heldOf('due')} AS held
    WHERE NOT due.ended AND j.integration_id = $2 AND j.id >= $10 AND j.id < $11 AND held.at IS NOT NULL
      AND j.reason ->> 'code' <> 'rest_waiting'
  )`;
};

// $14 is the maximum number of returned rows. A waiting message belongs to the piece of the list that covers its ID.
const list = (order: 'ASC' | 'DESC') => `WITH ${affected(order)}
  SELECT a.id, a.notification_id AS "notificationId", a.subscriber_id AS "subscriberId", a.workflow_id AS "workflowId",
    a.template_identifier AS "templateIdentifier", a.transaction_id AS "transactionId", a.address, a.effect, a.held_at AS "heldAt",
    a.sent_at AS "sentAt", a.retry_at AS "retryAt", scan.reached
  FROM (SELECT CASE WHEN count(*) >= $12 THEN ${order === 'DESC' ? 'min' : 'max'}(id) END AS reached FROM found) AS scan
  LEFT JOIN LATERAL (SELECT * FROM affected
    WHERE effect = ANY ($13) AND (scan.reached IS NULL OR id ${order === 'DESC' ? '>=' : '<='} scan.reached)
    ORDER BY id ${order} LIMIT $14) AS a ON true
  ORDER BY a.id ${order}`;
const FORWARDS = list('DESC');
const BACKWARDS = list('ASC');

const COUNT = `WITH ${affected('DESC')}
  SELECT a.effect, a.count, a.first, a.last, scan.capped
  FROM (SELECT (SELECT count(*) >= $12 FROM found) OR (SELECT count(*) >= $9 FROM due) AS capped) AS scan
  LEFT JOIN (SELECT effect, count(*)::int AS count, min(notification_id) AS first, max(notification_id) AS last
    FROM affected GROUP BY effect) AS a ON true`;
