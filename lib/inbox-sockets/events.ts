import { isObject, type JsonObject } from '#lib/json/values.ts';
import type { InboxNumbers, SocketMessage } from './query.ts';

/** A higher count is sent as this count, with `hasMore`. */
const CAP = 100;

/** The data of `unread_count_changed`. */
export function unreadData({ unread, high, medium, low, none }: InboxNumbers): JsonObject {
  const severity = { high: capped(high), medium: capped(medium), low: capped(low), none: capped(none) };
  return {
    unreadCount: capped(unread),
    counts: { total: capped(unread), severity },
    hasMore: unread > CAP,
  };
}

/** The data of `unseen_count_changed`. */
export function unseenData({ unseen }: InboxNumbers): JsonObject {
  return { unseenCount: capped(unseen), hasMore: unseen > CAP };
}

const capped = (count: number) => Math.min(count, CAP);

/**
 * The data of `notification_received`. The official clients convert this shape, which differs from the inbox API and
 * requires `cta`.
 */
export function receivedData(message: SocketMessage): JsonObject {
  const { id, content, workflowId, workflowIdentifier, workflowName, critical } = message;
  const inbox = isObject(message.inbox) ? message.inbox : {};
  const [tags, severity] = [message.tags ?? [], message.severity ?? 'none'];
  const workflow = { _id: workflowId, identifier: workflowIdentifier, name: workflowName, critical, tags, severity };
  return {
    message: {
      _id: id,
      transactionId: message.transactionId,
      content: typeof content === 'string' ? content : '',
      ...(message.subject !== null && { subject: message.subject }),
      ...(typeof inbox.avatar === 'string' && { avatar: inbox.avatar }),
      ...stateOf(message),
      channel: 'in_app',
      subscriber: subscriberOf(message),
      cta: ctaOf(inbox),
      tags,
      ...(isObject(inbox.data) && { data: inbox.data }),
      ...(workflowName !== null && { workflow }),
      severity,
    },
  };
}

/** A snooze that has ended does not count. */
function stateOf(message: SocketMessage): JsonObject {
  const { read, seen, archivedAt, snoozedUntil, deliveredAt, createdAt, lastReadAt, firstSeenAt } = message;
  return {
    read,
    seen,
    archived: archivedAt !== null,
    snoozedUntil: snoozedUntil !== null && snoozedUntil.getTime() > Date.now() ? snoozedUntil : null,
    deliveredAt,
    createdAt,
    lastReadDate: read ? lastReadAt : null,
    firstSeenDate: firstSeenAt,
    archivedAt,
  };
}

function subscriberOf({ recipient, subscriberId, firstName, lastName, avatar }: SocketMessage): JsonObject {
  return {
    _id: recipient,
    subscriberId,
    ...(firstName !== null && { firstName }),
    ...(lastName !== null && { lastName }),
    ...(avatar !== null && { avatar }),
  };
}

function ctaOf({ redirect, primaryAction, secondaryAction }: JsonObject): JsonObject {
  const actions = [
    { type: 'primary', action: primaryAction },
    { type: 'secondary', action: secondaryAction },
  ].flatMap(({ type, action }) => (isObject(action) ? [{ type, action }] : []));
  const done = actions.find(({ action }) => action.isCompleted === true);
  return {
    ...(isObject(redirect) && { data: redirect }),
    ...(actions.length > 0 && {
      action: {
        status: done ? 'done' : 'pending',
        ...(done && { result: { type: done.type } }),
        buttons: actions.map(({ type, action }) => buttonOf(type, action)),
      },
    }),
  };
}

function buttonOf(type: string, { label, redirect }: JsonObject): JsonObject {
  return { type, content: typeof label === 'string' ? label : '', ...(isObject(redirect) && redirect) };
}
