import type { Message } from './schema.ts';

type Addressed = Pick<Message, 'channel' | 'email' | 'phone' | 'directWebhookUrl' | 'deviceTokens' | 'subscriber'>;

const TOKEN_END = 6;

/**
 * Where the message went, as a list shows it: an address, the end of a device's token, the host of a webhook. An inbox has no
 * address; there it is the email address that the subscriber is known by. Undefined where it had none.
 */
export function shownAddress(message: Addressed): string | undefined {
  const { channel, email, phone, directWebhookUrl, deviceTokens, subscriber } = message;
  const [token] = deviceTokens ?? [];
  if (email ?? phone) return email ?? phone;
  if (token) return `device …${token.slice(-TOKEN_END)}`;
  if (directWebhookUrl) return URL.canParse(directWebhookUrl) ? new URL(directWebhookUrl).host : directWebhookUrl;
  return channel === 'in_app' ? (subscriber?.email ?? undefined) : undefined;
}
