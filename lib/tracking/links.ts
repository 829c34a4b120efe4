import type { EmailMessage } from '#lib/providers/message.ts';
import { trackedHtml } from './rewrite.ts';
import { clickToken, openToken, type TrackedMessage } from './token.ts';

/** The longest address that fits into a tracked link. */
const MAX_TARGET = 2_000;

/**
 * Returns the email with tracked links and the tracking pixel.
 *
 * @param origin Belfry's origin, as recipients reach it.
 */
export function withTracking<Message extends Pick<EmailMessage, 'html'> | object>(
  message: Message,
  origin: string,
  tracked: TrackedMessage,
): Message {
  if (!('html' in message)) return message;
  const link = (href: string) => {
    const target = targetOf(href, origin);
    return target && `${origin}/r/click/${clickToken(tracked, target)}?to=${encodeURIComponent(target)}`;
  };
  return { ...message, html: trackedHtml(message.html, { link, picture: `${origin}/r/open/${openToken(tracked)}` }) };
}

/**
 * Returns the address of a page in its normal form. Undefined for addresses that are not tracked: mail, telephone,
 * anchors in the email, other programs, addresses with a password, and the recipient's own page.
 */
export function targetOf(href: string, origin: string): string | undefined {
  const url = URL.parse(href.trim());
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  if (url.username !== '' || url.password !== '' || url.href.length > MAX_TARGET) return undefined;
  return url.href.startsWith(`${origin}/r/`) ? undefined : url.href;
}
