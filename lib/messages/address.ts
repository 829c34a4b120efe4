import type { Message } from './schema.ts';

type Addressed = Pick<Message, 'channel' | 'email' | 'phone' | 'directWebhookUrl' | 'deviceTokens' | 'subscriber'>;

const TOKEN_END = 6;

/**
 * Returns the recipient's address for lists: an email address, a phone number, the end of a device token or the host of a
 * webhook. For in-app messages, the subscriber's current email address. Undefined if there is none.
 */
export function shownAddress(message: Addressed): string | undefined {
  const { channel, email, phone, directWebhookUrl, deviceTokens, subscriber } = message;
  const [token] = deviceTokens ?? [];
  if (email ?? phone) return email ?? phone;
  if (token) return `device …${token.slice(-TOKEN_END)}`;
  if (directWebhookUrl) return URL.canParse(directWebhookUrl) ? new URL(directWebhookUrl).host : directWebhookUrl;
  return channel === 'in_app' ? (subscriber?.email ?? undefined) : undefined;
}
