import type { EmailMessage } from '#lib/providers/message.ts';
import type { RecipientLinks } from './links.ts';

const LIST_UNSUBSCRIBE = 'List-Unsubscribe';

/**
 * Adds the headers by which mail programs offer to unsubscribe with one click (RFC 2369, RFC 8058). Headers of the
 * trigger take precedence. Without an absolute address, none are added.
 */
export function withListHeaders<Message extends Pick<EmailMessage, 'headers'> | object>(
  message: Message,
  { unsubscribeUrl }: RecipientLinks,
): Message {
  const given: Record<string, string> = 'headers' in message ? (message.headers ?? {}) : {};
  const isGiven = Object.keys(given).some((name) => name.toLowerCase() === LIST_UNSUBSCRIBE.toLowerCase());
  if (isGiven || !URL.canParse(unsubscribeUrl)) return message;
  const [page] = unsubscribeUrl.split('#');
  const headers = { [LIST_UNSUBSCRIBE]: `<${page}>`, [`${LIST_UNSUBSCRIBE}-Post`]: 'List-Unsubscribe=One-Click' };
  return { ...message, headers: { ...given, ...headers } };
}
