import {
  createSerializer,
  type inferParserType,
  parseAsArrayOf,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs';
import { channelNames, channelOptions } from '#components/status/channels.tsx';
import { states } from '#components/status/states.ts';
import type { MessageListInput } from '#lib/messages/client.ts';
import { MESSAGE_OUTCOMES } from '#lib/messages/statuses.ts';
import { providerName } from '#lib/providers/facts.ts';
import { momentText } from '#lib/time/time.ts';

const HOUR_MS = 3_600_000;

export const messageRanges = [
  { value: '1h', label: 'Last hour', ms: HOUR_MS },
  { value: '24h', label: 'Last 24 hours', ms: 24 * HOUR_MS },
  { value: '7d', label: 'Last 7 days', ms: 7 * 24 * HOUR_MS },
  { value: '30d', label: 'Last 30 days', ms: 30 * 24 * HOUR_MS },
] as const;

export const statusOptions = MESSAGE_OUTCOMES.map((value) => ({ value, label: states[value].label }));

export const PAGE_SIZE = 30;

const text = parseAsString.withDefault('');
const list = parseAsArrayOf(parseAsString).withDefault([]);

/** All filters of the messages page, as stored in the URL. */
export const messageParsers = {
  q: text,
  channel: parseAsStringLiteral(channelNames),
  status: parseAsArrayOf(parseAsStringLiteral(MESSAGE_OUTCOMES)).withDefault([]),
  provider: list,
  /** The `_id`s of integrations. */
  integration: list,
  /** The `_id`s of workflows. */
  workflow: list,
  range: parseAsStringLiteral(messageRanges.map(({ value }) => value)),
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

/** Returns the query for the API. `now` is in milliseconds. */
export function messagesInput(query: MessagesQuery, now: number): MessageListInput {
  const { q, channel, status, provider, workflow, subscriber, transaction, context, before } = query;
  const span = messageRanges.find(({ value }) => value === query.range)?.ms;
  return {
    ...(channel && { channel }),
    ...(span !== undefined && { after: new Date(now - span).toISOString() }),
    q,
    before,
    outcome: status,
    providerId: provider,
    integrationId: query.integration,
    templates: workflow,
    subscriberId: subscriber,
    transactionId: transaction ? [transaction] : [],
    contextKeys: context,
  };
}

/** Returns the filters as text: "channel SMS", "text “order”". */
export function messageFilterSummary(
  query: MessagesQuery,
  workflows: ReadonlyMap<string, string> = new Map(),
): string[] {
  const { q, channel, status, provider, workflow, subscriber, transaction, context, before } = query;
  const labelOf = (options: readonly { value: string; label: string }[], wanted: string | null) =>
    options.find(({ value }) => value === wanted)?.label;
  return [
    q && `text “${q}”`,
    channel && `channel ${labelOf(channelOptions, channel)}`,
    status.length > 0 && `status ${status.map((each) => labelOf(statusOptions, each)).join(' or ')}`,
    provider.length > 0 && `provider ${provider.map(providerName).join(' or ')}`,
    query.integration.length > 0 && (query.integration.length === 1 ? 'one integration' : 'some integrations'),
    workflow.length > 0 && `workflow ${workflow.map((id) => workflows.get(id) ?? id).join(' or ')}`,
    query.range && labelOf(messageRanges, query.range)?.toLowerCase(),
    subscriber && `subscriber “${subscriber}”`,
    transaction && `transaction “${transaction}”`,
    context.length > 0 && `context ${context.join(', ')}`,
    before && `before ${momentText(before)}`,
  ].filter((label): label is string => Boolean(label));
}
