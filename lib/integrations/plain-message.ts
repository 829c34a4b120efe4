import { fieldError } from '#lib/api/errors.ts';
import { newId } from '#lib/id.ts';
import type { ChannelMessage, DeliveryChannel } from '#lib/providers/message.ts';

interface PlainMessage {
  /** The recipient: an email address, a phone number, a device token, or the webhook URL or channel of a chat. */
  to: string;
  /** The subject of an email, or the title of a push message. */
  title: string;
  content: string;
  /** The token that authorises a message to a chat channel. */
  apiToken?: string | undefined;
}

/**
 * Returns a message of plain text for one recipient, as tests and alerts send it.
 *
 * @throws ApiError 422 if `to` is not an address of the channel.
 */
export function plainMessage(channel: DeliveryChannel, { to, title, content, apiToken }: PlainMessage): ChannelMessage {
  const id = newId();
  requireRecipient(channel, to);
  switch (channel) {
    case 'email':
      return { channel, id, to: { email: to }, subject: title, html: paragraphs(content), text: content };
    case 'sms':
      return { channel, id, to, content };
    case 'push':
      return { channel, id, token: to, title, content };
    case 'chat': {
      const target = /^https?:/i.test(to) ? { webhookUrl: to } : { channel: to };
      return { channel, id, target: { ...target, ...(apiToken && { apiToken }) }, content };
    }
  }
}

/**
 * Checks the recipient of a test or an alert. Unlike the address of a subscriber, an email address may have a domain of
 * one label, such as `admin@intranet`.
 *
 * @throws ApiError 422 if `to` is not an address of the channel.
 */
export function requireRecipient(channel: DeliveryChannel, to: string): void {
  if (channel === 'email' && !/^[^\s@<>]+@[^\s@<>]+$/.test(to)) throw fieldError('to', 'must be an email address');
  if (channel === 'sms' && !/^\+?[\d ().-]{3,30}$/.test(to)) throw fieldError('to', 'must be a phone number');
}

function paragraphs(text: string): string {
  return text
    .split('\n')
    .map((line) => `<p>${escaped(line)}</p>`)
    .join('');
}

function escaped(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
  return text.replace(/[&<>]/g, (character) => entities[character] ?? character);
}
