import { asciiDomain } from '#lib/providers/email-address.ts';
import type { EmailMessage } from '#lib/providers/message.ts';
import type { RecipientLinks } from './links.ts';
import { isLocalAddress } from './local-address.ts';

const LIST_UNSUBSCRIBE = 'List-Unsubscribe';

/**
 * Adds the headers by which mail programs offer to unsubscribe with one click (RFC 2369, RFC 8058). Headers of the
 * trigger take precedence. A link that works only on this machine is left out, because mail services call it.
 *
 * @param address the integration’s unsubscribe address. Absent: emails offer only the link.
 */
export function withListHeaders<Message extends Pick<EmailMessage, 'headers'> | object>(
  message: Message,
  { unsubscribeUrl }: RecipientLinks,
  address?: string,
): Message {
  const given: Record<string, string> = 'headers' in message ? (message.headers ?? {}) : {};
  const isGiven = Object.keys(given).some((name) => name.toLowerCase() === LIST_UNSUBSCRIBE.toLowerCase());
  const [page = ''] = unsubscribeUrl.split('#');
  const isReachable = URL.canParse(page) && !isLocalAddress(page);
  const ways = [...(address ? [mailto(address, page)] : []), ...(isReachable ? [page] : [])];
  if (isGiven || ways.length === 0) return message;
  const headers = {
    [LIST_UNSUBSCRIBE]: ways.map((way) => `<${way}>`).join(', '),
    ...(isReachable && { [`${LIST_UNSUBSCRIBE}-Post`]: 'List-Unsubscribe=One-Click' }),
  };
  return { ...message, headers: { ...given, ...headers } };
}

/** Returns the `mailto:` URL of an email that unsubscribes. The subject contains the token of the link. */
function mailto(address: string, page: string): string {
  const token = page.slice(page.lastIndexOf('/') + 1);
  const at = address.lastIndexOf('@');
  return `mailto:${encodeURIComponent(address.slice(0, at))}@${asciiDomain(address).split('@').at(-1)}?subject=unsubscribe-${token}`;
}
