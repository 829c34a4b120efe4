/**
 * The raw statements behind 4.8. One filter chooses the index. Its ordered scans (one per key, such as each workflow
 * snapshot) are merged. The other filters are applied to the rows, inside the index where it contains the column.
 */
import type { Values } from '#lib/postgres/sql.ts';
import { type NotificationFilter, PLAIN_REASON, type Slice } from './filter.ts';
import { Conditions, heldSnapshots, type ListPlan, liveStatus, NOTIFICATION, TOPIC } from './list-conditions.ts';

/** Without a slice: all rows, unordered, to be counted. */
interface Reading {
  slice?: Slice;
  direction?: 'ASC' | 'DESC';
}

/** Selects the ids that match the filter, as `id`. */
export function listStatement(filter: NotificationFilter, values: Values, reading: Reading = {}): string {
  const sql = new Conditions(filter, values);
  const plan: ListPlan = plans[planOf(filter)](sql);
  const { from, id } = plan.source;
  const rows = `FROM ${from} n WHERE n.environment_id = ${sql.environment}${plan.where ? ` AND ${plan.where}` : ''}
    ${sql.within(id)}${sql.rest(plan.source, plan.holds)}`;
  const { slice, direction = 'DESC' } = reading;
  const page = slice ? `LIMIT ${values.add(slice.limit)} OFFSET ${values.add(slice.offset)}` : '';
  const order = slice ? `ORDER BY id ${direction}` : '';
  // DISTINCT, because one notification may name a subscription with two topics.
  if (!plan.keys) return `SELECT ${plan.distinct ? 'DISTINCT' : ''} ${id} AS id ${rows} ${order} ${page}`;
  // OFFSET 0 keeps the planner from turning the scans into one join.
  const depth = slice ? `${order} LIMIT ${values.add(slice.offset + slice.limit)}` : 'OFFSET 0';
  return `${plan.with ?? ''} SELECT found.id FROM ${plan.keys}
    CROSS JOIN LATERAL (SELECT ${id} AS id ${rows} ${depth}) found
    WHERE true${plan.keyWhere ?? ''} ${order} ${page}`;
}

/** Selects the given ids that match, newest first. */
export function filterStatement(ids: string[], filter: NotificationFilter, values: Values, slice: Slice): string {
  const sql = new Conditions(filter, values);
  return `SELECT n.id FROM unnest(${values.add(ids)}::text[]) AS wanted (id) 
    JOIN notifications n ON n.environment_id = ${sql.environment} AND n.id = wanted.id
    WHERE true${sql.within('n.id')}${sql.rest(NOTIFICATION, [])}
    ORDER BY n.id DESC LIMIT ${values.add(slice.limit)} OFFSET ${values.add(slice.offset)}`;
}

/** Which index serves the list: the one that contains most of the filter, the narrower first. */
export function planOf(filter: NotificationFilter): keyof typeof plans {
  const { transactionIds, subscriptionId, topicKey, subscriberIds, contextKeys, snapshotIds } = filter;
  if (transactionIds && !needsOtherIndex(filter)) return 'transaction';
  if (subscriptionId !== undefined) return 'subscription';
  if (topicKey !== undefined && subscriberIds) return 'topicSubscriber';
  if (subscriberIds) return 'subscriber';
  if (topicKey !== undefined && contextKeys) return 'topicContext';
  if (topicKey !== undefined) return 'topic';
  if (contextKeys && !(contextKeys.length === 0 && isRare(filter))) return 'context';
  if (filter.reasons && !filter.reasons.includes(PLAIN_REASON)) return 'reason';
  if (filter.outcomes) return 'outcome';
  if (filter.live) return 'live';
  return snapshotIds ? 'snapshot' : 'time';
}

/** Few runs are unfinished or ended so. Most were sent, and have no context. */
function isRare({ live, outcomes, reasons }: NotificationFilter): boolean {
  const isPlain = reasons?.includes(PLAIN_REASON) ?? outcomes?.includes('sent') ?? true;
  return live !== undefined || !isPlain;
}

/** Whether the filter uses a column that the index of transactions does not contain. */
export function needsOtherIndex(filter: NotificationFilter): boolean {
  const { subscriberIds, contextKeys, topicKey, subscriptionId } = filter;
  return [subscriberIds, contextKeys, topicKey, subscriptionId].some((given) => given !== undefined);
}

/**
 * Names of the prepared statements. Equal names mean equal SQL.
 */
export const statementName = {
  list: (filter: NotificationFilter, direction: 'ASC' | 'DESC') =>
    `notifications-${planOf(filter)} ${shapeOf(filter)} ${direction}`,
  count: (filter: NotificationFilter) => `notifications-count-${planOf(filter)} ${shapeOf(filter)}`,
  filter: (filter: NotificationFilter) => `notifications-filter ${shapeOf(filter)}`,
};

/** One letter for each filter that is set. Filters with the same shape have the same SQL. */
function shapeOf(filter: NotificationFilter): string {
  const letters = {
    w: filter.snapshotIds,
    s: filter.subscriberIds,
    m: filter.subscriberMatch,
    t: filter.transactionIds,
    c: filter.contextKeys,
    p: filter.topicKey,
    u: filter.subscriptionId,
    o: filter.outcomes,
    r: filter.reasons,
    j: filter.outcomes && filter.stepTypes,
    l: filter.live,
  };
  return Object.entries(letters)
    .flatMap(([letter, value]) => (value === undefined ? [] : [letter]))
    .join('');
}

const plans = {
  time: () => ({ source: NOTIFICATION, holds: [] }),

  snapshot: (sql) => ({
    source: NOTIFICATION,
    ...sql.snapshotKeys(),
    where: 'n.snapshot_id = key.snapshot_id',
    holds: ['snapshot'],
  }),

  subscriber: (sql) => ({
    source: NOTIFICATION,
    keys: `unnest(${sql.subscribers}::text[]) AS key (subscriber_id)`,
    where: 'n.subscriber_id = key.subscriber_id',
    holds: ['subscriber'],
  }),

  transaction: (sql) => ({
    source: NOTIFICATION,
    with: heldSnapshots(
      `unnest(${sql.transactions}::text[])`,
      `notifications n WHERE n.environment_id = ${sql.environment} AND n.transaction_id = held.prefix`,
    ),
    keys: 'held AS key',
    keyWhere: sql.given('snapshot') ? ` AND key.snapshot_id = ANY (${sql.snapshots}::bigint[])` : '',
    where: 'n.transaction_id = key.prefix AND n.snapshot_id = key.snapshot_id',
    holds: ['transaction', 'snapshot'],
  }),

  context: (sql) => ({
    source: NOTIFICATION,
    ...sql.snapshotKeys(
      `notifications n WHERE n.environment_id = ${sql.environment} AND n.context_keys = ${sql.contexts}::text[]`,
    ),
    where: `n.context_keys = ${sql.contexts}::text[] AND n.snapshot_id = key.snapshot_id`,
    holds: ['context', 'snapshot'],
  }),

  topic: (sql) => ({
    source: TOPIC,
    ...sql.snapshotKeys(
      `notification_topics n WHERE n.environment_id = ${sql.environment} AND n.topic_key = ${sql.topic}`,
    ),
    where: `n.topic_key = ${sql.topic} AND n.snapshot_id = key.snapshot_id`,
    holds: ['topic', 'snapshot'],
  }),

  topicContext: (sql) => ({
    source: TOPIC,
    where: `n.topic_key = ${sql.topic} AND n.context_keys = ${sql.contexts}::text[]`,
    holds: ['topic', 'context'],
  }),

  topicSubscriber: (sql) => ({
    source: TOPIC,
    keys: `unnest(${sql.subscribers}::text[]) AS key (subscriber_id)`,
    where: `n.topic_key = ${sql.topic} AND n.subscriber_id = key.subscriber_id`,
    holds: ['topic', 'subscriber'],
  }),

  subscription: (sql) => ({
    source: TOPIC,
    where: `n.subscription_id = ${sql.subscription}`,
    holds: ['subscription'],
    distinct: true,
  }),

  outcome: (sql) => sql.ended('outcome', sql.outcomes),

  // The index has only such rows, so each condition repeats it.
  reason: (sql) => sql.ended('reason', sql.reasons, ` AND n.reason <> '${PLAIN_REASON}'`),

  /** As long as what is unfinished; no index knows its state. */
  live: (sql) => ({
    source: {
      from: `(SELECT k.environment_id, k.notification_id AS id, ${liveStatus(sql.now)} AS status FROM work k
        WHERE k.environment_id = ${sql.environment} ${sql.within('k.notification_id')} GROUP BY 1, 2)`,
      id: 'n.id',
      has: [],
    },
    where: `n.status = ANY (${sql.live}::text[])`,
    holds: ['live'],
  }),
} satisfies Record<string, (sql: Conditions) => ListPlan>;
