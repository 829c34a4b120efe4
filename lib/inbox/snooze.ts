import type { Ctx } from '#lib/api/context.ts';
import { readingKept, snoozeKept } from './read-history.ts';
import type { InboxNotification } from './schema.ts';
import { type OneMessage, updateOne } from './service.ts';

/**
 * Hides a message until a time. The message becomes seen and leaves the archive. At that time, a worker delivers the
 * message again (`endSnoozes`).
 *
 * @throws ApiError `not_found`.
 */
export function snooze(ctx: Ctx, one: OneMessage, until: Date): Promise<InboxNotification> {
  return updateOne(ctx, one, 'messages.snooze', (message) => {
    const at = new Date();
    return { snoozedUntil: until, archivedAt: null, seen: true, lastSeenAt: at, ...snoozeKept(message, at) };
  });
}

/**
 * Ends a snooze immediately: the message is delivered again, as by `endSnoozes`.
 *
 * @param isUndo takes the snooze back instead: the message keeps its state and its delivery times.
 * @throws ApiError `not_found`.
 */
export function unsnooze(ctx: Ctx, one: OneMessage, isUndo = false): Promise<InboxNotification> {
  return updateOne(ctx, one, 'messages.unsnooze', (message) => {
    if (message.snoozedUntil === null) return {};
    if (isUndo) return { snoozedUntil: null, ...snoozeKept(message, undefined) };
    const at = new Date();
    const again = { read: false, lastReadAt: null, deliveredAt: { push: at } };
    return { snoozedUntil: null, ...again, ...readingKept(message, at) };
  });
}
