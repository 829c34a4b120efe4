/**
 * The raw statements behind 4.6. One filter chooses the index, and its ordered scans are merged. The other filters are
 * applied to the rows.
 */
import { isOpenRun } from '#lib/notifications/withheld.ts';
import type { Values } from '#lib/postgres/sql.ts';
import { CHANNELS } from '#lib/providers/channel-names.ts';
import { REASON_CODES, REASONS } from '#lib/reasons/registry.ts';
import type { MessageFilter, Slice } from './filter.ts';

/** The reasons of messages that were skipped. */
export const SKIPPED_CODES = REASON_CODES.filter((code) => REASONS[code].outcome === 'skipped');

/** Without a slice: all rows, unordered, to be counted. */
interface Reading {
  slice?: Slice;
  direction?: 'ASC' | 'DESC';
}

interface ListPlan {
  /** A subquery of rows with a column `key`. Each key gets one ordered index scan. */
  keys?: string;
  where?: string;
  /** The conditions that `where` does not contain. */
  rest?: readonly Rest[];
}

type Rest = 'channel' | 'subscriber' | 'transaction' | 'context' | (typeof NO_INDEX)[number];

/** The filters that choose no index. */
const NO_INDEX = ['status', 'outcome', 'provider', 'workflow', 'integration'] as const;

/** Every filter that no index decides. */
const REST: readonly Rest[] = ['channel', 'subscriber', 'transaction', 'context', ...NO_INDEX];

/** Selects the ids that match the filter, as `id`. */
export function listStatement(
  filter: MessageFilter,
  values: Values,
  { slice, direction = 'DESC' }: Reading = {},
): string {
  const plan: ListPlan = plans[planOf(filter)](filter, values);
  const rows = `FROM messages m WHERE m.environment_id = ${values.add(filter.environmentId)}
    ${plan.where ? `AND ${plan.where}` : ''}${within(filter, values)}${conditions(filter, values, plan.rest ?? [])}`;
  const order = slice ? `ORDER BY id ${direction}` : '';
  const page = slice ? `LIMIT ${values.add(slice.limit)} OFFSET ${values.add(slice.offset)}` : '';
  if (!plan.keys) return `SELECT m.id ${rows} ${order} ${page}`;
  // OFFSET 0 keeps the planner from turning the scans into one join.
  const depth = slice ? `${order} LIMIT ${values.add(slice.offset + slice.limit)}` : 'OFFSET 0';
  return `SELECT found.id FROM ${plan.keys} CROSS JOIN LATERAL (SELECT m.id ${rows} ${depth}) found ${order} ${page}`;
}

/** What no index serves. */
export interface Search {
  /** Of a text (folded-pattern.ts). Undefined: none, only a filter that no index serves. */
  pattern: string | undefined;
  /** Without messages whose content is withheld. */
  isOpenOnly: boolean;
}

/** Selects the given ids that match, newest first. */
export function filterStatement(ids: string[], filter: MessageFilter, values: Values, search?: Search): string {
  const environment = values.add(filter.environmentId);
  return `SELECT m.id FROM unnest(${values.add(ids)}::text[]) AS wanted (id) 
    JOIN messages m ON m.environment_id = ${environment} AND m.id = wanted.id
    WHERE true${within(filter, values)}${search ? contains(search, environment, values) : ''}
      ${conditions(filter, values, REST)}
    ORDER BY m.id DESC`;
}

/** Which index serves the list: the narrowest one that contains one of the filters. */
export function planOf(filter: MessageFilter): keyof typeof plans {
  if (filter.notificationId !== undefined) return 'notification';
  if (filter.transactionIds && !needsOtherIndex(filter)) return 'transaction';
  if (filter.subscriberIds) return 'subscriber';
  if (filter.statuses && !filter.statuses.includes('sent')) return 'unsent';
  if (filter.contextKeys) return 'context';
  return filter.channel === undefined ? 'time' : 'channel';
}

/** Whether the filter names providers, workflows or integrations, and nothing that narrows the messages to a few. */
export function needsSearch(filter: MessageFilter): boolean {
  const { providerIds, workflowIds, integrationIds } = filter;
  const isUnindexed = (providerIds ?? workflowIds ?? integrationIds) !== undefined;
  return isUnindexed && ['time', 'channel', 'context'].includes(planOf(filter));
}

/** Whether the filter uses a column that the index of transactions does not contain. */
export function needsOtherIndex({ subscriberIds, contextKeys }: MessageFilter): boolean {
  return subscriberIds !== undefined || contextKeys !== undefined;
}

/**
 * Names of the prepared statements. Equal names mean equal SQL.
 */
export const statementName = {
  list: (filter: MessageFilter, direction: 'ASC' | 'DESC') =>
    `messages-${planOf(filter)} ${shapeOf(filter)} ${direction}`,
  count: (filter: MessageFilter) => `messages-count-${planOf(filter)} ${shapeOf(filter)}`,
  filter: (filter: MessageFilter, search?: Search) =>
    `messages-filter${search?.pattern === undefined ? '' : search.isOpenOnly ? '-open-text' : '-text'} ${shapeOf(filter)}`,
};

/** One letter for each filter that is set. Filters with the same shape have the same SQL. */
function shapeOf(filter: MessageFilter): string {
  const { channel, subscriberIds, transactionIds, contextKeys, notificationId, statuses, ...others } = filter;
  const letters = {
    h: channel,
    s: subscriberIds,
    t: transactionIds,
    c: contextKeys,
    n: notificationId,
    u: statuses,
    o: others.outcomes,
    p: others.providerIds,
    w: others.workflowIds,
    i: others.integrationIds,
  };
  return Object.entries(letters)
    .flatMap(([letter, value]) => (value === undefined ? [] : [letter]))
    .join('');
}

const plans = {
  time: () => ({ rest: NO_INDEX }),

  channel: ({ channel }, values) => ({
    where: `m.channel = ${values.add(channel)}`,
    rest: NO_INDEX,
  }),

  // The second condition is that of the partial index.
  unsent: ({ statuses }, values) => ({
    keys: `unnest(${values.add(statuses)}::text[]) AS key (status)`,
    where: `m.status = key.status AND m.status <> 'sent'`,
    rest: ['channel', 'transaction', 'context', 'outcome', 'provider', 'workflow', 'integration'],
  }),

  notification: ({ notificationId }, values) => ({
    where: `m.notification_id = ${values.add(notificationId)}`,
    rest: REST,
  }),

  subscriber: ({ subscriberIds }, values) => ({
    keys: `unnest(${values.add(subscriberIds)}::text[]) AS key (subscriber_id)`,
    where: 'm.subscriber_id = key.subscriber_id',
    rest: ['channel', 'transaction', 'context', ...NO_INDEX],
  }),

  transaction: ({ transactionIds, channel }, values) => ({
    keys: `unnest(${values.add(transactionIds)}::text[]) AS transactions (transaction_id)
      CROSS JOIN unnest(${values.add(channelsOf(channel))}::text[]) AS key (channel)`,
    where: 'm.transaction_id = transactions.transaction_id AND m.channel = key.channel',
    rest: NO_INDEX,
  }),

  context: ({ contextKeys, channel }, values) => ({
    keys: `unnest(${values.add(channelsOf(channel))}::text[]) AS key (channel)`,
    where: `m.context_keys = ${values.add(contextKeys)}::text[] AND m.channel = key.channel`,
    rest: ['transaction', ...NO_INDEX],
  }),
} satisfies Record<string, (filter: MessageFilter, values: Values) => ListPlan>;

function channelsOf(channel: string | undefined): readonly string[] {
  return channel === undefined ? CHANNELS : [channel];
}

function within({ floor, ceiling }: MessageFilter, values: Values): string {
  return ` AND m.id >= ${values.add(floor)} AND m.id < ${values.add(ceiling)}`;
}

// The conditions stand behind an operator, so that none of them chooses the index.
function conditions(filter: MessageFilter, values: Values, parts: readonly Rest[]): string {
  const { channel, subscriberIds, transactionIds, contextKeys, statuses, outcomes, ...others } = filter;
  const { providerIds, workflowIds, integrationIds } = others;
  const given: Record<Rest, false | (() => string)> = {
    channel: channel !== undefined && (() => `m.channel || '' = ${values.add(channel)}`),
    subscriber:
      subscriberIds !== undefined && (() => `m.subscriber_id || '' = ANY (${values.add(subscriberIds)}::text[])`),
    transaction:
      transactionIds !== undefined && (() => `m.transaction_id || '' = ANY (${values.add(transactionIds)}::text[])`),
    context: contextKeys !== undefined && (() => `m.context_keys || '{}' = ${values.add(contextKeys)}::text[]`),
    status: statuses !== undefined && (() => `m.status || '' = ANY (${values.add(statuses)}::text[])`),
    outcome: outcomes !== undefined && (() => `${outcomeOf(values)} = ANY (${values.add(outcomes)}::text[])`),
    provider: providerIds !== undefined && (() => `m.provider_id || '' = ANY (${values.add(providerIds)}::text[])`),
    workflow: workflowIds !== undefined && (() => `m.workflow_id || '' = ANY (${values.add(workflowIds)}::text[])`),
    integration:
      integrationIds !== undefined && (() => `m.integration_id || '' = ANY (${values.add(integrationIds)}::text[])`),
  };
  return parts
    .map((part) => given[part])
    .map((condition) => (condition ? ` AND ${condition()}` : ''))
    .join('');
}

/** What became of a message, as `messageOutcome` says it. */
function outcomeOf(values: Values): string {
  return `CASE WHEN m.status = 'sent' THEN 'sent' WHEN m.reason ->> 'code' = ANY (${values.add(SKIPPED_CODES)}::text[]) THEN 'skipped'
    WHEN m.status = 'error' THEN 'failed' ELSE 'attempted' END`;
}

/** Where a text is looked for: in what the message says, and in where it went. */
const SEARCHED = `concat_ws(E'\\n', m.subject, m.title, m.email, m.phone, m.provider_message_id, m.error_text,
  CASE WHEN m.channel <> 'email' THEN m.content #>> '{}' END)`;

function contains({ pattern, isOpenOnly }: Search, environment: string, values: Values): string {
  if (pattern === undefined) return '';
  const open = isOpenOnly ? ` AND ${isOpenRun('m.workflow_id', 'm.notification_id', environment)}` : '';
  return ` AND ${SEARCHED} ~ ${values.add(pattern)}${open}`;
}
