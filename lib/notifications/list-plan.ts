/**
 * The raw statements behind 4.8. One filter chooses the index. Its ordered scans (one per key, such as each workflow
 * snapshot) are merged. The other filters are applied to the rows, inside the index where it contains the column.
 */
import { containing, type Values } from '#lib/sql.ts';
import type { NotificationFilter, Slice, SubscriberMatch } from './filter.ts';

/** Without a slice: all rows, unordered, to be counted. */
interface Reading {
  slice?: Slice;
  direction?: 'ASC' | 'DESC';
}

type Part = 'snapshot' | 'subscriber' | 'transaction' | 'context' | 'topic' | 'subscription';

interface ListPlan {
  source: Source;
  with?: string;
  /** A subquery of rows with a column `key`. Each key gets one ordered index scan. */
  keys?: string;
  /** A condition on the keys. */
  keyWhere?: string;
  where?: string;
  /** The parts of the filter that `where` contains. */
  holds: Part[];
  distinct?: boolean;
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
  if (contextKeys) return 'context';
  return snapshotIds ? 'snapshot' : 'time';
}

/** Whether the filter uses a column that the index of transactions does not contain. */
export function needsOtherIndex(filter: NotificationFilter): boolean {
  const { subscriberIds, contextKeys, topicKey, subscriptionId } = filter;
  return [subscriberIds, contextKeys, topicKey, subscriptionId].some((given) => given !== undefined);
}

/**
 * Names of the prepared statements. Equal names mean equal SQL. PostgreSQL distinguishes names by their first 63 bytes.
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
  };
  return Object.entries(letters)
    .flatMap(([letter, value]) => (value === undefined ? [] : [letter]))
    .join('');
}

/** A table with the alias `n` that ids are read from, and the conditions for what it has no column for. */
interface Source {
  from: string;
  id: string;
  transaction: (given: string) => string;
  topic: (given: string) => string;
  subscription: (given: string) => string;
}

// A condition that must not choose the index stands in a scalar subquery or behind an operator, here and in
// `Conditions.rest`.
const ofTopics = (id: string, condition: string) =>
  `(SELECT true FROM notification_topics t
    WHERE t.environment_id = n.environment_id AND t.notification_id = ${id} AND ${condition} LIMIT 1)`;

const NOTIFICATION: Source = {
  from: 'notifications',
  id: 'n.id',
  transaction: (given) => `n.transaction_id || '' = ANY (${given}::text[])`,
  topic: (given) => ofTopics('n.id', `t.topic_key || '' = ${given}`),
  subscription: (given) => ofTopics('n.id', `t.subscription_id || '' = ${given}`),
};

const TOPIC: Source = {
  from: 'notification_topics',
  id: 'n.notification_id',
  transaction: (given) =>
    `(SELECT o.transaction_id FROM notifications o
      WHERE o.environment_id = n.environment_id AND o.id = n.notification_id) = ANY (${given}::text[])`,
  topic: (given) => ofTopics('n.notification_id', `t.topic_key || '' = ${given}`),
  subscription: (given) => ofTopics('n.notification_id', `t.subscription_id || '' = ${given}`),
};

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
} satisfies Record<string, (sql: Conditions) => ListPlan>;

/** The snapshots that an index contains behind each prefix. Each step of the recursion finds the next one. */
function heldSnapshots(prefixes: string, rows: string): string {
  const next = (above: string) => `(SELECT n.snapshot_id FROM ${rows}${above} ORDER BY n.snapshot_id LIMIT 1)`;
  return `WITH RECURSIVE held (prefix, snapshot_id) AS (
    SELECT held.prefix, ${next('')} FROM ${prefixes} AS held (prefix)
    UNION ALL
    SELECT held.prefix, ${next(' AND n.snapshot_id > held.snapshot_id')} FROM held WHERE held.snapshot_id IS NOT NULL)`;
}

/** The conditions of a filter. A value gets its parameter number when it is first used. */
class Conditions {
  readonly #filter: NotificationFilter;
  readonly #values: Values;
  readonly #known = new Map<string, string>();

  constructor(filter: NotificationFilter, values: Values) {
    this.#filter = filter;
    this.#values = values;
  }

  get environment() {
    return this.#value('environment', this.#filter.environmentId);
  }
  get snapshots() {
    return this.#value('snapshots', this.#filter.snapshotIds);
  }
  get subscribers() {
    return this.#value('subscribers', this.#filter.subscriberIds);
  }
  get transactions() {
    return this.#value('transactions', this.#filter.transactionIds);
  }
  get contexts() {
    return this.#value('contexts', this.#filter.contextKeys);
  }
  get topic() {
    return this.#value('topic', this.#filter.topicKey);
  }
  get subscription() {
    return this.#value('subscription', this.#filter.subscriptionId);
  }

  within(id: string): string {
    const { floor, ceiling } = this.#filter;
    return ` AND ${id} >= ${this.#value('floor', floor)} AND ${id} < ${this.#value('ceiling', ceiling)}`;
  }

  /** One key per snapshot: the given ones, else those that the index has among `rows`. */
  snapshotKeys(rows = ''): Pick<ListPlan, 'with' | 'keys'> {
    if (this.given('snapshot')) return { keys: `unnest(${this.snapshots}::bigint[]) AS key (snapshot_id)` };
    return { with: heldSnapshots('(SELECT 1)', rows), keys: 'held AS key' };
  }

  given(part: Part): boolean {
    return this.#condition(NOTIFICATION, part) !== false;
  }

  /** Everything that the index does not contain already (`holds`). */
  rest(source: Source, holds: Part[]): string {
    const open = PARTS.filter((part) => !holds.includes(part)).map((part) => this.#condition(source, part));
    const match = this.#filter.subscriberMatch;
    return [...open, match !== undefined && this.#match(match)]
      .map((condition) => (condition ? ` AND ${condition}` : ''))
      .join('');
  }

  #condition(source: Source, part: Part): string | false {
    const filter = this.#filter;
    switch (part) {
      case 'snapshot':
        return filter.snapshotIds !== undefined && `n.snapshot_id + 0 = ANY (${this.snapshots}::bigint[])`;
      case 'subscriber':
        // There may be thousands of ids. PostgreSQL hashes a subquery, and IS TRUE keeps it a subquery.
        return (
          filter.subscriberIds !== undefined &&
          `(n.subscriber_id || '' IN (SELECT unnest(${this.subscribers}::text[]))) IS TRUE`
        );
      case 'context':
        return filter.contextKeys !== undefined && `n.context_keys || '{}' = ${this.contexts}::text[]`;
      case 'transaction':
        return filter.transactionIds !== undefined && source.transaction(this.transactions);
      case 'topic':
        return filter.topicKey !== undefined && source.topic(this.topic);
      case 'subscription':
        return filter.subscriptionId !== undefined && source.subscription(this.subscription);
    }
  }

  #match({ emails, subscriberIds, search }: SubscriberMatch): string {
    const ids = search === undefined ? subscriberIds : [...subscriberIds, search];
    const condition = `s.email = ANY (${this.#value('emails', emails)}::text[])
      OR s.subscriber_id = ANY (${this.#value('callers', ids)}::text[])
      OR s.email LIKE ${this.#value('search', search === undefined ? null : containing(search))}`;
    const holdsIn = (table: string) => `(SELECT ${condition} FROM ${table} s
      WHERE s.environment_id = n.environment_id AND s.id = n.subscriber_id)`;
    return `coalesce(${holdsIn('subscribers')}, ${holdsIn('deleted_subscribers')}, false)`;
  }

  #value(name: string, value: unknown): string {
    const known = this.#known.get(name) ?? this.#values.add(value);
    this.#known.set(name, known);
    return known;
  }
}

const PARTS: Part[] = ['snapshot', 'subscriber', 'context', 'transaction', 'topic', 'subscription'];
