import type { Ctx } from '#lib/api/context.ts';
import { type ExportColumn, exportList } from '#lib/audit-log/list-export.ts';
import { idTime } from '#lib/id.ts';
import { senderName } from '#lib/integrations/sender-name.ts';
import { providerName } from '#lib/providers/catalogue/facts.ts';
import { channelLabels } from '#lib/steps/labels.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { shownAddress } from './address.ts';
import type { ExportMessagesQuery } from './export-schema.ts';
import { messageTexts } from './page.ts';
import { findMessageIds, searchMessages } from './query.ts';
import type { Message } from './schema.ts';
import { type MessageFilterInput, resolveFilter, searchOf } from './service.ts';
import { messageOutcome } from './state.ts';
import { messageSummary } from './summary.ts';
import { messageTitle } from './title.ts';

/** The number of messages that are read and held in memory at a time. The messages include their contents. */
const BATCH = 200;

/**
 * Streams the messages that match the filters of spec 4.6, newest first (see `exportList`). A search reads the newest
 * 20,000 messages, as in the list.
 *
 * @throws ApiError `not_found` for a subscriber that never existed; `bad_request` for bad dates.
 */
export async function exportMessages(ctx: Ctx, input: ExportMessagesQuery): Promise<Response> {
  const { format, limit, ...filters } = input;
  const ids = await idBatches(ctx, filters, limit);
  const batches = readBatches(ctx, ids);
  return exportList(ctx, {
    name: 'messages',
    resource: 'messages',
    format,
    filters,
    columns: MESSAGE_COLUMNS,
    batches,
  });
}

async function* readBatches(ctx: Ctx, ids: AsyncGenerator<string[], undefined>): AsyncGenerator<Message[], undefined> {
  for await (const batch of ids) yield (await messageTexts(ctx, batch)).map(({ json }) => JSON.parse(json));
}

async function idBatches(
  ctx: Ctx,
  input: MessageFilterInput,
  limit: number,
): Promise<AsyncGenerator<string[], undefined>> {
  const filter = await resolveFilter(ctx.environmentId, input);
  const search = await searchOf(ctx, filter, input.q);
  return listed(filter, search, limit);
}

async function* listed(
  filter: Parameters<typeof findMessageIds>[0],
  search: Awaited<ReturnType<typeof searchOf>>,
  limit: number,
): AsyncGenerator<string[], undefined> {
  if (search) {
    const { ids } = await searchMessages(filter, search, limit);
    for (let from = 0; from < Math.min(ids.length, limit); from += BATCH)
      yield ids.slice(from, Math.min(from + BATCH, limit));
    return;
  }
  let { ceiling } = filter;
  for (let left = limit; left > 0; ) {
    const ids = await findMessageIds({ ...filter, ceiling }, { offset: 0, limit: Math.min(BATCH, left) });
    const last = ids.at(-1);
    if (last === undefined) return;
    yield ids;
    left -= ids.length;
    ceiling = last;
  }
}

const MESSAGE_COLUMNS: ExportColumn<Message>[] = [
  ['Time', (message) => message.createdAt],
  ['Status', (message) => messageOutcome(message)],
  ['Channel', (message) => channelLabels[message.channel]],
  ['Subject', (message) => messageTitle(message)],
  ['Workflow', (message) => message.templateName ?? message.templateIdentifier],
  ['Subscriber ID', (message) => message.subscriber?.subscriberId],
  ['Name', (message) => message.subscriber && nameOf(message.subscriber)],
  ['Address', (message) => shownAddress(message)],
  ['Outcome', (message) => withoutPeriod(messageSummary(message))],
  ['Reason', (message) => message.reason?.code],
  ['Integration', (message) => message.integration && senderName(message.integration)],
  ['Provider', (message) => message.providerId && providerName(message.providerId)],
  ['Sent', (message) => message.sentAt],
  ['Seconds after the trigger', secondsAfterTrigger],
  ['Transaction', (message) => message.transactionId],
  ['Run', (message) => message._notificationId],
  ['Message', (message) => message._id],
];

function withoutPeriod(text: string): string {
  return text.endsWith('.') ? text.slice(0, -1) : text;
}

/** Returns the time from the trigger to the provider: "1.204". Undefined for a message that was not sent. */
function secondsAfterTrigger({ sentAt, _notificationId }: Message): string | undefined {
  if (sentAt === undefined) return undefined;
  return ((Date.parse(sentAt) - idTime(_notificationId).getTime()) / 1_000).toFixed(3);
}
