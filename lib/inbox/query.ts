/**
 * Raw statements: Prisma has no row locks and no filter for data that contain an object, and one statement counts the
 * messages of many filters.
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

/** The fields of a filter as the statements read them. NULL means no condition. */
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

/**
 * Conditions that the filters of a page usually share. The statement reads only messages that meet the shared
 * conditions.
 */
const SHARED = ['read', 'seen', 'archived', 'snoozed'] as const satisfies Field[];

/**
 * Counts the messages of each filter, up to `cap`, in one statement. It reads each message once for all filters, and
 * stops when the last filter has enough messages.
 */
export async function countInboxMessages(
  { environmentId, subscriberId, isOpenOnly, ...range }: InboxScope,
  filters: readonly InboxFilter[],
  cap: number,
): Promise<number[]> {
  const conditions = filters.map((filter) => conditionsOf(range, filter));
  const shared = SHARED.map((name) => {
    const values = new Set(conditions.map((each) => each[name] ?? null));
    return values.size === 1 ? [...values][0] : null;
  });
  const needsData = conditions.some(({ data }) => data !== undefined);
  const values = [environmentId, subscriberId, isOpenOnly, JSON.stringify(conditions), cap];
  const rows = await hotQuery<{ count: number }>('inbox-count', COUNT, [...values, needsData, ...shared]);
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

/** The columns of a message that a filter reads, as SQL. */
type Columns = Record<Exclude<Field, 'floor' | 'ceiling'> | 'id', string>;

const OF_MESSAGE = {
  id: 'm.id',
  read: 'm.read',
  seen: 'm.seen',
  archived: 'm.archived_at IS NOT NULL',
  snoozed: 'coalesce(m.snoozed_until > clock_timestamp(), false)',
  contexts: 'm.context_keys',
  severity: 'm.severity',
  tags: 'm.tags',
  data: `m.inbox -> 'data'`,
} as const;

const OF_READER = `m.environment_id = $1 AND m.subscriber_id = $2 AND m.channel = 'in_app' AND m.status = 'sent'
    AND (NOT $3 OR ${isOpenRun('m.workflow_id', 'm.notification_id')})`;

/** Returns the condition of a filter. `f` returns a field of the filter as SQL. */
function matches(f: (name: Field) => string, column: Columns): string {
  const is = (name: Exclude<Field, 'floor' | 'ceiling' | 'severity' | 'tags'>) =>
    `(${f(name)} IS NULL OR ${f(name)} = (${column[name]}))`;
  const hasTag = `${column.tags} && ARRAY(SELECT jsonb_array_elements_text(each.alternatives))`;
  const hasData = `EXISTS (SELECT FROM jsonb_array_elements(each.alternatives) AS one(wanted) WHERE ${column.data} @> one.wanted)`;
  return `${column.id} >= ${f('floor')} AND ${column.id} < ${f('ceiling')}
    AND ${is('read')} AND ${is('seen')} AND ${is('archived')} AND ${is('snoozed')} AND ${is('contexts')}
    AND (${f('severity')} IS NULL OR ${column.severity} = ANY (${f('severity')}))
    AND (${f('tags')} IS NULL OR ${everyGroup(f('tags'), hasTag)})
    AND (${f('data')} IS NULL OR ${everyGroup(f('data'), hasData)})`;
}

function everyGroup(groups: string, condition: string): string {
  return `NOT EXISTS (SELECT FROM jsonb_array_elements(${groups}) AS each(alternatives) WHERE (${condition}) IS NOT TRUE)`;
}

const ofList = (name: Field) => `$${7 + NAMES.indexOf(name)}::${FIELDS[name]}`;
const ofCount = (name: Field) => `f.${name}`;

const LIST = `SELECT m.id FROM messages m
WHERE ${OF_READER} AND ${matches(ofList, OF_MESSAGE)} AND ($4::text[] IS NULL OR m.id = ANY ($4))
ORDER BY m.id DESC LIMIT $5 OFFSET $6`;

const LOCK = `${LIST} FOR NO KEY UPDATE OF m`;

/**
 * Data are read only if a filter needs them. PostgreSQL reads `found` only as far as the filters read it. Without bounds
 * of the IDs, it always chooses the index by subscriber.
 */
const FOUND = `SELECT ${Object.entries(OF_MESSAGE)
  .filter(([name]) => name !== 'data')
  .map(([name, column]) => `${column} AS ${name}`)
  .join(', ')}, CASE WHEN $6 THEN ${OF_MESSAGE.data} END AS data
  FROM messages m
  WHERE ${OF_READER}
    AND ${SHARED.map((name, at) => `($${7 + at}::boolean IS NULL OR $${7 + at} = (${OF_MESSAGE[name]}))`).join(' AND ')}`;

const COUNTED = Object.fromEntries(Object.keys(OF_MESSAGE).map((name) => [name, `m.${name}`])) as Record<
  keyof typeof OF_MESSAGE,
  string
>;

const COUNT = `WITH found AS MATERIALIZED (${FOUND})
SELECT (SELECT count(*)::int FROM (SELECT FROM found m
  WHERE ${matches(ofCount, COUNTED)}
  LIMIT $5) AS counted) AS count
FROM ROWS FROM (jsonb_to_recordset($4::jsonb) AS (${COLUMNS})) WITH ORDINALITY AS f(${NAMES.join(', ')}, position)
ORDER BY f.position`;
