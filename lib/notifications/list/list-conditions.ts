/** Raw statements: the tables that list runs, and the condition of each filter on their rows. */

import { STUCK_AFTER_MS } from '#lib/notifications/status/live-statuses.ts';
import type { FilterSql, Source } from '#lib/postgres/id-list.ts';
import { containing, createdTogether } from '#lib/postgres/sql.ts';
import { slowerThanMs, slownessFrom, slownessOf, tookAtLeast } from '#lib/time/slowness.ts';
import type { NotificationFilter } from './filter.ts';

export type Sql = FilterSql<NotificationFilter>;

/** A table with the alias `n` from which IDs are read. Columns that are not in `has` are looked up in other tables. */
export interface RunSource extends Source {
  has: readonly Column[];
}

type Column = 'snapshot_id' | 'subscriber_id' | 'context_keys' | 'transaction_id';

export const NOTIFICATION: RunSource = {
  from: 'notifications n',
  id: 'n.id',
  has: ['snapshot_id', 'subscriber_id', 'context_keys', 'transaction_id'],
};
export const TOPIC: RunSource = {
  from: 'notification_topics n',
  id: 'n.notification_id',
  has: ['snapshot_id', 'subscriber_id', 'context_keys'],
};
export const RECOVERED: RunSource = {
  from: 'recovery_runs n',
  id: 'n.notification_id',
  has: [],
};
export const OUTCOME: RunSource = {
  from: 'notification_outcomes n',
  id: 'n.notification_id',
  has: ['snapshot_id', 'subscriber_id'],
};

const lookup = (sql: Sql, table: string, column: string, source: RunSource, key = 'notification_id') =>
  `(SELECT o.${column} FROM ${table} o WHERE o.environment_id = ${sql.of('environmentId')} AND o.${key} = ${source.id})`;

const columnOf = (sql: Sql, source: RunSource, column: Column) =>
  source.has.includes(column) ? `n.${column}` : lookup(sql, 'notifications', column, source, 'id');

const outcomeOf = (sql: Sql, source: RunSource, column: 'outcome' | 'reason') =>
  source === OUTCOME ? `n.${column}` : lookup(sql, 'notification_outcomes', column, source);

/** Cases that map the outcome of a run to the status of a step with the same outcome. */
const STEP_STATUS = "WHEN 'failed' THEN 'failed' WHEN 'sent' THEN 'completed' WHEN 'skipped' THEN 'skipped'";

const ofTopics = (sql: Sql, source: RunSource, condition: string) =>
  `(SELECT true FROM notification_topics t
    WHERE t.environment_id = ${sql.of('environmentId')} AND t.notification_id = ${source.id} AND ${condition} LIMIT 1)`;

const ofJobs = (sql: Sql, source: RunSource, condition: string) =>
  `(SELECT true FROM jobs j WHERE j.environment_id = ${sql.of('environmentId')} AND j.notification_id = ${source.id}
    AND ${createdTogether(source.id, 'j.id')} AND ${condition} LIMIT 1)`;

/** Whether a step of a sent run was not sent in full, as in `rowState`. */
const NOT_IN_FULL = `(j.status IN ('skipped', 'canceled') OR j.reason ->> 'code' IN ('rest_failed', 'rest_cancelled'))`;

/** The class of an ended run `n` by its duration. */
export const SLOWNESS = slownessOf('n.created_at', 'n.notification_id');

/** Returns the SQL of the slowness classes that the filter by duration includes. */
export const slowness = (sql: Sql) =>
  `${sql.value('slowness', sql.filter.slowerThan && slownessFrom(sql.filter.slowerThan))}::int[]`;

/**
 * Returns the condition that a run took at least the duration of the filter. The class alone is not enough, because
 * classes are coarser than filters.
 */
export const isSlow = (sql: Sql, endedAt = 'n.created_at', runId = 'n.notification_id') =>
  tookAtLeast(sql.value('slowerMs', sql.filter.slowerThan && slowerThanMs(sql.filter.slowerThan)), endedAt, runId);

/** Returns the SQL for the status of an unfinished run from its rows of `work k`, as in `summarise`. NULL without rows. */
export const liveStatus = (now: string) => `CASE WHEN count(*) = 0 THEN NULL
    WHEN bool_or(k.worker_id IS NOT NULL AND k.lease_until > ${now}::timestamptz) THEN 'running'
    WHEN min(k.ready_at) > ${now}::timestamptz THEN 'waiting'
    WHEN min(k.ready_at) < ${now}::timestamptz - interval '${STUCK_AFTER_MS} ms' THEN 'stuck' ELSE 'queued' END`;

export const liveStatuses = (sql: Sql) => `ANY (${sql.value('live', sql.filter.live?.statuses)}::text[])`;
export const liveNow = (sql: Sql) => sql.value('now', sql.filter.live?.now);

/** The condition of each filter on rows of a table. */
export const conditions = {
  snapshotIds: (sql: Sql, source: RunSource) =>
    `${columnOf(sql, source, 'snapshot_id')} + 0 = ANY (${sql.of('snapshotIds')}::bigint[])`,
  // There may be thousands of IDs. PostgreSQL hashes a subquery, and IS TRUE keeps it a subquery.
  subscriberIds: (sql: Sql, source: RunSource) =>
    `(${columnOf(sql, source, 'subscriber_id')} || '' IN (SELECT unnest(${sql.of('subscriberIds')}::text[]))) IS TRUE`,
  contextKeys: (sql: Sql, source: RunSource) =>
    `${columnOf(sql, source, 'context_keys')} || '{}' = ${sql.of('contextKeys')}::text[]`,
  transactionIds: (sql: Sql, source: RunSource) =>
    `${columnOf(sql, source, 'transaction_id')} || '' = ANY (${sql.of('transactionIds')}::text[])`,
  topicKey: (sql: Sql, source: RunSource) => ofTopics(sql, source, `t.topic_key || '' = ${sql.of('topicKey')}`),
  subscriptionId: (sql: Sql, source: RunSource) =>
    ofTopics(sql, source, `t.subscription_id || '' = ${sql.of('subscriptionId')}`),
  recoveryId: (sql: Sql, source: RunSource) =>
    `(SELECT true FROM recovery_runs r WHERE r.environment_id = ${sql.of('environmentId')}
      AND r.recovery_id = ${sql.of('recoveryId')} AND r.notification_id = ${source.id})`,
  outcomes: (sql: Sql, source: RunSource) =>
    `${outcomeOf(sql, source, 'outcome')} || '' = ANY (${sql.of('outcomes')}::text[])`,
  reasons: (sql: Sql, source: RunSource) =>
    `${outcomeOf(sql, source, 'reason')} || '' = ANY (${sql.of('reasons')}::text[])`,
  stepTypes: (sql: Sql, source: RunSource) =>
    sql.filter.outcomes === undefined
      ? ''
      : `(SELECT true FROM jobs j WHERE j.environment_id = ${sql.of('environmentId')} AND j.notification_id = ${source.id}
          AND ${createdTogether(source.id, 'j.id')} AND j.type = ANY (${sql.of('stepTypes')}::text[])
          AND j.status = CASE ${outcomeOf(sql, source, 'outcome')} ${STEP_STATUS} ELSE j.status END LIMIT 1)`,
  isPartial: (sql: Sql, source: RunSource) => ofJobs(sql, source, NOT_IN_FULL),
  integrationIds: (sql: Sql, source: RunSource) =>
    ofJobs(sql, source, `j.integration_id || '' = ANY (${sql.of('integrationIds')}::text[])`),
  providerIds: (sql: Sql, source: RunSource) =>
    ofJobs(sql, source, `j.provider_id || '' = ANY (${sql.of('providerIds')}::text[])`),
  slowerThan: (sql: Sql, source: RunSource) =>
    source === OUTCOME
      ? isSlow(sql)
      : `(SELECT ${isSlow(sql, 'o.created_at', 'o.notification_id')} FROM notification_outcomes o
          WHERE o.environment_id = ${sql.of('environmentId')} AND o.notification_id = ${source.id})`,
  live: (sql: Sql, source: RunSource) => `(SELECT ${liveStatus(liveNow(sql))} FROM work k
      WHERE k.environment_id = ${sql.of('environmentId')} AND k.notification_id = ${source.id}) = ${liveStatuses(sql)}`,
  subscriberMatch: matches,
};

function matches(sql: Sql): string {
  const { emails, subscriberIds, search } = sql.filter.subscriberMatch ?? {};
  const ids = search === undefined ? subscriberIds : [...(subscriberIds ?? []), search];
  const condition = `s.email = ANY (${sql.value('emails', emails)}::text[])
    OR s.subscriber_id = ANY (${sql.value('callers', ids)}::text[])
    OR s.email LIKE ${sql.value('search', search === undefined ? null : containing(search))}`;
  const holdsIn = (table: string) => `(SELECT ${condition} FROM ${table} s
    WHERE s.environment_id = ${sql.of('environmentId')} AND s.id = n.subscriber_id)`;
  return `coalesce(${holdsIn('subscribers')}, ${holdsIn('deleted_subscribers')}, false)`;
}

/** Returns one key per snapshot: the snapshots of the filter, or else all that the index contains among `rows`. */
export function snapshotKeys(sql: Sql, rows = ''): { with?: string; keys: string } {
  if (sql.filter.snapshotIds) return { keys: `unnest(${sql.of('snapshotIds')}::bigint[]) AS key (snapshot_id)` };
  return { with: heldSnapshots('(SELECT 1)', rows), keys: 'held AS key' };
}

/** Returns the condition that limits keys to the snapshots of the filter. Empty without such a filter. */
export function givenSnapshots(sql: Sql): string {
  return sql.filter.snapshotIds ? ` AND key.snapshot_id = ANY (${sql.of('snapshotIds')}::bigint[])` : '';
}

/**
 * Returns a query for the snapshots that an index contains after each prefix. Each recursion step finds the next
 * snapshot of a prefix.
 */
export function heldSnapshots(prefixes: string, rows: string): string {
  const next = (above: string) => `(SELECT n.snapshot_id FROM ${rows}${above} ORDER BY n.snapshot_id LIMIT 1)`;
  return `WITH RECURSIVE held (prefix, snapshot_id) AS (
    SELECT held.prefix, ${next('')} FROM ${prefixes} AS held (prefix)
    UNION ALL
    SELECT held.prefix, ${next(' AND n.snapshot_id > held.snapshot_id')} FROM held WHERE held.snapshot_id IS NOT NULL)`;
}
