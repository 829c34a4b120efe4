/** The raw statements behind spec 4.6: the index for each filter, and the conditions of the other filters. */
import { isOpenRun } from '#lib/notifications/withheld.ts';
import { type FilterSql, IdList, type IndexScan, readIds } from '#lib/postgres/id-list.ts';
import { CHANNELS } from '#lib/providers/channel-names.ts';
import { REASON_CODES, REASONS } from '#lib/reasons/registry.ts';
import { slowerThanMs, slownessFrom, slownessOf, tookAtLeast } from '#lib/time/slowness.ts';
import type { MessageFilter } from './filter.ts';

/** The reasons of messages that were skipped. */
export const SKIPPED_CODES = REASON_CODES.filter((code) => REASONS[code].outcome === 'skipped');

type Sql = FilterSql<MessageFilter>;

const SLOWNESS = slownessOf('m.sent_at', 'm.notification_id');

/** Returns the SQL of the slowness classes that the filter by duration includes. */
const slowness = (sql: Sql) =>
  `${sql.value('slowness', sql.filter.slowerThan && slownessFrom(sql.filter.slowerThan))}::int[]`;

/**
 * Returns the condition that a message took at least the duration of the filter. The class alone is not enough, because
 * classes are coarser than filters.
 */
const isSlow = (sql: Sql) =>
  tookAtLeast(
    sql.value('slowerMs', sql.filter.slowerThan && slowerThanMs(sql.filter.slowerThan)),
    'm.sent_at',
    'm.notification_id',
  );

const indexes = {
  time: () => ({ holds: [] }),

  channel: (sql) => ({ where: `m.channel = ${sql.of('channel')}`, holds: ['channel'] }),

  // The second condition is the condition of the partial index.
  unsent: (sql) => ({
    keys: `unnest(${sql.of('statuses')}::text[]) AS key (status)`,
    where: `m.status = key.status AND m.status <> 'sent'`,
    holds: ['statuses'],
  }),

  // One scan for each class. The second condition is the condition of the partial index.
  slow: (sql) => ({
    keys: `unnest(${slowness(sql)}) AS key (slowness)`,
    where: `${SLOWNESS} = key.slowness AND ${SLOWNESS} > 0 AND ${isSlow(sql)}`,
    holds: ['slowerThan'],
  }),

  notification: (sql) => ({
    where: `m.notification_id = ${sql.of('notificationId')}`,
    holds: ['notificationId'],
  }),

  subscriber: (sql) => ({
    keys: `unnest(${sql.of('subscriberIds')}::text[]) AS key (subscriber_id)`,
    where: 'm.subscriber_id = key.subscriber_id',
    holds: ['subscriberIds'],
  }),

  transaction: (sql) => ({
    keys: `unnest(${sql.of('transactionIds')}::text[]) AS transactions (transaction_id)
      CROSS JOIN ${channelKeys(sql)}`,
    where: 'm.transaction_id = transactions.transaction_id AND m.channel = key.channel',
    holds: ['transactionIds', 'channel'],
  }),

  context: (sql) => ({
    keys: channelKeys(sql),
    where: `m.context_keys = ${sql.of('contextKeys')}::text[] AND m.channel = key.channel`,
    holds: ['contextKeys', 'channel'],
  }),
} satisfies Record<string, (sql: Sql) => IndexScan<MessageFilter>>;

function channelKeys(sql: Sql): string {
  const { channel } = sql.filter;
  return `unnest(${sql.value('channels', channel === undefined ? CHANNELS : [channel])}::text[]) AS key (channel)`;
}

export const messageList = new IdList<MessageFilter, keyof typeof indexes>({
  name: 'messages',
  source: { from: 'messages m', id: 'm.id' },
  indexOf: planOf,
  indexes,
  conditions: {
    channel: (sql) => `m.channel || '' = ${sql.of('channel')}`,
    subscriberIds: (sql) => `m.subscriber_id || '' = ANY (${sql.of('subscriberIds')}::text[])`,
    transactionIds: (sql) => `m.transaction_id || '' = ANY (${sql.of('transactionIds')}::text[])`,
    contextKeys: (sql) => `m.context_keys || '{}' = ${sql.of('contextKeys')}::text[]`,
    notificationId: (sql) => `m.notification_id || '' = ${sql.of('notificationId')}`,
    statuses: (sql) => `m.status || '' = ANY (${sql.of('statuses')}::text[])`,
    // The same rule as in `messageOutcome`.
    outcomes: (sql) => `CASE WHEN m.status = 'sent' THEN 'sent'
      WHEN m.reason ->> 'code' = ANY (${sql.value('skipped', SKIPPED_CODES)}::text[]) THEN 'skipped'
      WHEN m.status = 'error' THEN 'failed' ELSE 'attempted' END = ANY (${sql.of('outcomes')}::text[])`,
    providerIds: (sql) => `m.provider_id || '' = ANY (${sql.of('providerIds')}::text[])`,
    workflowIds: (sql) => `m.workflow_id || '' = ANY (${sql.of('workflowIds')}::text[])`,
    integrationIds: (sql) => `m.integration_id || '' = ANY (${sql.of('integrationIds')}::text[])`,
    // The index of events by message serves each message. An event is not older than the messages of the list.
    eventKinds: (sql) => `EXISTS (SELECT 1 FROM delivery_events e
      WHERE e.environment_id = ${sql.of('environmentId')} AND e.message_id = m.id AND e.id >= ${sql.of('floor')}
        AND NOT e.of_copy AND e.kind = ANY (${sql.of('eventKinds')}::text[]))`,
    slowerThan: isSlow,
  },
});

/** Returns the index that serves the list: the narrowest one that contains one of the filters. */
export function planOf(filter: MessageFilter): keyof typeof indexes {
  if (filter.notificationId !== undefined) return 'notification';
  if (filter.transactionIds && !needsOtherIndex(filter)) return 'transaction';
  if (filter.subscriberIds) return 'subscriber';
  if (filter.slowerThan) return 'slow';
  if (filter.statuses && !filter.statuses.includes('sent')) return 'unsent';
  if (filter.contextKeys) return 'context';
  return filter.channel === undefined ? 'time' : 'channel';
}

/**
 * Whether a search applies the filter, because no index leaves few messages for it: a filter by provider, workflow,
 * integration or events without a narrower part, or a filter by duration with any other part.
 */
export function needsSearch(filter: MessageFilter): boolean {
  const { providerIds, workflowIds, integrationIds, eventKinds } = filter;
  const isUnindexed = (providerIds ?? workflowIds ?? integrationIds ?? eventKinds) !== undefined;
  const plan = planOf(filter);
  if (plan === 'slow') return Object.keys(indexedPart(filter)).length < definedNames(filter).length;
  return isUnindexed && ['time', 'channel', 'context'].includes(plan);
}

/** Returns the filter without the conditions that a search applies to the rows it reads. */
export function indexedPart(filter: MessageFilter): MessageFilter {
  const { providerIds: _providers, workflowIds: _workflows, integrationIds: _integrations, ...others } = filter;
  const { eventKinds: _kinds, ...indexed } = others;
  if (planOf(filter) !== 'slow') return indexed;
  const { environmentId, floor, ceiling, slowerThan } = filter;
  return { environmentId, floor, ceiling, ...(slowerThan && { slowerThan }) };
}

function definedNames(filter: MessageFilter): string[] {
  return Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [name]));
}

/** Whether the filter uses a column that the index of transactions does not contain. */
export function needsOtherIndex({ subscriberIds, contextKeys }: MessageFilter): boolean {
  return subscriberIds !== undefined || contextKeys !== undefined;
}

/** The conditions of a search that no index serves. */
export interface Search {
  /** The pattern of a text (folded-pattern.ts). Undefined if the search has no text. */
  pattern: string | undefined;
  /** Whether to exclude messages whose content is withheld. */
  isOpenOnly: boolean;
}

/** Returns the IDs that match, newest first. */
export async function filterIds(ids: string[], filter: MessageFilter, search?: Search): Promise<string[]> {
  if (ids.length === 0) return [];
  const more = search && containing(search);
  return readIds(filterName(filter, search), (values) =>
    messageList.filterStatement(ids, filter, values, more && { more }),
  );
}

export function filterName(filter: MessageFilter, search?: Search): string {
  return messageList.filterName(
    filter,
    search?.pattern === undefined ? '' : search.isOpenOnly ? '-open-text' : '-text',
  );
}

/**
 * The searched text of a message: its content (not of emails), the recipient's address, the provider's ID and the
 * error.
 */
const SEARCHED = `concat_ws(E'\\n', m.subject, m.title, m.email, m.phone, m.provider_message_id, m.error_text,
  CASE WHEN m.channel <> 'email' THEN m.content #>> '{}' END)`;

export function containing({ pattern, isOpenOnly }: Search): (sql: Sql) => string {
  return (sql) => {
    if (pattern === undefined) return '';
    const open = isOpenOnly ? ` AND ${isOpenRun('m.workflow_id', 'm.notification_id', sql.of('environmentId'))}` : '';
    return ` AND ${SEARCHED} ~ ${sql.value('pattern', pattern)}${open}`;
  };
}
