/** Names of the headers that users may give an email. Safe for the browser. */

/** Headers that define the recipients and the structure of an email. Only Belfry's message sets them. */
const OF_MESSAGE = /^(to|cc|bcc|from|sender|resent-.*|content-.*|mime-version)$/i;

/**
 * Whether users may set a header: its name is valid (RFC 5322, 2.2: printable ASCII without the colon), and the message
 * does not set the header itself.
 */
export function isMailHeaderName(name: string): boolean {
  return isHeaderName(name) && !OF_MESSAGE.test(name);
}

/** Headers that other fields of an email step set. */
const OF_FIELDS = /^(cc|bcc|subject|reply-to)$/i;

/** Headers that Belfry or the mail server sets in each email. */
const OF_SERVICE = /^(message-id|date|received|return-path|dkim-signature|list-unsubscribe|list-unsubscribe-post)$/i;

/** Returns why an email step may not have the header. Undefined if it may. */
export function stepHeaderProblem(name: string): string | undefined {
  if (OF_FIELDS.test(name)) return 'This header has its own field. Use that field, and remove the line.';
  if (OF_MESSAGE.test(name) || OF_SERVICE.test(name)) return 'Belfry sets this header itself. Remove the line.';
  if (isHeaderName(name) && !/[{}]/.test(name)) return undefined;
  return 'This is not a valid header name. Use letters, digits and hyphens, such as X-Order.';
}

function isHeaderName(name: string): boolean {
  return /^[!-9;-~]+$/.test(name);
}
