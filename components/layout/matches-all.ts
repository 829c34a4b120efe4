/** Whether a text contains every word of a needle, in any order and whatever their case, accents and apostrophes. */
export function matchesAll(text: string, needle: string): boolean {
  const folded = fold(text);
  return fold(needle)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .trim();
}
