import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { audit, isAudited } from '#lib/audit-log/service.ts';
import { eventsOfMessage } from '#lib/delivery-events/of-message.ts';
import { recordedForms } from '#lib/engine/attempt/message-id.ts';
import { retentionStart } from '#lib/environments/retention.ts';
import { ID_PATTERN, idFloor, idTime } from '#lib/id.ts';
import { announceRemoval } from '#lib/inbox/announce-removal.ts';
import { inboxPartsOf } from '#lib/inbox/parts.ts';
import { findEqualMessages } from '#lib/notifications/copies/equal-messages.ts';
import { findCopies } from '#lib/notifications/copies/message-copies.ts';
import { readPeriod } from '#lib/notifications/counts/period.ts';
import { findMessageLateness } from '#lib/notifications/lateness/late-message.ts';
import { findOutages } from '#lib/notifications/lateness/run-outages.ts';
import { retryStep } from '#lib/notifications/retry/retry-step.ts';
import type { RetriedStep, RevealQuery } from '#lib/notifications/schema.ts';
import { isWithheldFrom, recordReveal } from '#lib/notifications/withheld.ts';
import { prisma, transaction } from '#lib/postgres/db.ts';
import { type IdRange, onlyId } from '#lib/postgres/seek.ts';
import { findProvider } from '#lib/providers/catalogue/catalogue.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { fromWireName } from '#lib/providers/service-name.ts';
import { findAllHolders } from '#lib/subscribers/find.ts';
import { pastedId, providerIdForms } from '#lib/text/pasted-id.ts';
import { workflowTemplateRecord } from '#lib/workflows/template-record.ts';
import { Prisma } from '#prisma/generated/client.ts';
import { fateOf } from './fate.ts';
import type { MessageFilter } from './filter.ts';
import { foldedPattern } from './folded-pattern.ts';
import { isKept, notFound, requireMessage } from './kept.ts';
import { needsSearch, type Search } from './list-plan.ts';
import { addField, type MessageText, messageTexts } from './page.ts';
import { COUNT_CAP, countMessages, findMessageIds, searchMessages } from './query.ts';
import { deleteRecorded } from './record-deletions.ts';
import { findReported } from './reported.ts';
import { findResends } from './resends.ts';
import type {
  DeletedMessage,
  DeleteTransactionQuery,
  ListMessagesQuery,
  MessagePage,
  MessageStatus,
} from './schema.ts';
import { DELIVERY_KINDS, type MessageOutcome } from './statuses.ts';

/**
 * Returns a page of messages (spec 4.6), newest first, as the JSON text of a MessagePage. `totalCount` is exact. It is
 * omitted above 50,000 and for searches.
 *
 * @throws ApiError `not_found` for a subscriber that never existed; `bad_request` for bad dates.
 */
export async function listMessages(ctx: Ctx, input: ListMessagesQuery): Promise<string> {
  const { page, limit, q } = input;
  const filter = await resolveFilter(ctx.environmentId, input);
  const offset = page * limit;
  const search = await searchOf(ctx, filter, q);
  if (search) return searchPage(ctx, filter, search, input);
  const ids = await findMessageIds(filter, { offset, limit: limit + 1 });
  const [totalCount, messages] = await Promise.all([
    total(filter, ids.length, offset, limit),
    listedTexts(ctx, ids.slice(0, limit), filter),
  ]);
  return pageJson(input, messages, ids.length > limit, { totalCount });
}

async function searchPage(ctx: Ctx, filter: MessageFilter, search: Search, input: ListMessagesQuery): Promise<string> {
  const { page, limit } = input;
  const { ids, searchedTo } = await searchMessages(filter, search, (page + 1) * limit + 1);
  const messages = await listedTexts(ctx, ids.slice(page * limit, (page + 1) * limit), filter);
  const hasMore = ids.length > (page + 1) * limit;
  return pageJson(
    input,
    messages,
    hasMore,
    hasMore ? {} : { searchedTo: searchedTo && idTime(searchedTo).toISOString() },
  );
}

/**
 * Reads messages for a list. For people, each message also contains the runs that it repeats or that repeat it. In the
 * list of one subscriber, it also contains the number of equal messages.
 */
async function listedTexts(ctx: Ctx, ids: string[], { subscriberIds = [] }: MessageFilter): Promise<MessageText[]> {
  const messages = await messageTexts(ctx, ids);
  if (ctx.actor.type !== 'user') return messages;
  const { environmentId } = ctx;
  const [resends, reported, ...copies] = await Promise.all([
    findResends(environmentId, messages),
    findReported(environmentId, messages),
    ...subscriberIds.map((subscriberId) => findCopies(environmentId, subscriberId, ids)),
  ]);
  return messages.map((message) => {
    const { id, json } = message;
    const count = copies.find((counts) => counts.has(id))?.get(id);
    const fields = Object.entries({
      ...resends.get(id),
      ...reported.get(id),
      ...(count !== undefined && { copies: count }),
    });
    return { ...message, json: fields.reduce((text, [name, value]) => addField(text, name, value), json) };
  });
}

/**
 * Returns the search for a filter that no index serves. Undefined if an index does. Content that is withheld from the caller
 * is not searched, so that no one can guess it step by step.
 */
export async function searchOf(ctx: Ctx, filter: MessageFilter, text: string | undefined): Promise<Search | undefined> {
  if (text === undefined && !needsSearch(filter)) return undefined;
  const pattern = text === undefined ? undefined : await searchedPattern(text);
  return { pattern, isOpenOnly: isWithheldFrom(ctx) };
}

/** Returns the pattern of a search. An ID copied from an email also finds its shorter form at the provider. */
async function searchedPattern(text: string): Promise<string> {
  const plain = pastedId(text);
  const [id = text, shorter] = /[\d@]/.test(plain)
    ? providerIdForms(plain).filter((form) => !form.startsWith('<'))
    : [];
  const whole = shorter === undefined ? '' : `|(?:^|\n)${await foldedPattern(shorter)}(?:\n|$)`;
  return (await foldedPattern(id)) + whole;
}

function pageJson(
  { page, limit }: ListMessagesQuery,
  messages: readonly MessageText[],
  hasMore: boolean,
  more: Pick<MessagePage, 'totalCount' | 'searchedTo'>,
): string {
  const data = messages.map((message) => message.json).join(',');
  const head = JSON.stringify({ page, ...more, hasMore, pageSize: limit });
  return `${head.slice(0, -1)},"data":[${data}]}`;
}

/**
 * Returns one message with its template, as the JSON text of a Message. With `reveal`, sensitive content is included and the
 * access is audited.
 *
 * @throws ApiError `not_found`, also if the message is older than the environment's retention; `forbidden` for a reveal
 * without `messages:content`.
 */
export async function getMessage(ctx: Ctx, messageId: string, { reveal }: RevealQuery = {}): Promise<string> {
  const [message] = (await isKept(ctx, messageId)) ? await messageTexts(ctx, [messageId], { reveal }) : [];
  if (!message) throw notFound(messageId);
  if (reveal && message.isSensitive) await recordReveal(ctx, 'messages', messageId);
  const { environmentId } = ctx;
  const isWithheld = message.isSensitive && !reveal;
  const isPerson = ctx.actor.type === 'user';
  const [template, events, fate, late, outages, equal, resends, reported, inbox] = await Promise.all([
    message.workflowId === null ? undefined : workflowTemplateRecord(ctx, message.workflowId),
    eventsOfMessage(environmentId, messageId, { isWithheld }),
    isPerson ? fateOf(ctx, messageId) : undefined,
    findMessageLateness(environmentId, messageId),
    message.jobId === null ? [] : findOutages({ environmentId, id: message.notificationId }, message.jobId),
    isPerson ? findEqualMessages({ environmentId, id: message.notificationId }, messageId) : undefined,
    isPerson ? findResends(environmentId, [message]) : undefined,
    isPerson ? findReported(environmentId, [{ ...message, isSensitive: isWithheld }]) : undefined,
    inboxPartsOf(environmentId, messageId, { isWithheld }),
  ]);
  const more = {
    events: events.length > 0 ? events : undefined,
    fate,
    late,
    outages: outages.length > 0 ? outages : undefined,
    equal,
    ...resends?.get(messageId),
    ...reported?.get(messageId),
    template,
    inbox,
  };
  return Object.entries(more).reduce(
    (json, [name, value]) => (value ? addField(json, name, value) : json),
    message.json,
  );
}

/**
 * Deletes one message permanently.
 *
 * @throws ApiError `not_found`.
 */
export async function deleteMessage(ctx: Ctx, messageId: string): Promise<DeletedMessage> {
  return transaction(async () => {
    const before = isAudited(ctx, 'messages') ? await auditedMessage(ctx, messageId) : undefined;
    await announceRemoval(ctx.environmentId, { id: messageId });
    const gone = (await isKept(ctx, messageId)) && (await deleteRecorded(ctx, { id: messageId }));
    if (!gone) throw notFound(messageId);
    await audit(ctx, { action: 'messages.delete', resourceType: 'messages', resourceId: messageId, before });
    return { acknowledged: true, status: 'deleted' };
  });
}

/** Returns the message without its workflow, because more people may read the audit log than the workflow's secrets. */
async function auditedMessage(ctx: Ctx, messageId: string): Promise<unknown> {
  const [message] = (await isKept(ctx, messageId)) ? await messageTexts(ctx, [messageId]) : [];
  if (!message) throw notFound(messageId);
  return JSON.parse(message.json);
}

/**
 * Deletes the messages of a transaction permanently.
 *
 * @throws ApiError `not_found` if there are none.
 */
export async function deleteTransactionMessages(
  ctx: Ctx,
  transactionId: string,
  { channel }: DeleteTransactionQuery,
): Promise<void> {
  await transaction(async () => {
    const id = { gte: idFloor(await retentionStart(ctx.environmentId)) };
    const where = { environmentId: ctx.environmentId, transactionId, channel: channel ?? Prisma.skip, id };
    await announceRemoval(ctx.environmentId, where);
    const count = await deleteRecorded(ctx, where);
    if (count === 0)
      throw new ApiError(
        'not_found',
        `The transaction ${transactionId} has no ${channel ? `${channel} ` : ''}messages`,
      );
    await audit(ctx, {
      action: 'messages.deleteTransaction',
      resourceType: 'messages',
      resourceId: transactionId,
      resourceLabel: transactionId,
      before: { messages: count, ...(channel && { channel }) },
    });
  });
}

/**
 * Retries a message that its provider did not accept, by requeuing its step.
 *
 * @throws ApiError `not_found`, and the errors of `retryStep`.
 */
export async function retryMessage(ctx: Ctx, messageId: string): Promise<RetriedStep> {
  const { notificationId, jobId } = await requireMessage(ctx, messageId);
  if (jobId === null) throw new ApiError('unprocessable', 'Cannot retry: the message has no recorded step');
  return retryStep(ctx, { notificationId, jobId });
}

export type MessageFilterInput = Omit<ListMessagesQuery, 'page' | 'limit'>;

/**
 * Returns the filter with database IDs.
 *
 * @throws ApiError `not_found` for a subscriber that never existed; `bad_request` for bad dates.
 */
export async function resolveFilter(environmentId: string, input: MessageFilterInput): Promise<MessageFilter> {
  const {
    channel,
    subscriberId,
    transactionId,
    contextKeys,
    notificationId,
    messageId,
    outcome,
    delivery,
    providerId,
    integrationId,
    templates,
    slowerThan,
  } = input;
  const subscriberIds = subscriberId === undefined ? undefined : await findAllHolders(environmentId, subscriberId);
  if (subscriberIds?.length === 0) throw new ApiError('not_found', `Subscriber '${subscriberId}' was not found`);
  const period = readPeriod(input, await retentionStart(environmentId));
  return {
    environmentId,
    ...(messageId === undefined ? period : onlyId(period, await ownId(environmentId, messageId, period))),
    channel: channel ?? channelOf(providerId),
    subscriberIds,
    transactionIds: transactionId,
    contextKeys,
    notificationId,
    statuses: statusesOf(input),
    // The status filter already covers `sent`.
    outcomes: outcome?.some((each) => each !== 'sent') ? outcome : undefined,
    eventKinds: delivery?.flatMap((each) => DELIVERY_KINDS[each]),
    providerIds: providerId && [...new Set(providerId.map(fromWireName))],
    workflowIds: templates,
    integrationIds: integrationId,
    slowerThan,
  };
}

/**
 * Returns the ID of the message with this ID, or otherwise of the newest message with this provider ID or Message-ID.
 */
async function ownId(environmentId: string, name: string, { floor }: IdRange): Promise<string> {
  if (ID_PATTERN.test(name)) return name;
  const message = await prisma().message.findFirst({
    where: { environmentId, providerMessageId: { in: recordedForms(name) }, id: { gte: floor } },
    orderBy: { id: 'desc' },
    select: { id: true },
  });
  return message?.id ?? name;
}

const STATUSES_OF: Readonly<Record<MessageOutcome, readonly MessageStatus[]>> = {
  sent: ['sent'],
  failed: ['error'],
  skipped: ['error', 'warning'],
  attempted: ['warning'],
};

/** Returns the statuses that both filters allow, for the index. */
function statusesOf({ status, outcome }: MessageFilterInput): MessageStatus[] | undefined {
  const possible = outcome?.flatMap((each) => STATUSES_OF[each]);
  const wanted = possible && status ? possible.filter((each) => status.includes(each)) : (possible ?? status);
  return wanted && [...new Set(wanted)];
}

/** Returns the channel of the providers if all have the same, because the index of one channel is shorter. */
function channelOf(providerIds: string[] = []): Channel | undefined {
  const channels = new Set(providerIds.map((id) => findProvider(id)?.channel));
  return channels.size === 1 ? [...channels][0] : undefined;
}

/** Returns the total. On the last page it follows from the offset, without counting. */
async function total(filter: MessageFilter, found: number, offset: number, limit: number): Promise<number | undefined> {
  if (found > limit || (found === 0 && offset > 0)) return countMessages(filter);
  return offset + found <= COUNT_CAP ? offset + found : undefined;
}
