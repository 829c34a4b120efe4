import { execute, query } from '../db.ts';
import { containing, Values } from '../sql.ts';

/**
 * What 4.8 asks for, resolved to what the indexes hold. Ids are those of the database; the filters are AND-ed, the values of
 * one are OR-ed.
 */
export interface NotificationFilter {
  environmentId: string;
  /** Bounds of the id, which starts with the time: from `floor`, below `ceiling`. */
  floor: string;
  ceiling: string;
  /** Of the dictionary `notification_kinds`. */
  kindIds?: number[];
  subscriberIds?: string[];
  /** Subscribers by what they hold, when they are too many to be named. */
  subscriberMatch?: SubscriberMatch;
  transactionIds?: string[];
  /** Sorted, exact; empty: no context. */
  contextKeys?: string[];
  topicKey?: string;
  /** The identifier of a topic subscription. */
  subscriptionId?: string;
}

/** OR-ed: exact e-mails, exact caller's ids, a case-sensitive substring of the e-mail. */
export interface SubscriberMatch {
  emails: string[];
  subscriberIds: string[];
  search?: string;
}

export interface Slice {
  offset: number;
  limit: number;
}

/** Above every id: `ceiling` without an upper bound. */
export const NO_CEILING = 'g';

/** Transactions and sets of subscribers up to this many rows are read whole and then filtered. */
const SMALL = 1_000;
/** Rows that a search looks through, newest first, before it asks the trigram index. */
const PROBE_ROWS = 2_000;

/** Ids of the notifications that match, newest first. Every way there is an ordered index scan. */
export async function findNotificationIds(filter: NotificationFilter, slice: Slice): Promise<string[]> {
  if (filter.subscriberMatch?.search !== undefined) return searchIds(filter, filter.subscriberMatch, slice);
  if (filter.subscriberMatch)
    return withSubscribers(filter, await matchingSubscribers(filter.environmentId, filter.subscriberMatch), slice);
  if (filter.transactionIds && needsOtherIndex(filter)) return transactionIds(filter, slice);
  return run(filter, slice);
}

/** Kinds of an environment by workflow `_id`, severity and step type; an absent filter does not narrow. */
export async function findKindIds(
  environmentId: string,
  { workflowIds, severities, channels }: { workflowIds?: string[]; severities?: string[]; channels?: string[] },
): Promise<number[]> {
  const rows = await query<{ id: number }>(
    'notification-kinds-find',
    `SELECT id FROM notification_kinds WHERE environment_id = $1 AND ($2::text[] IS NULL OR workflow_id = ANY ($2))
       AND ($3::text[] IS NULL OR severity = ANY ($3)) AND ($4::text[] IS NULL OR channels && $4)`,
    [environmentId, workflowIds ?? null, severities ?? null, channels ?? null],
  );
  return rows.map((row) => row.id);
}

/**
 * A transaction usually has few notifications: those are read and filtered. One with many (a broadcast) lies in a short
 * span of time, within which another filter leads.
 */
async function transactionIds(filter: NotificationFilter, slice: Slice): Promise<string[]> {
  const { contextKeys, subscriberIds, topicKey, subscriptionId, ...transactionOnly } = filter;
  const ids = await run(transactionOnly, { offset: 0, limit: SMALL + 1 });
  if (ids.length <= SMALL) return filterIds(ids, filter, slice);
  const [oldest] = await run(transactionOnly, { offset: 0, limit: 1 }, 'ASC');
  const newest = ids[0] as string;
  return run({ ...filter, floor: oldest as string, ceiling: `${newest}0` }, slice);
}

/** What the index of transactions does not hold. */
function needsOtherIndex({ subscriberIds, contextKeys, topicKey, subscriptionId }: NotificationFilter): boolean {
  return Boolean(subscriberIds ?? contextKeys ?? topicKey ?? subscriptionId);
}

async function withSubscribers(filter: NotificationFilter, subscriberIds: string[], slice: Slice): Promise<string[]> {
  if (subscriberIds.length === 0) return [];
  const { subscriberMatch: _, ...rest } = filter;
  return findNotificationIds({ ...rest, subscriberIds }, slice);
}

/** Common terms are found among the newest rows at once; for rare and absent ones the subscribers are looked up first. */
async function searchIds(filter: NotificationFilter, match: SubscriberMatch, slice: Slice): Promise<string[]> {
  const { subscriberMatch: _, ...others } = filter;
  const wanted = slice.offset + slice.limit;
  if (wanted < PROBE_ROWS) {
    const probed = await findNotificationIds(others, { offset: 0, limit: PROBE_ROWS });
    const found = await filterIds(probed, { ...others, subscriberMatch: match }, slice);
    if (found.length === slice.limit || probed.length < PROBE_ROWS) return found;
  }
  return withSubscribers(others, await matchingSubscribers(filter.environmentId, match), slice);
}

/** Of `ids`, those that match the whole filter, newest first. */
async function filterIds(ids: string[], filter: NotificationFilter, slice: Slice): Promise<string[]> {
  if (ids.length === 0) return [];
  const values = new Values();
  const sql = new Conditions(filter, values);
  const wanted = values.add(ids);
  const text = `SELECT n.id FROM unnest(${wanted}::text[]) AS wanted (id) JOIN notifications n ON n.id = wanted.id
    WHERE n.environment_id = ${sql.environment}${sql.within('n.id')}${sql.rest(NOTIFICATION, [])}
    ORDER BY n.id DESC ${page(values, slice)}`;
  return idsOf(query(`notifications-filter ${shapeOf(filter)}`, text, values.list));
}

/** Subscribers, deleted ones too, of which one of the three is true. Planned for its very terms: their frequency decides. */
async function matchingSubscribers(environmentId: string, match: SubscriberMatch): Promise<string[]> {
  const values = new Values();
  const environment = values.add(environmentId);
  const given = {
    'email = ANY': match.emails.length > 0 && [match.emails],
    'subscriber_id = ANY': match.subscriberIds.length > 0 && [match.subscriberIds],
    'subscriber_id =': match.search !== undefined && match.search,
    'email LIKE': match.search !== undefined && containing(match.search),
  };
  const selects = Object.entries(given).flatMap(([condition, value]) => {
    if (value === false) return [];
    const placeholder = `(${values.add(Array.isArray(value) ? value[0] : value)}${Array.isArray(value) ? '::text[]' : ''})`;
    return ['subscribers', 'deleted_subscribers'].map(
      (table) => `SELECT id FROM ${table} WHERE environment_id = ${environment} AND ${condition} ${placeholder}`,
    );
  });
  const rows = await execute<{ id: string }>(selects.join(' UNION '), values.list);
  return rows.map((row) => row.id);
}

type Direction = 'ASC' | 'DESC';

/** The statement of a filter, led by the index that fits it best. */
function run(filter: NotificationFilter, slice: Slice, direction: Direction = 'DESC'): Promise<string[]> {
  const lead = leadOf(filter);
  const values = new Values();
  const text = leads[lead](new Conditions(filter, values), values, slice, direction);
  return idsOf(query(`notifications-${lead} ${shapeOf(filter)} ${direction}`, text, values.list));
}

const leads = {
  /** Nothing but time. */
  time: (sql, values, slice, direction) =>
    `SELECT n.id FROM notifications n WHERE n.environment_id = ${sql.environment}${sql.within('n.id')}
     ORDER BY n.id ${direction} ${page(values, slice)}`,

  kind: (sql, values, slice, direction) =>
    merged(NOTIFICATION, sql, values, slice, direction, {
      keys: `unnest(${sql.kinds}::int[]) AS key (kind_id)`,
      where: 'n.kind_id = key.kind_id',
      holds: ['kind'],
    }),

  subscriber: (sql, values, slice, direction) =>
    merged(NOTIFICATION, sql, values, slice, direction, {
      keys: `unnest(${sql.subscribers}::text[]) AS key (subscriber_id)`,
      where: 'n.subscriber_id = key.subscriber_id',
      holds: ['subscriber'],
    }),

  transaction: (sql, values, slice, direction) =>
    merged(NOTIFICATION, sql, values, slice, direction, {
      with: kindsOf(
        `SELECT transaction_id FROM unnest(${sql.transactions}::text[]) AS given (transaction_id)`,
        'transaction_id',
        `notifications n WHERE n.environment_id = ${sql.environment} AND n.transaction_id = held.transaction_id`,
      ),
      keys: `held AS key`,
      where: `n.transaction_id = key.transaction_id AND n.kind_id = key.kind_id`,
      keyWhere: sql.kindKey,
      holds: ['transaction', 'kind'],
    }),

  context: (sql, values, slice, direction) =>
    merged(NOTIFICATION, sql, values, slice, direction, {
      ...keysByKind(
        sql,
        `notifications n WHERE n.environment_id = ${sql.environment} AND n.context_keys = ${sql.contexts}::text[]`,
      ),
      where: `n.context_keys = ${sql.contexts}::text[] AND n.kind_id = key.kind_id`,
      holds: ['context', 'kind'],
    }),

  topic: (sql, values, slice, direction) =>
    merged(TOPIC, sql, values, slice, direction, {
      ...keysByKind(
        sql,
        `notification_topics n WHERE n.environment_id = ${sql.environment} AND n.topic_key = ${sql.topic}`,
      ),
      where: `n.topic_key = ${sql.topic} AND n.kind_id = key.kind_id`,
      holds: ['topic', 'kind'],
    }),

  topicContext: (sql, values, slice, direction) =>
    merged(TOPIC, sql, values, slice, direction, {
      keys: '(SELECT 1) AS key (one)',
      where: `n.topic_key = ${sql.topic} AND n.context_keys = ${sql.contexts}::text[]`,
      holds: ['topic', 'context'],
    }),

  topicSubscriber: (sql, values, slice, direction) =>
    merged(TOPIC, sql, values, slice, direction, {
      keys: `unnest(${sql.subscribers}::text[]) AS key (subscriber_id)`,
      where: `n.topic_key = ${sql.topic} AND n.subscriber_id = key.subscriber_id`,
      holds: ['topic', 'subscriber'],
    }),

  subscription: (sql, values, slice, direction) =>
    `SELECT DISTINCT n.notification_id AS id FROM notification_topics n
     WHERE n.environment_id = ${sql.environment} AND n.subscription_id = ${sql.subscription}${sql.within('n.notification_id')}
       ${sql.rest(TOPIC, ['subscription'])}
     ORDER BY id ${direction} ${page(values, slice)}`,
} satisfies Record<string, (sql: Conditions, values: Values, slice: Slice, direction: Direction) => string>;

/** Which index leads: the one that holds most of the filter, the narrower first. */
function leadOf(filter: NotificationFilter): keyof typeof leads {
  const { transactionIds, subscriptionId, topicKey, subscriberIds, contextKeys, kindIds } = filter;
  if (transactionIds && !needsOtherIndex(filter)) return 'transaction';
  if (subscriptionId !== undefined) return 'subscription';
  if (topicKey !== undefined && subscriberIds) return 'topicSubscriber';
  if (subscriberIds) return 'subscriber';
  if (topicKey !== undefined && contextKeys) return 'topicContext';
  if (topicKey !== undefined) return 'topic';
  if (contextKeys) return 'context';
  return kindIds ? 'kind' : 'time';
}

/** A table that ids are read from, as alias `n`, and how it answers each filter. */
interface Source {
  from: string;
  id: string;
  transaction: (given: string) => string;
  topic: (given: string) => string;
  subscription: (given: string) => string;
}

// What is not to choose the index stands in a scalar subquery or behind an operator, here and in `Conditions.rest`.
const NOTIFICATION: Source = {
  from: 'notifications',
  id: 'n.id',
  transaction: (given) => `n.transaction_id || '' = ANY (${given}::text[])`,
  topic: (given) =>
    `(SELECT true FROM notification_topics t WHERE t.notification_id = n.id AND t.topic_key = ${given})`,
  subscription: (given) =>
    `(SELECT true FROM notification_topics t WHERE t.notification_id = n.id AND t.subscription_id || '' = ${given} LIMIT 1)`,
};

const TOPIC: Source = {
  from: 'notification_topics',
  id: 'n.notification_id',
  transaction: (given) =>
    `(SELECT o.transaction_id FROM notifications o WHERE o.id = n.notification_id) = ANY (${given}::text[])`,
  topic: (given) =>
    `(SELECT true FROM notification_topics t WHERE t.notification_id = n.notification_id AND t.topic_key = ${given})`,
  subscription: (given) =>
    `(SELECT true FROM notification_topics t WHERE t.notification_id = n.notification_id AND t.subscription_id || '' = ${given} LIMIT 1)`,
};

type Part = 'kind' | 'subscriber' | 'transaction' | 'context' | 'topic' | 'subscription';

/** The conditions of a filter as SQL; a value is numbered when it is first used, so equal shapes give equal texts. */
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
  get kinds() {
    return this.#value('kinds', this.#filter.kindIds);
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
  /** Narrows keys that have a kind to the kinds wanted. */
  get kindKey() {
    return this.#filter.kindIds ? ` AND key.kind_id = ANY (${this.kinds}::int[])` : '';
  }
  get hasKinds() {
    return this.#filter.kindIds !== undefined;
  }

  within(id: string): string {
    return ` AND ${id} >= ${this.#value('floor', this.#filter.floor)} AND ${id} < ${this.#value('ceiling', this.#filter.ceiling)}`;
  }

  /** Everything but what the index `holds` already. */
  rest(source: Source, holds: Part[]): string {
    const { kindIds, subscriberIds, transactionIds, contextKeys, topicKey, subscriptionId, subscriberMatch } =
      this.#filter;
    const conditions: Record<Part, false | string> = {
      kind: kindIds !== undefined && `n.kind_id + 0 = ANY (${this.kinds}::int[])`,
      subscriber: subscriberIds !== undefined && `n.subscriber_id || '' = ANY (${this.subscribers}::text[])`,
      context: contextKeys !== undefined && `n.context_keys || '{}' = ${this.contexts}::text[]`,
      transaction: transactionIds !== undefined && source.transaction(this.transactions),
      topic: topicKey !== undefined && source.topic(this.topic),
      subscription: subscriptionId !== undefined && source.subscription(this.subscription),
    };
    const open = (Object.keys(conditions) as Part[]).flatMap((part) =>
      holds.includes(part) ? [] : conditions[part] || [],
    );
    return [...open, ...(subscriberMatch ? [this.#match(subscriberMatch)] : [])]
      .map((condition) => ` AND ${condition}`)
      .join('');
  }

  #match({ emails, subscriberIds, search }: SubscriberMatch): string {
    const condition = `s.email = ANY (${this.#value('emails', emails)}::text[])
      OR s.subscriber_id = ANY (${this.#value('callers', search === undefined ? subscriberIds : [...subscriberIds, search])}::text[])
      OR s.email LIKE ${this.#value('search', search === undefined ? null : containing(search))}`;
    const from = (table: string) => `(SELECT ${condition} FROM ${table} s WHERE s.id = n.subscriber_id)`;
    return `coalesce(${from('subscribers')}, ${from('deleted_subscribers')}, false)`;
  }

  #value(name: string, value: unknown): string {
    const known = this.#known.get(name) ?? this.#values.add(value);
    this.#known.set(name, known);
    return known;
  }
}

interface Lead {
  with?: string;
  /** Rows, as `key`, for each of which one ordered index scan is made. */
  keys: string;
  keyWhere?: string;
  where: string;
  holds: Part[];
}

/** The first rows of each key, merged. */
function merged(
  source: Source,
  sql: Conditions,
  values: Values,
  { offset, limit }: Slice,
  direction: Direction,
  lead: Lead,
): string {
  const depth = values.add(offset + limit);
  return `${lead.with ?? ''} SELECT found.id FROM ${lead.keys} CROSS JOIN LATERAL (
      SELECT ${source.id} AS id FROM ${source.from} n WHERE n.environment_id = ${sql.environment} AND ${lead.where}
        ${sql.within(source.id)}${sql.rest(source, lead.holds)}
      ORDER BY ${source.id} ${direction} LIMIT ${depth}) found
    WHERE true${lead.keyWhere ?? ''}
    ORDER BY found.id ${direction} ${page(values, { offset, limit })}`;
}

/** One key for each kind: those given, else those that the index has rows of. */
function keysByKind(sql: Conditions, rows: string): Pick<Lead, 'with' | 'keys'> {
  if (sql.hasKinds) return { keys: `unnest(${sql.kinds}::int[]) AS key (kind_id)` };
  return { with: kindsOf('SELECT 1', 'one', rows), keys: 'held AS key' };
}

/** The kinds that stand in an index behind a prefix, each found by one step from the one before. */
function kindsOf(prefixes: string, prefix: string, rows: string): string {
  const first = rows.replaceAll('held.', 'prefixes.');
  return `WITH RECURSIVE held (${prefix}, kind_id) AS (
    SELECT prefixes.${prefix}, (SELECT n.kind_id FROM ${first} ORDER BY n.kind_id LIMIT 1) FROM (${prefixes}) AS prefixes (${prefix})
    UNION ALL
    SELECT held.${prefix}, (SELECT n.kind_id FROM ${rows} AND n.kind_id > held.kind_id ORDER BY n.kind_id LIMIT 1)
    FROM held WHERE held.kind_id IS NOT NULL)`;
}

function page(values: Values, { offset, limit }: Slice): string {
  return `LIMIT ${values.add(limit)} OFFSET ${values.add(offset)}`;
}

/** One letter for each filter that is set: it tells the texts apart. */
function shapeOf(filter: NotificationFilter): string {
  const letters = {
    k: filter.kindIds,
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

async function idsOf(rows: Promise<{ id: string }[]>): Promise<string[]> {
  return (await rows).map((row) => row.id);
}
