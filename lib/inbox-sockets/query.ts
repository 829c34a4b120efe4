/** Raw statements: the messages and the counts of many subscribers are read together, up to thousands of times per second. */
import { idBounds } from '#lib/id.ts';
import { hotQuery } from '#lib/postgres/db.ts';
import { SEVERITIES } from '#lib/workflows/severity.ts';

/** A message with its recipient and workflow, as far as clients see them. */
export interface SocketMessage {
  id: string;
  /** Subscriber.id */
  recipient: string;
  /** Sorted. */
  contextKeys: string[];
  transactionId: string;
  subject: string | null;
  content: unknown;
  inbox: unknown;
  read: boolean;
  seen: boolean;
  archivedAt: Date | null;
  snoozedUntil: Date | null;
  deliveredAt: Date[];
  createdAt: Date;
  lastReadAt: Date | null;
  firstSeenAt: Date | null;
  subscriberId: string;
  firstName: string | null;
  lastName: string | null;
  avatar: string | null;
  workflowId: string | null;
  workflowIdentifier: string | null;
  workflowName: string | null;
  critical: boolean | null;
  tags: string[] | null;
  severity: string | null;
}

/** Returns the given in-app messages that are in an inbox, oldest first. */
export function readSocketMessages(environmentId: string, ids: readonly string[]): Promise<SocketMessage[]> {
  return hotQuery<SocketMessage & Record<string, unknown>>('inbox-socket-messages', MESSAGES, [
    environmentId,
    ids,
    ...idBounds(ids),
  ]);
}

/** The LIMIT makes PostgreSQL look up each snapshot by key. A join would read all snapshots of the environment. */
const MESSAGES = `
SELECT m.id, m.subscriber_id AS recipient, m.context_keys AS "contextKeys", m.transaction_id AS "transactionId", m.subject, m.content, m.inbox,
  m.read, m.seen, m.archived_at AS "archivedAt", m.snoozed_until AS "snoozedUntil", m.delivered_at AS "deliveredAt",
  m.created_at AS "createdAt", m.last_read_at AS "lastReadAt", m.first_seen_at AS "firstSeenAt",
  s.subscriber_id AS "subscriberId", s.first_name AS "firstName", s.last_name AS "lastName", s.avatar,
  coalesce(w.workflow_id, m.workflow_id) AS "workflowId", coalesce(w.template #>> '{triggers,0,identifier}', m.template_identifier) AS "workflowIdentifier",
  w.template ->> 'name' AS "workflowName", w.critical, w.tags, w.severity
FROM messages m
JOIN subscribers s ON s.environment_id = $1 AND s.id = m.subscriber_id
LEFT JOIN LATERAL (
  SELECT w.workflow_id, w.template, w.critical, w.tags, w.severity FROM workflow_snapshots w WHERE w.environment_id = $1 AND w.id = (
    SELECT n.snapshot_id FROM notifications n WHERE n.environment_id = $1 AND n.id = m.notification_id)
  LIMIT 1
) AS w ON true
WHERE m.environment_id = $1 AND m.id = ANY ($2) AND m.id >= $3 AND m.id < $4 AND m.channel = 'in_app' AND m.status = 'sent'
ORDER BY m.id`;

/** The messages of one subscriber with exactly these contexts. */
export interface CountedInbox {
  /** Subscriber.id */
  subscriberId: string;
  /** Sorted. */
  contextKeys: readonly string[];
}

/** The numbers of messages that are unread (by severity) and unseen, neither archived nor snoozed. */
export interface InboxNumbers {
  unread: number;
  unseen: number;
  high: number;
  medium: number;
  low: number;
  none: number;
}

/**
 * Counts many inboxes in one statement, in the order of the arguments: the newest 1,000 of the unread or unseen messages
 * of each.
 *
 * @param floor the start of the visible history, as an ID.
 */
export function countSocketInboxes(
  environmentId: string,
  inboxes: readonly CountedInbox[],
  floor: string,
): Promise<InboxNumbers[]> {
  const values = [environmentId, JSON.stringify(inboxes), floor];
  return hotQuery<InboxNumbers & Record<string, unknown>>('inbox-socket-counts', COUNTS, values);
}

const COUNTS = `
SELECT counts.* FROM ROWS FROM (jsonb_to_recordset($2::jsonb) AS ("subscriberId" text, "contextKeys" text[])) WITH ORDINALITY AS inbox (subscriber_id, context_keys, position)
CROSS JOIN LATERAL (
  SELECT count(*) FILTER (WHERE NOT new.read)::int AS unread, count(*) FILTER (WHERE NOT new.seen)::int AS unseen,
    ${SEVERITIES.map((severity) => `count(*) FILTER (WHERE NOT new.read AND new.severity = '${severity}')::int AS ${severity}`).join(', ')}
  FROM (
    SELECT m.read, m.seen, m.severity FROM messages m
    WHERE m.environment_id = $1 AND m.subscriber_id = inbox.subscriber_id AND m.id >= $3
      AND m.channel = 'in_app' AND m.status = 'sent' AND m.context_keys = inbox.context_keys
      AND NOT (m.read AND m.seen) AND m.archived_at IS NULL AND NOT coalesce(m.snoozed_until > clock_timestamp(), false)
    ORDER BY m.id DESC LIMIT 1000
  ) AS new
) AS counts
ORDER BY inbox.position`;
