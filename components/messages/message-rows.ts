import type { Message } from '#lib/messages/schema.ts';
import { messageState } from '#lib/messages/state.ts';
import { messageWhy } from '#lib/messages/summary.ts';
import { messageTitle } from '#lib/messages/title.ts';

/** A message of a list. */
export interface MessageRow extends Message {
  /** The other messages of the page that say the same of further devices or chats of this one's step. */
  alike?: readonly Message[];
}

/**
 * One row for what a step sent to several devices or chats of one person with the same result; the newest one's place is the
 * row's. Only the messages of one page are known: a step whose messages lie on two pages has a row on each.
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

/** "3 devices". Undefined for a message of its own. */
export function targetsOf({ channel, alike = [] }: MessageRow): string | undefined {
  return hasTargets(channel) && alike.length > 0 ? `${alike.length + 1} ${nouns[channel]}` : undefined;
}

/** Whether a step sends one message to each device or chat of a person. */
export function hasTargets(channel: Message['channel']): channel is keyof typeof nouns {
  return channel in nouns;
}

/** The texts of a row apart from the target of the message. Undefined if each message has one target. */
function sentAs(message: Message): string | undefined {
  const { _notificationId, _messageTemplateId, channel, providerId } = message;
  if (!hasTargets(channel) || !_messageTemplateId) return undefined;
  const said = [messageState(message), messageWhy(message), messageTitle(message)];
  return JSON.stringify([_notificationId, _messageTemplateId, providerId, ...said]);
}
