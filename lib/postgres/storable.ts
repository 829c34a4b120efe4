/** Text and JSON as PostgreSQL stores them: without the NUL character and unpaired surrogates. */

const NUL = '\u0000';

/** Whether PostgreSQL can store the text: without the NUL character and unpaired surrogates. */
export function isStorableText(value: string): boolean {
  return !value.includes(NUL) && value.isWellFormed();
}

const REPLACEMENT = '\ufffd';

const ESCAPED = /\\(?:(u0000|ud[89a-f][0-9a-f]{2})|.)/g;

/**
 * Returns the JSON of unchecked external values, such as a provider's response. Characters that PostgreSQL cannot store
 * become the replacement character (U+FFFD).
 */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  // JSON.stringify escapes NUL and unpaired surrogates, but not surrogate pairs.
  if (!json.includes('\\u0000') && !json.includes('\\ud')) return json;
  return json.replace(ESCAPED, (same, unstorable) => (unstorable ? REPLACEMENT : same));
}

/** Like `storableJson`, for a text that is sent as UTF-8, whose encoding already replaces unpaired surrogates. */
export function withoutNul(text: string): string {
  return text.includes(NUL) ? text.replaceAll(NUL, REPLACEMENT) : text;
}
