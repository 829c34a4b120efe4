/**
 * Raw statements: filters by the workflow's severity and tags need tables that Prisma does not relate, Prisma has no row
 * locks, and one statement counts the messages of many filters.
 */

import { idCeil, idFloor } from '#lib/id.ts';
import { isOpenRun } from '#lib/notifications/withheld.ts';
import { hotQuery } from '#lib/postgres/db.ts';
import type { IdRange } from '#lib/postgres/seek.ts';
import { dataGroups, tagGroups } from './filter.ts';
import type { InboxFilter } from './schema.ts';

/** The in-app messages of one subscriber, in a range of IDs. */
export interface InboxScope extends IdRange {
  environmentId: string;
  /** Subscriber.id */
  subscriberId: string;
  /** Whether to exclude messages whose content is withheld. */
  isOpenOnly: boolean;
}

/** A filter as the statements read it. An absent field, and an empty list of groups, is no condition. */
interface Conditions {
  floor: string;
  ceiling: string;
  read: boolean | undefined;
  seen: boolean | undefined;
  archived: boolean | undefined;
  snoozed: boolean | undefined;
  tags: unknown[] | undefined;
  severity: string[] | undefined;
  data: unknown[] | undefined;
  contexts: string[] | undefined;
}

/**
 * Returns the IDs of matching messages, newest first, by the index of messages by subscriber.
 *
 * @param ids limits the messages to these IDs.
 * @param isLocked locks the messages until the end of the transaction. A message that another transaction has just changed
 * is omitted if it no longer matches. The result may then have fewer than `limit` IDs although more messages match.
 */
export async function findInboxIds(
  scope: InboxScope,
  filter: InboxFilter,
  { limit, offset = 0, ids, isLocked = false }: { limit: number; offset?: number; ids?: string[]; isLocked?: boolean },
): Promise<string[]> {
  const { environmentId, subscriberId, isOpenOnly } = scope;
  const { floor, ceiling, tags, data, ...states } = conditionsOf(scope, filter);
  const { read, seen, archived, snoozed, severity, contexts } = states;
  const groups = [tags, data].map((each) => each && JSON.stringify(each));
  const values = [environmentId, subscriberId, isOpenOnly, floor, ceiling, read, seen, archived, snoozed, ...groups];
  const rows = await hotQuery<{ id: string }>(isLocked ? 'inbox-lock' : 'inbox-list', isLocked ? LOCK : LIST, [
    ...values.map((value) => value ?? null),
    severity ?? null,
    contexts ?? null,
    ids ?? null,
    limit,
    offset,
  ]);
  return rows.map(({ id }) => id);
}

/** Counts the messages of each filter, up to `cap`, in one statement. */
export async function countInboxMessages(
  { environmentId, subscriberId, isOpenOnly, ...range }: InboxScope,
  filters: readonly InboxFilter[],
  cap: number,
): Promise<number[]> {
  const conditions = JSON.stringify(filters.map((filter) => conditionsOf(range, filter)));
  const values = [environmentId, subscriberId, isOpenOnly, conditions, cap];
  const rows = await hotQuery<{ count: number }>('inbox-count', COUNT, values);
  return rows.map(({ count }) => count);
}

function conditionsOf(range: IdRange, filter: InboxFilter): Conditions {
  const { read, seen, archived, snoozed, tags, severity, data, contextKeys, createdGte, createdLte } = filter;
  const floors = [range.floor, createdGte === undefined ? '' : idFloor(new Date(createdGte))];
  const ceilings = [range.ceiling, ...(createdLte === undefined ? [] : [idCeil(new Date(createdLte))])];
  const [tagged, matching] = [tagGroups(tags), dataGroups(data)];
  return {
    floor: floors.toSorted().at(-1) ?? '',
    ceiling: ceilings.toSorted()[0] ?? '',
    read,
    seen,
    archived,
    snoozed,
    tags: tagged.length > 0 ? tagged : undefined,
    severity: severity?.length ? [severity].flat() : undefined,
    data: matching.length > 0 ? matching : undefined,
    contexts: contextKeys && [...new Set(contextKeys)].sort(),
  };
}

/** @param f the condition of each field as SQL. NULL is no condition. */
function matches(f: Record<keyof Conditions, string>): string {
  const is = (field: string, condition: string) => `(${field} IS NULL OR ${field} = (${condition}))`;
  const ofWorkflow = (field: string, condition: string) => `(${field} IS NULL OR EXISTS (
    SELECT FROM notifications n JOIN workflow_snapshots w ON w.environment_id = $1 AND w.id = n.snapshot_id
    WHERE n.environment_id = $1 AND n.id = m.notification_id AND ${condition}))`;
  const everyGroup = (groups: string, condition: string) =>
    `NOT EXISTS (SELECT FROM jsonb_array_elements(${groups}) AS each(alternatives) WHERE NOT ${condition})`;
  return `m.environment_id = $1 AND m.subscriber_id = $2 AND m.id >= ${f.floor} AND m.id < ${f.ceiling}
    AND m.channel = 'in_app' AND m.status = 'sent'
    AND ${is(f.read, 'm.read')} AND ${is(f.seen, 'm.seen')} AND ${is(f.archived, 'm.archived_at IS NOT NULL')}
    AND ${is(f.snoozed, 'coalesce(m.snoozed_until > clock_timestamp(), false)')}
    AND (${f.contexts} IS NULL OR m.context_keys = ${f.contexts})
    AND ${ofWorkflow(f.severity, `w.severity = ANY (${f.severity})`)}
    AND ${ofWorkflow(f.tags, everyGroup(f.tags, 'w.tags && ARRAY(SELECT jsonb_array_elements_text(each.alternatives))'))}
    AND (${f.data} IS NULL OR ${everyGroup(
      f.data,
      `EXISTS (SELECT FROM jsonb_array_elements(each.alternatives) AS one(wanted) WHERE m.inbox -> 'data' @> one.wanted)`,
    )})
    AND (NOT $3 OR ${isOpenRun('m.workflow_id', 'm.notification_id')})`;
}

const LIST = `SELECT m.id FROM messages m WHERE ${matches({
  floor: '$4',
  ceiling: '$5',
  read: '$6::boolean',
  seen: '$7::boolean',
  archived: '$8::boolean',
  snoozed: '$9::boolean',
  tags: '$10::jsonb',
  data: '$11::jsonb',
  severity: '$12::text[]',
  contexts: '$13::text[]',
})} AND ($14::text[] IS NULL OR m.id = ANY ($14)) ORDER BY m.id DESC LIMIT $15 OFFSET $16`;

const LOCK = `${LIST} FOR NO KEY UPDATE OF m`;

const COUNT = `SELECT (SELECT count(*)::int FROM (SELECT FROM messages m WHERE ${matches({
  floor: 'f.floor',
  ceiling: 'f.ceiling',
  read: 'f.read',
  seen: 'f.seen',
  archived: 'f.archived',
  snoozed: 'f.snoozed',
  tags: 'f.tags',
  data: 'f.data',
  severity: 'f.severity',
  contexts: 'f.contexts',
})} LIMIT $5) AS counted) AS count
FROM ROWS FROM (jsonb_to_recordset($4::jsonb) AS (floor text, ceiling text, read boolean, seen boolean, archived boolean,
  snoozed boolean, tags jsonb, data jsonb, severity text[], contexts text[])) WITH ORDINALITY AS f(floor, ceiling, read, seen,
  archived, snoozed, tags, data, severity, contexts, position)
ORDER BY f.position`;
