import type { Message } from '#lib/messages/schema.ts';
import { messageState } from '#lib/messages/state.ts';
import { messageWhy } from '#lib/messages/summary.ts';
import { messageTitle } from '#lib/messages/title.ts';

/** A row of the message list. */
export interface MessageRow extends Message {
  /** Other messages of the page with the same step and result, to further devices or chats. */
  alike?: readonly Message[];
}

/**
 * Returns one row for all messages of a step to a person's devices or chats with the same result, in the place of the
 * newest. Only the messages of one page are known, so a step whose messages are on two pages has a row on each page.
 */
export function messageRows(messages: readonly Message[]): MessageRow[] {
  const rows = new Map<string, Message[]>();
  for (const [index, message] of messages.entries()) {
    const key = sentAs(message) ?? String(index);
    rows.set(key, [...(rows.get(key) ?? []), message]);
  }
  return [...rows.values()].flatMap(([first, ...alike]) => {
    if (!first) return [];
    return alike.length > 0 ? [{ ...first, alike }] : [first];
  });
}

const nouns = { push: 'devices', chat: 'chats' } as const;

/** Returns "3 devices". Undefined for a single message. */
export function targetsOf({ channel, alike = [] }: MessageRow): string | undefined {
  return hasTargets(channel) && alike.length > 0 ? `${alike.length + 1} ${nouns[channel]}` : undefined;
}

/** Whether a step sends one message to each device or chat of a person. */
export function hasTargets(channel: Message['channel']): channel is keyof typeof nouns {
  return channel in nouns;
}

/**
 * Returns a key that is equal for messages of one row, which differ only in their target. Undefined if each message has
 * its own row.
 */
function sentAs(message: Message): string | undefined {
  const { _notificationId, _messageTemplateId, channel, providerId } = message;
  if (!hasTargets(channel) || !_messageTemplateId) return undefined;
  const said = [messageState(message), messageWhy(message), messageTitle(message)];
  return JSON.stringify([_notificationId, _messageTemplateId, providerId, ...said]);
}
