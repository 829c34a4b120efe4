/**
 * The raw statements behind spec 4.8: which index serves which filter. The other filters are applied to the rows, and
 * if the index contains the column, inside the index.
 */
import { IdList, type IndexScan } from '#lib/postgres/id-list.ts';
import { type NotificationFilter, PLAIN_REASON } from './filter.ts';
import {
  conditions,
  givenSnapshots,
  heldSnapshots,
  isSlow,
  liveNow,
  liveStatus,
  liveStatuses,
  NOTIFICATION,
  OUTCOME,
  RECOVERED,
  type RunSource,
  SLOWNESS,
  type Sql,
  slowness,
  snapshotKeys,
  TOPIC,
} from './list-conditions.ts';

const indexes = {
  time: () => ({ holds: [] }),

  snapshot: (sql) => ({
    ...snapshotKeys(sql),
    where: 'n.snapshot_id = key.snapshot_id',
    holds: ['snapshotIds'],
  }),

  subscriber: (sql) => ({
    keys: `unnest(${sql.of('subscriberIds')}::text[]) AS key (subscriber_id)`,
    where: 'n.subscriber_id = key.subscriber_id',
    holds: ['subscriberIds'],
  }),

  transaction: (sql) => ({
    with: heldSnapshots(
      `unnest(${sql.of('transactionIds')}::text[])`,
      `notifications n WHERE n.environment_id = ${sql.of('environmentId')} AND n.transaction_id = held.prefix`,
    ),
    keys: 'held AS key',
    keyWhere: givenSnapshots(sql),
    where: 'n.transaction_id = key.prefix AND n.snapshot_id = key.snapshot_id',
    holds: ['transactionIds', 'snapshotIds'],
  }),

  context: (sql) => ({
    ...snapshotKeys(
      sql,
      `notifications n WHERE n.environment_id = ${sql.of('environmentId')} AND n.context_keys = ${sql.of('contextKeys')}::text[]`,
    ),
    where: `n.context_keys = ${sql.of('contextKeys')}::text[] AND n.snapshot_id = key.snapshot_id`,
    holds: ['contextKeys', 'snapshotIds'],
  }),

  topic: (sql) => ({
    source: TOPIC,
    ...snapshotKeys(
      sql,
      `notification_topics n WHERE n.environment_id = ${sql.of('environmentId')} AND n.topic_key = ${sql.of('topicKey')}`,
    ),
    where: `n.topic_key = ${sql.of('topicKey')} AND n.snapshot_id = key.snapshot_id`,
    holds: ['topicKey', 'snapshotIds'],
  }),

  topicContext: (sql) => ({
    source: TOPIC,
    where: `n.topic_key = ${sql.of('topicKey')} AND n.context_keys = ${sql.of('contextKeys')}::text[]`,
    holds: ['topicKey', 'contextKeys'],
  }),

  topicSubscriber: (sql) => ({
    source: TOPIC,
    keys: `unnest(${sql.of('subscriberIds')}::text[]) AS key (subscriber_id)`,
    where: `n.topic_key = ${sql.of('topicKey')} AND n.subscriber_id = key.subscriber_id`,
    holds: ['topicKey', 'subscriberIds'],
  }),

  subscription: (sql) => ({
    source: TOPIC,
    where: `n.subscription_id = ${sql.of('subscriptionId')}`,
    holds: ['subscriptionId'],
    // One notification may have the same subscription identifier for two topics.
    distinct: true,
  }),

  recovery: (sql) => ({
    source: RECOVERED,
    where: `n.recovery_id = ${sql.of('recoveryId')}`,
    holds: ['recoveryId'],
  }),

  // One scan for each class and each snapshot in it. The last condition is the condition of the partial index.
  slow: (sql) => ({
    source: OUTCOME,
    with: heldSnapshots(
      `unnest(${slowness(sql)})`,
      `notification_outcomes n WHERE n.environment_id = ${sql.of('environmentId')} AND ${SLOWNESS} = held.prefix AND ${SLOWNESS} > 0`,
    ),
    keys: 'held AS key',
    keyWhere: ` AND key.snapshot_id IS NOT NULL${givenSnapshots(sql)}`,
    where: `${SLOWNESS} = key.prefix AND n.snapshot_id = key.snapshot_id AND ${SLOWNESS} > 0 AND ${isSlow(sql)}`,
    holds: ['slowerThan', 'snapshotIds'],
  }),

  outcome: (sql) => ended(sql, 'outcome', 'outcomes'),

  // The index is partial, so each condition repeats its predicate.
  reason: (sql) => ended(sql, 'reason', 'reasons', ` AND n.reason <> '${PLAIN_REASON}'`),

  /** Scans all unfinished runs, because no index stores their live status. */
  live: (sql) => ({
    source: {
      from: `(SELECT k.environment_id, k.notification_id AS id, ${liveStatus(liveNow(sql))} AS status FROM work k
        WHERE k.environment_id = ${sql.of('environmentId')} ${sql.within('k.notification_id')} GROUP BY 1, 2) n`,
      id: 'n.id',
      has: [],
    },
    where: `n.status = ${liveStatuses(sql)}`,
    holds: ['live'],
  }),
} satisfies Record<string, (sql: Sql) => IndexScan<NotificationFilter, RunSource>>;

/** Returns the scan of an index on outcomes or reasons: one range for each value and each snapshot with that value. */
function ended(sql: Sql, column: 'outcome' | 'reason', name: 'outcomes' | 'reasons', only = '') {
  return {
    source: OUTCOME,
    with: heldSnapshots(
      `unnest(${sql.of(name)}::text[])`,
      `notification_outcomes n WHERE n.environment_id = ${sql.of('environmentId')} AND n.${column} = held.prefix${only}`,
    ),
    keys: 'held AS key',
    // A value without runs has no snapshot. Skip it, because each such value could cause a scan of the whole range.
    keyWhere: ` AND key.snapshot_id IS NOT NULL${givenSnapshots(sql)}`,
    where: `n.${column} = key.prefix AND n.snapshot_id = key.snapshot_id${only}`,
    holds: [name, 'snapshotIds'],
  } satisfies IndexScan<NotificationFilter, RunSource>;
}

export const notificationList = new IdList<NotificationFilter, keyof typeof indexes, RunSource>({
  name: 'notifications',
  source: NOTIFICATION,
  indexOf: planOf,
  indexes,
  conditions,
});

/** Returns the index that serves the list: the index that covers most of the filter, preferring narrower indexes. */
export function planOf(filter: NotificationFilter): keyof typeof indexes {
  const { transactionIds, subscriptionId, topicKey, subscriberIds, contextKeys, snapshotIds, recoveryId } = filter;
  if (recoveryId !== undefined) return 'recovery';
  if (transactionIds && !needsOtherIndex(filter)) return 'transaction';
  if (subscriptionId !== undefined) return 'subscription';
  if (topicKey !== undefined && subscriberIds) return 'topicSubscriber';
  if (subscriberIds) return 'subscriber';
  if (topicKey !== undefined && contextKeys) return 'topicContext';
  if (topicKey !== undefined) return 'topic';
  if (filter.slowerThan) return 'slow';
  if (contextKeys && !(contextKeys.length === 0 && isRare(filter))) return 'context';
  if (filter.reasons && !filter.reasons.includes(PLAIN_REASON)) return 'reason';
  if (filter.outcomes) return 'outcome';
  if (filter.live) return 'live';
  return snapshotIds ? 'snapshot' : 'time';
}

/** Whether the filter matches few runs: unfinished ones, or outcomes other than sent. Most runs were sent without context. */
function isRare({ live, outcomes, reasons }: NotificationFilter): boolean {
  const isPlain = reasons?.includes(PLAIN_REASON) ?? outcomes?.includes('sent') ?? true;
  return live !== undefined || !isPlain;
}

/** Whether the filter uses a column that the index of transactions does not contain. */
export function needsOtherIndex(filter: NotificationFilter): boolean {
  const { subscriberIds, contextKeys, topicKey, subscriptionId, recoveryId } = filter;
  return [subscriberIds, contextKeys, topicKey, subscriptionId, recoveryId].some((given) => given !== undefined);
}
