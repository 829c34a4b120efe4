/** Raw statements: the conditions and the ordered index scans that the plans of 4.8 are made of. */
import { containing, madeWith, type Values } from '#lib/postgres/sql.ts';
import type { NotificationFilter, SubscriberMatch } from './filter.ts';
import { STUCK_AFTER_MS } from './run-statuses.ts';

const PARTS = [
  'snapshot',
  'subscriber',
  'context',
  'transaction',
  'topic',
  'subscription',
  'outcome',
  'reason',
  'step',
  'live',
] as const;
type Part = (typeof PARTS)[number];

export interface ListPlan {
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

/** A table with the alias `n` that ids are read from. Columns that it does not have are looked up. */
export interface Source {
  from: string;
  id: string;
  has: readonly Column[];
}

type Column = 'snapshot_id' | 'subscriber_id' | 'context_keys' | 'transaction_id';

export const NOTIFICATION: Source = {
  from: 'notifications',
  id: 'n.id',
  has: ['snapshot_id', 'subscriber_id', 'context_keys', 'transaction_id'],
};
export const TOPIC: Source = {
  from: 'notification_topics',
  id: 'n.notification_id',
  has: ['snapshot_id', 'subscriber_id', 'context_keys'],
};
const OUTCOME: Source = {
  from: 'notification_outcomes',
  id: 'n.notification_id',
  has: ['snapshot_id', 'subscriber_id'],
};

// A condition that must not choose the index stands in a scalar subquery or behind an operator, here and in
// `Conditions.rest`.
const lookup = (table: string, column: string, source: Source, key = 'notification_id') =>
  `(SELECT o.${column} FROM ${table} o WHERE o.environment_id = n.environment_id AND o.${key} = ${source.id})`;

const columnOf = (source: Source, column: Column) =>
  source.has.includes(column) ? `n.${column}` : lookup('notifications', column, source, 'id');

const outcomeOf = (source: Source, column: 'outcome' | 'reason') =>
  source === OUTCOME ? `n.${column}` : lookup('notification_outcomes', column, source);

/** The status of a step that ended as its run did. */
const STEP_STATUS = "WHEN 'failed' THEN 'failed' WHEN 'sent' THEN 'completed' WHEN 'skipped' THEN 'skipped'";

const ofTopics = (source: Source, condition: string) =>
  `(SELECT true FROM notification_topics t
    WHERE t.environment_id = n.environment_id AND t.notification_id = ${source.id} AND ${condition} LIMIT 1)`;

/** The status of an unfinished run by its rows of `work k`, as `summarise` has it. NULL without any. */
export const liveStatus = (now: string) => `CASE WHEN count(*) = 0 THEN NULL
    WHEN bool_or(k.worker_id IS NOT NULL AND k.lease_until > ${now}::timestamptz) THEN 'running'
    WHEN min(k.ready_at) > ${now}::timestamptz THEN 'waiting'
    WHEN min(k.ready_at) < ${now}::timestamptz - interval '${STUCK_AFTER_MS} ms' THEN 'stuck' ELSE 'queued' END`;

/** The conditions of a filter. A value gets its parameter number when it is first used. */
export class Conditions {
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

  get outcomes() {
    return this.#value('outcomes', this.#filter.outcomes);
  }
  get reasons() {
    return this.#value('reasons', this.#filter.reasons);
  }
  get live() {
    return this.#value('live', this.#filter.live?.statuses);
  }
  get now() {
    return this.#value('now', this.#filter.live?.now);
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

  /** By the index of how runs ended: one scan for each of the values and each snapshot that has it. */
  ended(column: 'outcome' | 'reason', values: string, only = ''): ListPlan {
    return {
      source: OUTCOME,
      with: heldSnapshots(
        `unnest(${values}::text[])`,
        `notification_outcomes n WHERE n.environment_id = ${this.environment} AND n.${column} = held.prefix${only}`,
      ),
      keys: 'held AS key',
      keyWhere: this.given('snapshot') ? ` AND key.snapshot_id = ANY (${this.snapshots}::bigint[])` : '',
      where: `n.${column} = key.prefix AND n.snapshot_id = key.snapshot_id${only}`,
      holds: [column, 'snapshot'],
    };
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
        return (
          filter.snapshotIds !== undefined &&
          `${columnOf(source, 'snapshot_id')} + 0 = ANY (${this.snapshots}::bigint[])`
        );
      case 'subscriber':
        // There may be thousands of ids. PostgreSQL hashes a subquery, and IS TRUE keeps it a subquery.
        return (
          filter.subscriberIds !== undefined &&
          `(${columnOf(source, 'subscriber_id')} || '' IN (SELECT unnest(${this.subscribers}::text[]))) IS TRUE`
        );
      case 'context':
        return (
          filter.contextKeys !== undefined && `${columnOf(source, 'context_keys')} || '{}' = ${this.contexts}::text[]`
        );
      case 'transaction':
        return (
          filter.transactionIds !== undefined &&
          `${columnOf(source, 'transaction_id')} || '' = ANY (${this.transactions}::text[])`
        );
      case 'topic':
        return filter.topicKey !== undefined && ofTopics(source, `t.topic_key || '' = ${this.topic}`);
      case 'subscription':
        return (
          filter.subscriptionId !== undefined && ofTopics(source, `t.subscription_id || '' = ${this.subscription}`)
        );
      case 'outcome':
        return (
          filter.outcomes !== undefined && `${outcomeOf(source, 'outcome')} || '' = ANY (${this.outcomes}::text[])`
        );
      case 'reason':
        return filter.reasons !== undefined && `${outcomeOf(source, 'reason')} || '' = ANY (${this.reasons}::text[])`;
      case 'step':
        return (
          filter.stepTypes !== undefined &&
          filter.outcomes !== undefined &&
          `(SELECT true FROM jobs j WHERE j.environment_id = n.environment_id AND j.notification_id = ${source.id}
            AND ${madeWith(source.id, 'j.id')} AND j.type = ANY (${this.#value('steps', filter.stepTypes)}::text[])
            AND j.status = CASE ${outcomeOf(source, 'outcome')} ${STEP_STATUS} ELSE j.status END LIMIT 1)`
        );
      case 'live':
        return (
          filter.live !== undefined &&
          `(SELECT ${liveStatus(this.now)} FROM work k
            WHERE k.environment_id = n.environment_id AND k.notification_id = ${source.id}) = ANY (${this.live}::text[])`
        );
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

/** The snapshots that an index contains behind each prefix. Each step of the recursion finds the next one. */
export function heldSnapshots(prefixes: string, rows: string): string {
  const next = (above: string) => `(SELECT n.snapshot_id FROM ${rows}${above} ORDER BY n.snapshot_id LIMIT 1)`;
  return `WITH RECURSIVE held (prefix, snapshot_id) AS (
    SELECT held.prefix, ${next('')} FROM ${prefixes} AS held (prefix)
    UNION ALL
    SELECT held.prefix, ${next(' AND n.snapshot_id > held.snapshot_id')} FROM held WHERE held.snapshot_id IS NOT NULL)`;
}
