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

/** The fields of a filter as the statements read them. NULL is not a condition. */
const FIELDS = {
  floor: 'text',
  ceiling: 'text',
  read: 'boolean',
  seen: 'boolean',
  archived: 'boolean',
  snoozed: 'boolean',
  severity: 'text[]',
  contexts: 'text[]',
  /** Groups of tags. */
  tags: 'jsonb',
  /** Groups of objects. */
  data: 'jsonb',
} as const;
type Field = keyof typeof FIELDS;
type Conditions = Record<Field, unknown>;

const NAMES = Object.keys(FIELDS) as Field[];
const COLUMNS = NAMES.map((name) => `${name} ${FIELDS[name]}`).join(', ');

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
  const conditions = conditionsOf(scope, filter);
  const values = NAMES.map((name) => {
    const value = conditions[name] ?? null;
    return FIELDS[name] === 'jsonb' && value !== null ? JSON.stringify(value) : value;
  });
  const [name, text] = isLocked ? (['inbox-lock', LOCK] as const) : (['inbox-list', LIST] as const);
  const all = [environmentId, subscriberId, isOpenOnly, ids ?? null, limit, offset, ...values];
  const rows = await hotQuery<{ id: string }>(name, text, all);
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

/**
 * Returns the condition for messages of environment $1 and subscriber $2, without withheld content if $3 is true. `f`
 * returns a field of the filter as SQL.
 */
function matches(f: (name: Field) => string): string {
  const is = (name: Field, condition: string) => `(${f(name)} IS NULL OR ${f(name)} = (${condition}))`;
  const everyGroup = (name: Field, condition: string) =>
    `NOT EXISTS (SELECT FROM jsonb_array_elements(${f(name)}) AS each(alternatives) WHERE NOT ${condition})`;
  const hasTag = 'w.tags && ARRAY(SELECT jsonb_array_elements_text(each.alternatives))';
  const hasData = `EXISTS (SELECT FROM jsonb_array_elements(each.alternatives) AS one(wanted) WHERE m.inbox -> 'data' @> one.wanted)`;
  // Scalar subqueries look up the run of each message, and the snapshot of the run. For an EXISTS, PostgreSQL would read all
  // runs of the environment, and for a join all snapshots.
  const ofWorkflow = `(SELECT (${f('severity')} IS NULL OR w.severity = ANY (${f('severity')})) AND (${f('tags')} IS NULL OR ${everyGroup('tags', hasTag)})
    FROM workflow_snapshots w WHERE w.environment_id = $1 AND w.id = (
      SELECT n.snapshot_id FROM notifications n WHERE n.environment_id = $1 AND n.id = m.notification_id))`;
  return `m.environment_id = $1 AND m.subscriber_id = $2 AND m.id >= ${f('floor')} AND m.id < ${f('ceiling')}
    AND m.channel = 'in_app' AND m.status = 'sent'
    AND ${is('read', 'm.read')} AND ${is('seen', 'm.seen')} AND ${is('archived', 'm.archived_at IS NOT NULL')}
    AND ${is('snoozed', 'coalesce(m.snoozed_until > clock_timestamp(), false)')} AND ${is('contexts', 'm.context_keys')}
    AND ((${f('severity')} IS NULL AND ${f('tags')} IS NULL) OR ${ofWorkflow})
    AND (${f('data')} IS NULL OR ${everyGroup('data', hasData)})
    AND (NOT $3 OR ${isOpenRun('m.workflow_id', 'm.notification_id')})`;
}

const LIST = `SELECT m.id FROM messages m
WHERE ${matches((name) => `$${7 + NAMES.indexOf(name)}::${FIELDS[name]}`)} AND ($4::text[] IS NULL OR m.id = ANY ($4))
ORDER BY m.id DESC LIMIT $5 OFFSET $6`;

const LOCK = `${LIST} FOR NO KEY UPDATE OF m`;

const COUNT = `SELECT (SELECT count(*)::int FROM (SELECT FROM messages m WHERE ${matches((name) => `f.${name}`)} LIMIT $5) AS counted) AS count
FROM ROWS FROM (jsonb_to_recordset($4::jsonb) AS (${COLUMNS})) WITH ORDINALITY AS f(${NAMES.join(', ')}, position)
ORDER BY f.position`;
