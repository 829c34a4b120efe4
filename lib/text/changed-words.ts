import { isObject, parseJson } from '#lib/json/values.ts';

/** The maximum number of words that are shown. */
const WORDS = 5;

/**
 * Returns the first words in which two versions of a body differ: "Newer head" for a change from "Letterhead".
 * Undefined if only the design differs, such as a colour. A body is HTML, or the JSON of a block editor.
 */
export function changedWords(before: unknown, after: unknown): string | undefined {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const start = now.findIndex((word, at) => word !== old[at]);
  if (start < 0) return old.length > now.length ? excerpt(old, now.length) : undefined;
  return excerpt(now, start);
}

function excerpt(words: readonly string[], start: number): string {
  const shown = words.slice(start, start + WORDS).join(' ');
  return start + WORDS < words.length ? `${shown}…` : shown;
}

function wordsOf(body: unknown): string[] {
  const text = typeof body === 'string' ? body : '';
  const document = parseJson(text);
  const shown = isObject(document) ? textsOf(document).join(' ') : withoutMarkup(text);
  return shown.split(/\s+/).filter(Boolean);
}

function withoutMarkup(html: string): string {
  const [first = '', ...styled] = html.split(/<style/i);
  // The part begins with the end tag of a style, which is removed with the other tags.
  const others = styled.map((part) => part.slice(Math.max(0, part.indexOf('</'))));
  return [first, ...others].join(' ').replace(/<[^<>]*>/g, ' ');
}

/** Returns the texts of the blocks in reading order. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'text' && typeof inner === 'string' ? inner : textsOf(inner),
  );
}
