/** The inbox of the caller: the messages of the session’s subscriber with exactly the session’s context. */
import type { InboxCtx } from '#lib/api/context.ts';
import type { CountInboxQuery, InboxPage, OwnCounts, OwnItemParams, OwnListQuery, OwnSeenBody } from './schema.ts';
import { changeAll, countInbox, type InboxBulkChange, listInbox, type OneMessage } from './service.ts';

/** @throws ApiError `bad_request` for archived messages that are unread. */
export async function listOwnInbox(ctx: InboxCtx, query: OwnListQuery): Promise<InboxPage> {
  const { externalSubscriberId, contextKeys } = ctx.actor;
  const page = await listInbox(ctx, externalSubscriberId, { ...query, contextKeys });
  const { contextKeys: _, ...filter } = page.filter;
  return { ...page, filter };
}

/** @throws ApiError `bad_request` for archived messages that are unread. */
export async function countOwnInbox(ctx: InboxCtx, { filters }: CountInboxQuery): Promise<OwnCounts> {
  const { externalSubscriberId, contextKeys } = ctx.actor;
  const counted = filters ?? [{ filter: {}, given: {} }];
  const own = counted.map(({ filter, given }) => ({ filter: { ...filter, contextKeys }, given }));
  return inData(countInbox(ctx, externalSubscriberId, { filters: own }));
}

/** Returns the reference to a message of the caller. */
export function ownMessage({ actor }: InboxCtx, { notificationId }: OwnItemParams): OneMessage {
  return { subscriberId: actor.externalSubscriberId, notificationId, contextKeys: actor.contextKeys };
}

export function changeOwnInbox(ctx: InboxCtx, operation: InboxBulkChange, body: OwnSeenBody): Promise<void> {
  const { externalSubscriberId, contextKeys } = ctx.actor;
  return changeAll(ctx, externalSubscriberId, operation, { ...body, contextKeys });
}

/** Returns a result as clients of the inbox read it. */
export async function inData<Data>(result: Promise<Data>): Promise<{ data: Data }> {
  return { data: await result };
}
