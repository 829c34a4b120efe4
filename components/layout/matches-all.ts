import { pastedId } from '#lib/text/pasted-id.ts';

/** Whether a text contains every word of a needle, in any order, ignoring case, accents and apostrophes. */
export function matchesAll(text: string, needle: string): boolean {
  const folded = fold(text);
  return wordsOf(needle).every((word) => folded.includes(word));
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
