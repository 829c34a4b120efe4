import type { Ctx } from '#lib/api/context.ts';
import type { InboxNotification } from './schema.ts';
import { type OneMessage, updateOne } from './service.ts';

/**
 * Hides a message until a time. The message becomes seen and leaves the archive. At that time, a worker delivers the
 * message again (`endSnoozes`).
 *
 * @throws ApiError `not_found`.
 */
export function snooze(ctx: Ctx, one: OneMessage, until: Date): Promise<InboxNotification> {
  return updateOne(ctx, one, 'messages.snooze', () => ({
    snoozedUntil: until,
    archivedAt: null,
    seen: true,
    lastSeenAt: new Date(),
  }));
}

/**
 * Ends a snooze immediately: the message is delivered again, as by `endSnoozes`.
 *
 * @param isUndo takes the snooze back instead: the message keeps its state and its delivery times.
 * @throws ApiError `not_found`.
 */
export function unsnooze(ctx: Ctx, one: OneMessage, isUndo = false): Promise<InboxNotification> {
  return updateOne(ctx, one, 'messages.unsnooze', ({ snoozedUntil }) => ({
    ...(snoozedUntil !== null && { snoozedUntil: null }),
    ...(snoozedUntil !== null && !isUndo && { read: false, lastReadAt: null, deliveredAt: { push: new Date() } }),
  }));
}
