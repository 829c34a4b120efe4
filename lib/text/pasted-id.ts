/** Matches the key or header name before a copied ID. */
const LABEL =
  /^["'`]?(?:[\w-]*(?:message|transaction|notification|run|subscriber|provider)[-_ ]?id|in-reply-to)["'`]?\s*[:=]\s*/i;

/** Matches text in angle brackets at the end of a copied text. In mail headers, it follows a label or a name. */
const IN_BRACKETS = /<\s*([^<>\s]+)\s*>[\s,;"'`]*$/;

const QUOTES = '"\'`“”„‘’«»';

/**
 * The minimum length of the part before @ that is unique enough to find a Message-ID. Shorter parts may be names of
 * people.
 */
const MIN_LOCAL_PART = 16;

/**
 * Removes text that was copied with an ID: `Message-ID: <a@b>` and `"a@b",` become `a@b`. If nothing else would remain,
 * only trims the text.
 */
export function pastedId(text: string): string {
  const plain = text.trim();
  const labelled = plain
    .replace(LABEL, '')
    .replace(/(?<![,;])[,;]+$/, '')
    .trim();
  const [, inner = labelled] = IN_BRACKETS.exec(labelled) ?? [];
  return unquoted(inner).trim() || plain;
}

/** Removes the quotation marks around a text, if it both starts and ends with one. */
function unquoted(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && QUOTES.includes(text.charAt(start))) start++;
  while (end > start && QUOTES.includes(text.charAt(end - 1))) end--;
  return start > 0 && end < text.length ? text.slice(start, end) : text;
}

/**
 * Returns the forms in which a provider may have returned a message ID. Mail headers contain the ID in angle brackets
 * and with a domain. The provider's response may contain it without them.
 */
export function providerIdForms(text: string): string[] {
  const plain = pastedId(text);
  const local = plain.slice(0, Math.max(0, plain.lastIndexOf('@')));
  return [...new Set([text, plain, `<${plain}>`, ...(local.length >= MIN_LOCAL_PART ? [local] : [])])];
}
