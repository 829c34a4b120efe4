import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { retentionStart } from '#lib/environments/retention.ts';
import { idFloor } from '#lib/id.ts';
import type { UnreadCount } from '#lib/inbox-sessions/schema.ts';
import { announceInbox } from '#lib/inbox-sockets/announce.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { announceRuns } from '#lib/live/announce.ts';
import { deleteRecorded } from '#lib/messages/record-deletions.ts';
import { isWithheldFrom } from '#lib/notifications/withheld.ts';
import { json, prisma, transaction } from '#lib/postgres/db.ts';
import { type IdRange, NO_CEILING, onlyId } from '#lib/postgres/seek.ts';
import { requireSubscriber } from '#lib/subscribers/find.ts';
import { SEVERITIES } from '#lib/workflows/severity.ts';
import type { Message, Prisma, Subscriber } from '#prisma/generated/client.ts';
import { countInboxMessages, findInboxIds, type InboxScope } from './query.ts';
import { readingKept } from './read-history.ts';
import type {
  CountInboxQuery,
  InboxActionParams,
  InboxBulkBody,
  InboxCounts,
  InboxFilter,
  InboxNotification,
  InboxPage,
  InboxSeenBody,
  ListInboxQuery,
} from './schema.ts';
import { completedCta, inboxNotifications, inboxOf } from './wire.ts';

/** The highest count for callers of the API. */
const COUNT_CAP = 10_000;
/** The highest count for the subscriber, because an inbox shows no more than 99. */
const INBOX_COUNT_CAP = 100;
/** The number of messages that one statement changes. */
const BATCH = 1_000;

/**
 * Returns a page of a subscriber's in-app messages, newest first.
 * @throws ApiError `not_found` for an unknown subscriber; `bad_request` for archived messages that are unread.
 */
export async function listInbox(ctx: Ctx, subscriberId: string, input: ListInboxQuery): Promise<InboxPage> {
  const { limit, offset, after, ...filter } = input;
  requirePossible(filter);
  const subscriber = await requireSubscriber(ctx.environmentId, subscriberId);
  await markUse(ctx);
  const scope = await scopeOf(ctx, subscriber, [filter]);
  const range = { ...scope, ceiling: after?.toLowerCase() ?? scope.ceiling };
  const ids = await findInboxIds(range, filter, { limit: limit + 1, offset });
  const data = await inboxNotifications(ctx, subscriber, ids.slice(0, limit));
  // A message may have been deleted since its ID was read. Clients expect a next page only after a page with messages.
  return { data, hasMore: data.length > 0 && ids.length > limit, filter: shown(filter) };
}

/**
 * Counts the in-app messages of a subscriber that match each filter, up to 10,000, for the subscriber itself up to 100.
 * @throws ApiError `not_found` for an unknown subscriber; `bad_request` for archived messages that are unread.
 */
export async function countInbox(ctx: Ctx, subscriberId: string, { filters }: CountInboxQuery): Promise<InboxCounts> {
  const counted = filters ?? [{ filter: {}, given: {} }];
  const wanted = counted.map(({ filter }) => filter);
  wanted.forEach(requirePossible);
  const subscriber = await requireSubscriber(ctx.environmentId, subscriberId);
  await markUse(ctx);
  const cap = ctx.actor.type === 'subscriber' ? INBOX_COUNT_CAP : COUNT_CAP;
  const counts = await countInboxMessages(await scopeOf(ctx, subscriber, wanted), wanted, cap);
  return counted.map(({ given }, index) => ({ count: counts[index] ?? 0, filter: given }));
}

/**
 * Counts the messages that a subscriber (Subscriber.id) has not read in exactly this context, up to 100.
 */
export async function countUnread(
  environmentId: string,
  subscriberId: string,
  contextKeys: string[],
): Promise<UnreadCount> {
  const scope = { environmentId, subscriberId, ...(await keptRange(environmentId)), isOpenOnly: false };
  const filters = SEVERITIES.map((severity) => ({
    severity,
    contextKeys,
    read: false,
    archived: false,
    snoozed: false,
  }));
  const counts = await countInboxMessages(scope, filters, INBOX_COUNT_CAP);
  const [high = 0, medium = 0, low = 0, none = 0] = counts;
  return { total: Math.min(high + medium + low + none, INBOX_COUNT_CAP), severity: { high, medium, low, none } };
}

/** Rejects a filter by unread archived messages, because archived messages are always read. */
function requirePossible({ read, archived }: InboxFilter): void {
  if (read === false && archived === true)
    throw new ApiError(
      'bad_request',
      'Archived messages are always read: do not combine “archived” true with “read” false',
    );
}

/** The fields that each operation changes in its messages. */
const CHANGES = {
  read: (at: Date) => ({ read: true, lastReadAt: at, seen: true, lastSeenAt: at }),
  unread: (at: Date) => ({ read: false, lastReadAt: null, archivedAt: null, seen: true, lastSeenAt: at }),
  seen: (at: Date) => ({ seen: true, lastSeenAt: at }),
  archive: (at: Date) => ({ archivedAt: at, read: true, lastReadAt: at, seen: true, lastSeenAt: at }),
  unarchive: (at: Date) => ({ archivedAt: null, read: true, lastReadAt: at, seen: true, lastSeenAt: at }),
} as const satisfies Record<string, (at: Date) => Prisma.MessageUpdateManyMutationInput>;
type InboxChange = keyof typeof CHANGES;

/** Returns a change for messages that were already read. Archiving preserves the time at which they were read. */
function forRead(change: InboxChange, at: Date): Prisma.MessageUpdateManyMutationInput {
  const { lastReadAt, ...data }: Prisma.MessageUpdateManyMutationInput = CHANGES[change](at);
  return change === 'archive' || change === 'unarchive'
    ? data
    : { ...data, ...(lastReadAt !== undefined && { lastReadAt }) };
}

export interface OneMessage {
  subscriberId: string;
  notificationId: string;
  /** Sorted context keys. Undefined for messages of any context. */
  contextKeys: string[] | undefined;
}

/** Changes one message. @throws ApiError `not_found`. */
export function changeOne(ctx: Ctx, one: OneMessage, change: InboxChange): Promise<InboxNotification> {
  return updateOne(ctx, one, `messages.${change}`, (message) => {
    const at = new Date();
    if (!message.read) return CHANGES[change](at);
    return { ...forRead(change, at), ...(change === 'unread' && readingKept(message, at)) };
  });
}

/**
 * Stores whether the subscriber completed the action of a message's button.
 * @throws ApiError `not_found`; `bad_request` if the message has no such button.
 */
export function changeAction(
  ctx: Ctx,
  { actionType, ...one }: OneMessage & Pick<InboxActionParams, 'actionType'>,
  isCompleted: boolean,
): Promise<InboxNotification> {
  return updateOne(ctx, one, isCompleted ? 'messages.completeAction' : 'messages.revertAction', (message) => {
    const inbox = inboxOf(message);
    const name = `${actionType}Action`;
    const action = inbox[name] as JsonObject | undefined;
    if (!action) throw new ApiError('bad_request', `The notification has no ${actionType} action`);
    const completedAt = isCompleted ? new Date().toISOString() : undefined;
    const changed = { ...inbox, [name]: { ...action, isCompleted, completedAt } };
    return { inbox: json(changed), cta: json(completedCta(message, changed)) };
  });
}

/** @throws ApiError `not_found`. */
export function deleteOne(ctx: Ctx, one: OneMessage): Promise<void> {
  return transaction(async () => {
    const { environmentId } = ctx;
    const { subscriber, message } = await lockMessage(ctx, one);
    await deleteRecorded(ctx, { id: message.id });
    announceInbox(environmentId, subscriber.id, { kind: 'read' });
    await audit(ctx, { action: 'messages.delete', resourceType: 'messages', resourceId: message.id });
  });
}

/** Writes the fields that `data` returns for the locked message, with an audit entry. @throws ApiError `not_found`. */
export async function updateOne(
  ctx: Ctx,
  one: OneMessage,
  action: string,
  data: (message: Message) => Prisma.MessageUpdateInput,
): Promise<InboxNotification> {
  return transaction(async () => {
    const { environmentId } = ctx;
    const { subscriber, message } = await lockMessage(ctx, one);
    const [before] = await inboxNotifications(ctx, subscriber, [message.id]);
    const changed = await prisma().message.update({
      where: { environmentId_id: { environmentId, id: message.id } },
      data: { ...data(message), updatedAt: new Date() },
    });
    if (changed.seen && changed.firstSeenAt === null) await setFirstSeen(environmentId, [message.id], new Date());
    const [after] = await inboxNotifications(ctx, subscriber, [message.id]);
    announceInbox(environmentId, subscriber.id, { kind: 'read' });
    announceRuns(environmentId, 'changed', () => [message.notificationId]);
    await audit(ctx, { action, resourceType: 'messages', resourceId: message.id, before, after });
    return after as InboxNotification;
  });
}

async function setFirstSeen(environmentId: string, ids: string[], at: Date): Promise<void> {
  const where = { environmentId, id: { in: ids }, seen: true, firstSeenAt: null };
  await prisma().message.updateMany({ where, data: { firstSeenAt: at } });
}

/** The operations on all matching messages: the messages to change, and the change. */
const BULK = {
  read: { filter: { read: false }, change: 'read' },
  seen: { filter: { seen: false }, change: 'seen' },
  archive: { filter: { archived: false }, change: 'archive' },
  archiveRead: { filter: { archived: false, read: true }, change: 'archive' },
  delete: { filter: {}, change: undefined },
} as const satisfies Record<string, { filter: InboxFilter; change: InboxChange | undefined }>;
export type InboxBulkChange = keyof typeof BULK;

/**
 * Changes or deletes all matching messages of a subscriber, 1,000 in each statement: all of them, or none on an error.
 * @throws ApiError `not_found` for an unknown subscriber.
 */
export function changeAll(
  ctx: Ctx,
  subscriberId: string,
  operation: InboxBulkChange,
  { notificationIds, ...body }: InboxBulkBody & Pick<InboxSeenBody, 'notificationIds'>,
): Promise<void> {
  return transaction(async () => {
    const { filter, change } = BULK[operation];
    const subscriber = await requireSubscriber(ctx.environmentId, subscriberId);
    const wanted = { ...body, ...filter };
    const scope = await scopeOf(ctx, subscriber, [wanted]);
    const named = notificationIds && { ids: notificationIds };
    const at = new Date();
    let changed = 0;
    while ((await findInboxIds(scope, wanted, { ...named, limit: 1 })).length > 0) {
      const ids = await findInboxIds(scope, wanted, { ...named, limit: BATCH, isLocked: true });
      await changeBatch(ctx, ids, change, at);
      changed += ids.length;
    }
    const kind = operation === 'seen' ? 'seen' : 'read';
    if (changed > 0) announceInbox(ctx.environmentId, subscriber.id, { kind });
    await audit(ctx, {
      action: `messages.${operation}All`,
      resourceType: 'messages',
      resourceId: subscriber.id,
      resourceLabel: subscriberId,
      after: { messages: changed },
    });
  });
}

async function changeBatch(ctx: Ctx, ids: string[], change: InboxChange | undefined, at: Date): Promise<void> {
  const { environmentId } = ctx;
  const where = { environmentId, id: { in: ids } };
  if (change === undefined) {
    await deleteRecorded(ctx, { id: where.id });
    return;
  }
  // Archiving changes read messages differently from unread ones, so each part has its own statement.
  const parts: { read?: boolean }[] = change === 'archive' ? [{ read: true }, { read: false }] : [{}];
  for (const part of parts) {
    const data = { ...(part.read ? forRead(change, at) : CHANGES[change](at)), updatedAt: at };
    const select = { notificationId: true };
    const changed = await prisma().message.updateManyAndReturn({ where: { ...where, ...part }, data, select });
    announceRuns(environmentId, 'changed', () => changed.map(({ notificationId }) => notificationId));
  }
  await setFirstSeen(environmentId, ids, at);
}

/** Returns the current message and locks it until the end of the transaction. */
async function lockMessage(
  ctx: Ctx,
  { subscriberId, notificationId, contextKeys }: OneMessage,
): Promise<{ subscriber: Subscriber; message: Message }> {
  const { environmentId } = ctx;
  const subscriber = await requireSubscriber(ctx.environmentId, subscriberId);
  const filter = { contextKeys };
  const all = await scopeOf(ctx, subscriber, [filter]);
  const scope = { ...all, ...onlyId(all, notificationId) };
  const [id] = await findInboxIds(scope, filter, { limit: 1, isLocked: true });
  const message = id === undefined ? null : await prisma().message.findFirst({ where: { environmentId, id } });
  if (!message) throw new ApiError('not_found', `Notification with id: ${notificationId} is not found`);
  return { subscriber, message };
}

async function scopeOf(ctx: Ctx, subscriber: Subscriber, filters: readonly InboxFilter[]): Promise<InboxScope> {
  const { environmentId } = ctx;
  const isOpenOnly = filters.some(({ data }) => data !== undefined) && isWithheldFrom(ctx);
  return { environmentId, subscriberId: subscriber.id, ...(await keptRange(environmentId)), isOpenOnly };
}

/** Returns the range of the messages within the retention. */
async function keptRange(environmentId: string): Promise<IdRange> {
  return { floor: idFloor(await retentionStart(environmentId)), ceiling: NO_CEILING };
}

/** Returns the filter without undefined fields. */
function shown(filter: InboxFilter): JsonObject {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

/** Marks the in-app integrations as connected, unless the caller is a session, which marked them at its beginning. */
async function markUse(ctx: Ctx): Promise<void> {
  if (ctx.actor.type !== 'subscriber') await markConnected(ctx);
}

/** Marks the in-app integrations of an environment as connected, because its inbox is in use. */
export async function markConnected({ environmentId }: Pick<Ctx, 'environmentId'>): Promise<void> {
  const where = { environmentId, channel: 'in_app', connected: false };
  if (!(await prisma().integration.findFirst({ where, select: { id: true } }))) return;
  await prisma().integration.updateMany({ where, data: { connected: true } });
}
