/** A key or a header that names the id behind it. */
const LABEL =
  /^["'`]?(?:[\w-]*(?:message|transaction|notification|run|subscriber|provider)[-_ ]?id|in-reply-to)["'`]?\s*[:=]\s*/i;

/** What is in angle brackets at the end, as mail headers have it behind a label or a name. */
const IN_BRACKETS = /<\s*([^<>\s]+)\s*>[\s,;"'`]*$/;

const QUOTES = '"\'`“”„‘’«»';

/** From so many letters on, the part of a Message-ID before its @ names a message. A shorter one may be a person's name. */
const LEAST_LOCAL_PART = 16;

/**
 * An id without what surrounds it where it was copied: `Message-ID: <a@b>` and `"a@b",` are `a@b`. A text of which
 * nothing would be left stays as it is.
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

/** Without the quotation marks around it, where there are some at both ends. */
function unquoted(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && QUOTES.includes(text.charAt(start))) start++;
  while (end > start && QUOTES.includes(text.charAt(end - 1))) end--;
  return start > 0 && end < text.length ? text.slice(start, end) : text;
}

/**
 * The ids by which a provider may have accepted a message that a text names. A mail header has the id in angle brackets, and
 * with a domain where the provider's answer may have had none.
 */
export function providerIdForms(text: string): string[] {
  const plain = pastedId(text);
  const local = plain.slice(0, Math.max(0, plain.lastIndexOf('@')));
  return [...new Set([text, plain, `<${plain}>`, ...(local.length >= LEAST_LOCAL_PART ? [local] : [])])];
}
