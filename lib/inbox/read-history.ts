/**
 * The times that a change of an in-app message would otherwise lose. They are in the JSON of the message, because only
 * the page of the message reads them.
 */
import type { JsonObject } from '#lib/json/values.ts';
import { json } from '#lib/postgres/db.ts';
import type { Message } from '#prisma/generated/client.ts';
import type { InboxTimes } from './schema.ts';
import { inboxOf } from './wire.ts';

type ReadMessage = Pick<Message, 'inbox' | 'read' | 'lastReadAt' | 'archivedAt'>;

/** Returns the columns that store when a message was first read, and since when it is unread again. */
export function readingKept(message: ReadMessage, unreadAt: Date) {
  const { read, lastReadAt, archivedAt } = message;
  // Archiving also marks messages as read that their subscriber has not opened.
  if (!read || !lastReadAt || lastReadAt.getTime() === archivedAt?.getTime()) return {};
  const inbox = inboxOf(message);
  const firstReadAt = inbox.firstReadAt ?? lastReadAt.toISOString();
  return { inbox: json({ ...inbox, firstReadAt, unreadAt: unreadAt.toISOString() }) };
}

/** Returns the columns that store when the subscriber snoozed a message. Undefined after the snooze was undone. */
export function snoozeKept(message: Pick<Message, 'inbox'>, snoozedAt: Date | undefined) {
  return { inbox: json({ ...inboxOf(message), snoozedAt: snoozedAt?.toISOString() }) };
}

/** Returns the stored times. Messages that an earlier release changed have none. */
export function inboxTimes(inbox: JsonObject): InboxTimes {
  const names = ['firstReadAt', 'unreadAt', 'snoozedAt'] as const;
  return Object.fromEntries(
    names.flatMap((name) => {
      const at = inbox[name];
      // The statement that ends snoozes stores times in the format of PostgreSQL.
      return typeof at === 'string' ? [[name, new Date(at).toISOString()]] : [];
    }),
  );
}
