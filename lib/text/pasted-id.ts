/** Matches a key or header before an ID. */
const LABEL =
  /^["'`]?(?:[\w-]*(?:message|transaction|notification|run|subscriber|provider)[-_ ]?id|in-reply-to)["'`]?\s*[:=]\s*/i;

/** Matches text in angle brackets at the end, which follows a label or name in mail headers. */
const IN_BRACKETS = /<\s*([^<>\s]+)\s*>[\s,;"'`]*$/;

const QUOTES = '"\'`“”„‘’«»';

/** The minimum length of the part before @ that alone identifies a Message-ID. Shorter parts may be names of people. */
const MIN_LOCAL_PART = 16;

/**
 * Removes copied text around an ID: `Message-ID: <a@b>` and `"a@b",` become `a@b`. If nothing would be left, the text
 * is only trimmed.
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

/** Removes quotation marks around a text if there are some at both ends. */
function unquoted(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && QUOTES.includes(text.charAt(start))) start++;
  while (end > start && QUOTES.includes(text.charAt(end - 1))) end--;
  return start > 0 && end < text.length ? text.slice(start, end) : text;
}

/**
 * Returns the IDs that a provider may have returned for the message that a text names. Mail headers have the ID in angle
 * brackets and with a domain, which the provider's response may lack.
 */
export function providerIdForms(text: string): string[] {
  const plain = pastedId(text);
  const local = plain.slice(0, Math.max(0, plain.lastIndexOf('@')));
  return [...new Set([text, plain, `<${plain}>`, ...(local.length >= MIN_LOCAL_PART ? [local] : [])])];
}
