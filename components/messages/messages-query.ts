import {
  createSerializer,
  type inferParserType,
  parseAsArrayOf,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs';
import { type PauseReason, rangeText } from '#components/activity/activity-query.ts';
import { ALL_TIME, ranges, spanOf } from '#components/activity/time-range.ts';
import { channelNames, channelOptions } from '#components/status/channels.tsx';
import { statusOption } from '#components/status/states.ts';
import { EVENT_KINDS } from '#lib/delivery-events/kinds.ts';
import type { MessageListInput } from '#lib/messages/client.ts';
import { MESSAGE_DELIVERIES, MESSAGE_OUTCOMES } from '#lib/messages/statuses.ts';
import { providerName } from '#lib/providers/catalogue/facts.ts';
import { SLOWER_THAN, slowerThanLabels } from '#lib/time/slowness.ts';
import { momentText } from '#lib/time/time.ts';

export const messageRanges = [...ranges, ALL_TIME] as const;

export const statusOptions = MESSAGE_OUTCOMES.map(statusOption);

/** With the words of the reports on the page of a message. */
export const deliveryOptions = MESSAGE_DELIVERIES.map((value) => ({ value, label: EVENT_KINDS[value].label }));

export const PAGE_SIZE = 30;

const text = parseAsString.withDefault('');
const list = parseAsArrayOf(parseAsString).withDefault([]);

/** All filters of the messages page, as stored in the URL. `from` and `to` (ISO 8601) override `range`. */
export const messageParsers = {
  q: text,
  channel: parseAsStringLiteral(channelNames),
  status: parseAsArrayOf(parseAsStringLiteral(MESSAGE_OUTCOMES)).withDefault([]),
  /** What the provider, or a tracked link, reported. */
  delivery: parseAsArrayOf(parseAsStringLiteral(MESSAGE_DELIVERIES)).withDefault([]),
  provider: list,
  /** The `_id`s of integrations. */
  integration: list,
  /** The `_id`s of workflows. */
  workflow: list,
  /** The minimum time from the trigger to the provider. */
  slower: parseAsStringLiteral(['', ...SLOWER_THAN]).withDefault(''),
  range: parseAsStringLiteral(messageRanges.map(({ value }) => value)).withDefault(ALL_TIME.value),
  from: text,
  to: text,
  /** An IANA time zone; empty: the reader's own. */
  zone: text,
  subscriber: text,
  transaction: text,
  context: list,
  /** The time at which a text search continues. ISO 8601. */
  before: text,
  page: parseAsInteger.withDefault(0),
};

/** Adds these filters to the path of the messages page. */
export const messagesAddress = createSerializer(messageParsers);

export type MessagesQuery = inferParserType<typeof messageParsers>;

/** Returns the query for the API. `until` (milliseconds) fixes the end of the range, so that pages do not shift while a user reads them. */
export function messagesInput(query: MessagesQuery, until: number): MessageListInput {
  const { q, channel, status, provider, workflow, slower, subscriber, transaction, context, before } = query;
  const span = spanOf(query, until);
  return {
    ...(isRanged(query) && { after: new Date(span.from).toISOString() }),
    before: before || new Date(span.to).toISOString(),
    ...(channel && { channel }),
    ...(slower && { slowerThan: slower }),
    q,
    outcome: status,
    delivery: query.delivery,
    providerId: provider,
    integrationId: query.integration,
    templates: workflow,
    subscriberId: subscriber,
    transactionId: transaction ? [transaction] : [],
    contextKeys: context,
  };
}

function isRanged({ range, from }: Pick<MessagesQuery, 'range' | 'from'>): boolean {
  return from !== '' || range !== ALL_TIME.value;
}

/** Returns the values of all filters. The position in the list is not a filter. */
export function filterValues({ page, before, zone, range, ...filters }: MessagesQuery): (string | readonly string[])[] {
  return Object.values({ ...filters, range: range === ALL_TIME.value ? '' : range, channel: filters.channel ?? '' });
}

/** Returns why the list is not updated live. Undefined if it is updated live. */
export function whyPaused(query: MessagesQuery): PauseReason | undefined {
  if (query.page > 0 || query.before !== '') return 'page';
  if (query.to !== '') return 'range';
  if (query.q !== '' || query.workflow.length > 0) return 'search';
  if (query.status.length + query.delivery.length > 0) return 'status';
  if (query.integration.length + query.provider.length > 0) return 'integration';
  return query.slower === '' ? undefined : 'duration';
}

/** Returns the filters as text: "channel SMS", "text “order”". */
export function messageFilterSummary(
  query: MessagesQuery,
  workflows: ReadonlyMap<string, string> = new Map(),
): string[] {
  const { q, channel, status, provider, workflow, slower, subscriber, transaction, context, before, from, to } = query;
  const labelOf = (options: readonly { value: string; label: string }[], wanted: string | null) =>
    options.find(({ value }) => value === wanted)?.label;
  return [
    q && `text “${q}”`,
    channel && `channel ${labelOf(channelOptions, channel)}`,
    status.length > 0 && `status ${status.map((each) => labelOf(statusOptions, each)).join(' or ')}`,
    query.delivery.length > 0 &&
      `delivery ${query.delivery.map((each) => labelOf(deliveryOptions, each)).join(' or ')}`,
    provider.length > 0 && `provider ${provider.map(providerName).join(' or ')}`,
    query.integration.length > 0 && (query.integration.length === 1 ? 'one integration' : 'some integrations'),
    workflow.length > 0 && `workflow ${workflow.map((id) => workflows.get(id) ?? id).join(' or ')}`,
    slower && `slower than ${slowerThanLabels[slower]}`,
    (isRanged(query) || from || to) && rangeText(query, Date.now()),
    subscriber && `subscriber “${subscriber}”`,
    transaction && `transaction “${transaction}”`,
    context.length > 0 && `context ${context.join(', ')}`,
    before && `before ${momentText(before)}`,
  ].filter((label): label is string => Boolean(label));
}
