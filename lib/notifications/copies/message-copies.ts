/** Raw statement: PostgreSQL compares contents by their hash, without transferring them. */
import { idCeil, idFloor, idTime } from '#lib/id.ts';
import { query } from '#lib/postgres/db.ts';

/** Milliseconds between messages that count as equal. */
export const EQUAL_WITHIN_MS = 24 * 3_600_000;
/** Maximum messages of a subscriber that are compared, the newest first. */
export const MAX_COMPARED = 500;

/** A sent message with the hash of the fields that equal messages have in common. */
export interface HashedMessage {
  id: string;
  notificationId: string;
  jobId: string | null;
  hash: string;
}

interface Range {
  /** IDs of messages. */
  floor: string;
  ceiling: string;
}

/**
 * Reads the newest messages that a subscriber received in the range, newest first. PostgreSQL reads the content of each, so
 * a caller that can do with fewer passes a lower `limit`.
 */
export function hashedMessages(
  environmentId: string,
  subscriberId: string,
  { floor, ceiling }: Range,
  limit = MAX_COMPARED,
): Promise<(HashedMessage & Record<string, unknown>)[]> {
  return query('messages-hashed', HASHED, [environmentId, subscriberId, floor, ceiling, limit]);
}

/**
 * Returns SQL for the fields that equal messages have in common, as text. The links to the recipient's page contain the
 * token of their run (lib/recipient-page/token.ts), so each message has others, although people read the same text.
 */
const comparedText = (row: string) => {
  const text = `jsonb_build_array(${row}.channel, ${row}.workflow_id, ${row}.subject, ${row}.title, ${row}.content)::text`;
  return `CASE WHEN ${text} NOT LIKE '%/r/%' THEN ${text} ELSE regexp_replace(${text}, '/r/[A-Za-z0-9_-]{86}', '/r/', 'g') END`;
};

const HASHED = `SELECT m.id, m.notification_id AS "notificationId", m.job_id AS "jobId", md5(${comparedText('m')}) AS hash
  FROM messages m
  WHERE m.environment_id = $1 AND m.subscriber_id = $2 AND m.id >= $3 AND m.id < $4 AND m.status = 'sent' AND m.content IS NOT NULL
  ORDER BY m.id DESC LIMIT $5`;

/**
 * Returns the IDs of the messages that the subscriber of a message received in the range with the same content, newest
 * first, at most 100. Contains the message itself if it was sent. Without content, no message is equal.
 */
export async function equalIds(environmentId: string, messageId: string, { floor, ceiling }: Range): Promise<string[]> {
  const rows = await query<{ id: string }>('messages-equal', EQUAL, [environmentId, messageId, floor, ceiling]);
  return rows.map(({ id }) => id);
}

const EQUAL = `WITH own AS MATERIALIZED (
    SELECT o.subscriber_id, o.channel, o.workflow_id, o.subject, ${comparedText('o')} AS compared
    FROM messages o WHERE o.environment_id = $1 AND o.id = $2 AND o.content IS NOT NULL)
  SELECT m.id FROM own JOIN messages m ON m.environment_id = $1 AND m.subscriber_id = own.subscriber_id
    AND m.id >= $3 AND m.id < $4 AND m.status = 'sent' AND m.content IS NOT NULL AND m.channel = own.channel
    AND m.workflow_id IS NOT DISTINCT FROM own.workflow_id AND ${comparedText('m')} = own.compared
  ORDER BY m.id DESC LIMIT 100`;

/** Returns the range of IDs in which messages can be equal to one of the messages. */
export function rangeAround(ids: readonly string[]): Range {
  const times = ids.map((id) => idTime(id).getTime());
  return {
    floor: idFloor(new Date(Math.min(...times) - EQUAL_WITHIN_MS)),
    ceiling: idCeil(new Date(Math.max(...times) + EQUAL_WITHIN_MS)),
  };
}

/** Counts the equal messages within 24 hours of a message, including itself. Several devices count once. */
export function countEqual(message: HashedMessage, all: readonly HashedMessage[]): number {
  const at = idTime(message.id).getTime();
  const isNear = ({ id }: HashedMessage) => Math.abs(idTime(id).getTime() - at) <= EQUAL_WITHIN_MS;
  const equal = all.filter((other) => other.hash === message.hash && isNear(other));
  return new Set(equal.map(({ notificationId, jobId }) => `${notificationId} ${jobId}`)).size;
}

/**
 * Returns how many equal messages the subscriber received within 24 hours of each of these messages, by ID. Messages
 * without a copy are left out.
 */
export async function findCopies(
  environmentId: string,
  subscriberId: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const all = await hashedMessages(environmentId, subscriberId, rangeAround(ids));
  const wanted = new Set(ids);
  const counts = all.flatMap((message) =>
    wanted.has(message.id) ? [[message.id, countEqual(message, all)] as const] : [],
  );
  return new Map(counts.filter(([, count]) => count > 1));
}
