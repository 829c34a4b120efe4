/**
 * Raw statements: lists of history. The messages of an outage are found in two indexes: slow ones were late or
 * recovered, unsent ones failed. What happened to each is in the timeline of its run. Each statement reads a bounded
 * number of messages.
 */
import { CLOCK_SLACK_MS, idCeil, idFloor } from '#lib/id.ts';
import { hotQuery } from '#lib/postgres/db.ts';
import { slownessFrom, slownessOf } from '#lib/time/slowness.ts';
import type { OutageEffect } from './effects.ts';

export interface OutageTime {
  environmentId: string;
  integrationId: string;
  openedAt: Date;
  /** Null while it lasts. */
  closedAt: Date | null;
}

export interface AffectedMessage {
  id: string;
  notificationId: string;
  subscriberId: string;
  workflowId: string | null;
  templateIdentifier: string | null;
  transactionId: string;
  effect: OutageEffect;
  heldAt: Date;
  sentAt: Date | null;
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
  const [earliest, latest] = boundsOf(outage);
  const [floor, ceiling] = backwards ? [after(cursor) ?? earliest, latest] : [earliest, cursor ?? latest];
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
  const values = [...valuesOf(outage), ...boundsOf(outage), MAX_COUNTED];
  const rows = await hotQuery<AffectedCount & { capped: boolean }>('outages-count', COUNT, values);
  return { counts: rows.filter(({ effect }) => effect !== null), isCapped: rows[0]?.capped ?? false };
}

/** Failures within this time before an outage opened the circuit breaker. */
const BEFORE_MS = 60_000;

function valuesOf({ environmentId, integrationId, openedAt, closedAt }: OutageTime): unknown[] {
  const from = new Date(openedAt.getTime() - BEFORE_MS);
  return [environmentId, integrationId, from, closedAt ?? new Date(), slownessFrom('10s')];
}

/**
 * A message’s ID begins with the time of its step’s first claim, which may be before the outage if the step was
 * retried.
 */
function boundsOf({ openedAt, closedAt }: OutageTime): [floor: string, ceiling: string] {
  return [idFloor(new Date(openedAt.getTime() - CLOCK_SLACK_MS)), idCeil(closedAt ?? new Date())];
}

/** Returns the smallest ID after another one. */
function after(id: string | undefined): string | undefined {
  return id && (BigInt(`0x${id}`) + 1n).toString(16).padStart(24, '0');
}

const SLOWNESS = slownessOf('m.sent_at', 'm.notification_id');
const COLUMNS = `m.id, m.notification_id, m.job_id, m.subscriber_id, m.workflow_id, m.template_identifier, m.transaction_id,
  m.status, m.sent_at, m.integration_id, m.reason ->> 'code' AS code`;

// $1 environment, $2 integration, $3 and $4 the time of the outage, $5 classes, $6 and $7 message IDs, $8 the limit.
const affected = (order: 'ASC' | 'DESC') => {
  const range = `m.environment_id = $1 AND m.id >= $6 AND m.id < $7`;
  return `found AS MATERIALIZED (
    SELECT * FROM (
      (SELECT slow.* FROM unnest($5::int[]) AS key (slowness) CROSS JOIN LATERAL (SELECT ${COLUMNS} FROM messages m
        WHERE ${range} AND ${SLOWNESS} = key.slowness AND ${SLOWNESS} > 0 ORDER BY m.id ${order} LIMIT $8) slow)
      UNION ALL
      (SELECT ${COLUMNS} FROM messages m
        WHERE ${range} AND m.status = 'error' AND m.status <> 'sent' ORDER BY m.id ${order} LIMIT $8)
    ) AS either ORDER BY id ${order} LIMIT $8
  ), affected AS MATERIALIZED (
    SELECT f.*, held.at AS held_at,
      CASE WHEN f.status <> 'sent' THEN 'failed' WHEN held.gave_up THEN 'recovered' ELSE 'late' END AS effect
    FROM found f CROSS JOIN LATERAL (
      SELECT min(d.created_at) FILTER (WHERE d.created_at <= $4) AS at,
        bool_or(d.reason ->> 'code' = 'retries_exhausted') AS gave_up
      FROM execution_details d
      WHERE d.environment_id = $1 AND d.notification_id = f.notification_id AND d.job_id = f.job_id AND d.created_at >= $3
        AND d.reason ->> 'code' IN ('provider_unavailable', 'retry_waiting', 'retries_exhausted')
    ) AS held
    WHERE f.integration_id = $2 AND (f.status = 'sent' OR f.code = 'retries_exhausted') AND held.at IS NOT NULL
  )`;
};

// $9 effects, $10 how many are returned.
const list = (order: 'ASC' | 'DESC') => `WITH ${affected(order)}
  SELECT a.id, a.notification_id AS "notificationId", a.subscriber_id AS "subscriberId", a.workflow_id AS "workflowId",
    a.template_identifier AS "templateIdentifier", a.transaction_id AS "transactionId", a.effect, a.held_at AS "heldAt",
    a.sent_at AS "sentAt", scan.reached
  FROM (SELECT CASE WHEN count(*) >= $8 THEN ${order === 'DESC' ? 'min' : 'max'}(id) END AS reached FROM found) AS scan
  LEFT JOIN (SELECT * FROM affected WHERE effect = ANY ($9::text[]) ORDER BY id ${order} LIMIT $10) AS a ON true
  ORDER BY a.id ${order}`;
const FORWARDS = list('DESC');
const BACKWARDS = list('ASC');

const COUNT = `WITH ${affected('DESC')}
  SELECT a.effect, a.count, a.first, a.last, scan.capped
  FROM (SELECT count(*) >= $8 AS capped FROM found) AS scan
  LEFT JOIN (SELECT effect, count(*)::int AS count, min(notification_id) AS first, max(notification_id) AS last
    FROM affected GROUP BY effect) AS a ON true`;
