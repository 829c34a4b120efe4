/** Decides whether the address or the sender caused a bounce. */
import type { Bounce } from '#lib/delivery-events/kinds.ts';

/**
 * Returns the kind of a bounce. A status of the group “security or policy” (RFC 3463: `5.7.1`, `4.7.0`) means that the server
 * refused the sender or the content, so the address may exist.
 *
 * @param status the enhanced status code of the receiving server, if the vendor passes it on.
 */
export function bounceOf(bounce: Bounce, status: string | undefined): Bounce {
  return status !== undefined && /^[45]\.7\./.test(status) ? 'block' : bounce;
}

/**
 * Returns the first enhanced status code (RFC 3463) in the words of a receiving server: `5.1.1` of “550 5.1.1 User unknown”. For
 * vendors that pass on the words alone.
 */
export function statusIn(words: string | undefined): string | undefined {
  return words?.match(/(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?!\.?\d)/)?.[0];
}

/** The bounce subtypes of Amazon SES for refusals because of the message itself. */
const REFUSED_MESSAGES = new Set(['ContentRejected', 'AttachmentRejected', 'MessageTooLarge']);

/** https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html#bounce-types */
export function amazonBounce(type: string | undefined, subType: string | undefined): Bounce {
  if (REFUSED_MESSAGES.has(subType ?? '')) return 'block';
  return type === 'Permanent' ? 'hard' : 'soft';
}
