/**
 * Searches for a text in another text in linear time. For some texts that users can enter, the runtime's search takes
 * quadratic time: half a minute for two texts of half a megabyte.
 */

/** The maximum length for which the runtime's search is always fast. */
const SHORT = 32;

export function containsText(text: string, part: string): boolean {
  return indexOfText(text, part) >= 0;
}

/** Returns the first position of `part` from `from` on, or -1. */
export function indexOfText(text: string, part: string, from = 0): number {
  const start = text.indexOf(part.slice(0, SHORT), from);
  if (part.length <= SHORT || start < 0) return start;
  return search(text, part, bordersOf(part), start);
}

/** Replaces every occurrence of `part`. */
export function replaceText(text: string, part: string, replacement: string): string {
  if (part.length <= SHORT) return part === '' ? text : text.replaceAll(part, () => replacement);
  if (!text.includes(part.slice(0, SHORT))) return text;
  const kept: string[] = [];
  const borders = bordersOf(part);
  let from = 0;
  for (let at = search(text, part, borders, 0); at >= 0; at = search(text, part, borders, from)) {
    kept.push(text.slice(from, at));
    from = at + part.length;
  }
  return [...kept, text.slice(from)].join(replacement);
}

/** Searches with the algorithm of Knuth, Morris and Pratt. */
function search(text: string, part: string, borders: Uint32Array, from: number): number {
  let matched = 0;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    while (matched > 0 && part.charCodeAt(matched) !== code) matched = borders[matched - 1] as number;
    if (part.charCodeAt(matched) === code) matched++;
    if (matched === part.length) return at + 1 - matched;
  }
  return -1;
}

/** Returns for each prefix of `part` the length of its longest proper prefix that is also its suffix. */
function bordersOf(part: string): Uint32Array {
  const borders = new Uint32Array(part.length);
  let length = 0;
  for (let at = 1; at < part.length; at++) {
    const code = part.charCodeAt(at);
    while (length > 0 && part.charCodeAt(length) !== code) length = borders[length - 1] as number;
    if (part.charCodeAt(length) === code) length++;
    borders[at] = length;
  }
  return borders;
}
