/** Decides whether the address or the sender caused a bounce. */
import type { Bounce } from '#lib/delivery-events/kinds.ts';

/**
 * Returns the kind of a bounce. A status of the group “security or policy” (RFC 3463: `5.7.1`, `4.7.0`) means that the
 * server refused the sender or the content, so the address may exist.
 *
 * @param status the enhanced status code of the receiving server, if the vendor passes it on.
 */
export function bounceOf(bounce: Bounce, status: string | undefined): Bounce {
  return status !== undefined && /^[45]\.7\./.test(status) ? 'block' : bounce;
}

/**
 * Returns the first enhanced status code (RFC 3463) in the response text of a receiving server: `5.1.1` in “550 5.1.1
 * User unknown”. Needed for vendors that pass on only the text.
 */
export function statusIn(words: string | undefined): string | undefined {
  return words?.match(/(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?!\.?\d)/)?.[0];
}

/**
 * Returns the kind of a failure that a receiving server reports (RFC 3464), by its status code (RFC 3463):
 * - Soft: 4.x.x, after the server's last retry; a full mailbox (x.2.2), which some servers report as permanent; faults
 *   of the server, loops and protocol errors (5.3.x, 5.4.6, 5.5.x), which do not concern the address.
 * - Block: policy (x.7.x); the size or content of the message (5.2.3, 5.3.4, 5.6.x), which the server refuses for any
 *   address.
 * - Hard: all others.
 *
 * @param words the server's response text. Its code may be more exact than a status such as 5.0.0.
 */
export function reportedBounce(status: string | undefined, words: string | undefined): Bounce {
  const inWords = statusIn(words);
  const exact = status === undefined || /^[45]\.0\.0$/.test(status) ? (inWords ?? status) : status;
  const code = exact ?? '5.0.0';
  if (code.startsWith('4') || /^5\.(2\.2|3\.[0-35-9]|4\.6|5\.\d+)$/.test(code)) return bounceOf('soft', code);
  return /^5\.(2\.3|3\.4|6\.\d+)$/.test(code) ? 'block' : bounceOf('hard', code);
}

/** The bounce subtypes of Amazon SES for a message that the receiving server refused because of its content or size. */
const REFUSED_MESSAGES = new Set(['ContentRejected', 'AttachmentRejected', 'MessageTooLarge']);

/**
 * Returns the kind of an Amazon SES bounce:
 * https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html#bounce-types
 */
export function amazonBounce(type: string | undefined, subType: string | undefined): Bounce {
  if (REFUSED_MESSAGES.has(subType ?? '')) return 'block';
  return type === 'Permanent' ? 'hard' : 'soft';
}
