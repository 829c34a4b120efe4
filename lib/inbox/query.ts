/**
 * A raw statement: filters by the workflow's severity and tags need tables that Prisma does not relate, and Prisma has no row
 * locks.
 */

import { isOpenRun } from '#lib/notifications/withheld.ts';
import { hotQuery } from '#lib/postgres/db.ts';
import { Values } from '#lib/postgres/sql.ts';
import type { InboxFilter } from './schema.ts';

/** The in-app messages of one subscriber. */
export interface InboxScope extends InboxFilter {
  environmentId: string;
  /** Subscriber.id */
  subscriberId: string;
  /** The lower bound of the IDs, inclusive. */
  floor: string;
  /** The upper bound of the IDs, exclusive. */
  ceiling: string;
  ids?: string[] | undefined;
  /** Whether to exclude messages whose content is withheld. */
  isOpenOnly?: boolean;
}

/**
 * Returns the IDs of matching messages, newest first, by the index of messages by subscriber.
 *
 * @param isLocked locks the messages until the end of the transaction. A message that another transaction has just changed
 * is omitted if it no longer matches. The result may then have fewer than `limit` IDs although more messages match.
 */
export async function findInboxIds(
  scope: InboxScope,
  { limit, offset = 0, isLocked = false }: { limit: number; offset?: number; isLocked?: boolean },
): Promise<string[]> {
  const values = new Values(scope.environmentId, scope.subscriberId, scope.floor, scope.ceiling);
  const conditions = [...Object.entries(stateConditions(scope)), ...Object.entries(valueConditions(scope, values))];
  const text = `SELECT m.id FROM messages m
    WHERE m.environment_id = $1 AND m.subscriber_id = $2 AND m.id >= $3 AND m.id < $4 AND m.channel = 'in_app' AND m.status = 'sent'
      ${conditions.map(([, condition]) => `AND ${condition}`).join(' ')}
    ORDER BY m.id DESC LIMIT ${values.add(limit)} OFFSET ${values.add(offset)}${isLocked ? ' FOR NO KEY UPDATE OF m' : ''}`;
  const names = [...conditions.map(([name]) => name), ...(isLocked ? ['lock'] : [])];
  const rows = await hotQuery<{ id: string }>(`inbox ${names.join(' ')}`, text, values.list);
  return rows.map(({ id }) => id);
}

function stateConditions({ read, seen, archived, snoozed }: InboxFilter): Record<string, string> {
  const is = (name: string, wanted: boolean | undefined, condition: string) =>
    wanted === undefined ? {} : { [wanted ? name : `-${name}`]: wanted ? condition : `NOT (${condition})` };
  return {
    ...is('read', read, 'm.read'),
    ...is('seen', seen, 'm.seen'),
    ...is('arch', archived, 'm.archived_at IS NOT NULL'),
    ...is('snz', snoozed, 'coalesce(m.snoozed_until > clock_timestamp(), false)'),
  };
}

function valueConditions(
  { tags, severity, data, contextKeys, ids, isOpenOnly }: InboxScope,
  values: Values,
): Record<string, string> {
  const ofWorkflow = (condition: string) => `EXISTS (
    SELECT FROM notifications n JOIN workflow_snapshots w ON w.environment_id = $1 AND w.id = n.snapshot_id
    WHERE n.environment_id = $1 AND n.id = m.notification_id AND ${condition})`;
  return {
    ...(tags?.length && { tags: ofWorkflow(`w.tags && ${values.add(tags)}::text[]`) }),
    ...(severity?.length && { sev: ofWorkflow(`w.severity = ANY (${values.add(severity)}::text[])`) }),
    ...(data && { data: `m.inbox -> 'data' @> ${values.add(JSON.stringify(data))}::jsonb` }),
    ...(contextKeys && { ctx: `m.context_keys = ${values.add([...new Set(contextKeys)].sort())}::text[]` }),
    ...(isOpenOnly && { open: isOpenRun('m.workflow_id', 'm.notification_id') }),
    ...(ids && { ids: `m.id = ANY (${values.add(ids)}::text[])` }),
  };
}
