import { pastedId } from '#lib/text/pasted-id.ts';

/** Whether a text contains every word of a needle, in any order, ignoring case, accents and apostrophes. */
export function matchesAll(text: string, needle: string): boolean {
  const folded = fold(text);
  return wordsOf(needle).every((word) => folded.includes(word));
}

/** Whether each word of a needle begins a word of a text, in any order, ignoring case, accents and apostrophes. */
export function startsWords(text: string, needle: string): boolean {
  const folded = ` ${fold(text)}`;
  return wordsOf(needle).every((word) => startsIn(folded, word));
}

function startsIn(folded: string, word: string): boolean {
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1))
    if (!/[\p{L}\p{N}]/u.test(folded[at - 1] ?? '')) return true;
  return false;
}

/** Returns the words of a needle, normalised for comparison. */
export function wordsOf(needle: string): string[] {
  return fold(needle).split(/\s+/).map(pastedId).filter(Boolean);
}

/** Returns a text in lower case, without accents and apostrophes. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase();
}
