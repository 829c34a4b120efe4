import { fold, wordsOf } from './matches-all.ts';

/** A text with what matches the needle in bold. */
export function Matched({ text, needle }: { text: string; needle: string }) {
  return matchedParts(text, needle).map(({ part, isMatch }, index) =>
    isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no identity but their place
      <b key={index} className="font-semibold text-fg">
        {part}
      </b>
    ) : (
      part
    ),
  );
}

interface Part {
  part: string;
  isMatch: boolean;
}

/** A text cut where a word of the needle begins and ends: the first place of each, blind to case and accents. */
export function matchedParts(text: string, needle: string): Part[] {
  const letters = [...text];
  const folded = letters.map(fold);
  // One letter may have become several, or none.
  const origins = folded.flatMap((part, at) => part.split('').map(() => at));
  const matched = new Set(wordsOf(needle).flatMap((word) => placeOf(word, folded.join('')).map((at) => origins[at])));
  const parts: Part[] = [];
  for (const [at, letter] of letters.entries()) {
    const last = parts.at(-1);
    if (last?.isMatch === matched.has(at)) last.part += letter;
    else parts.push({ part: letter, isMatch: matched.has(at) });
  }
  return parts;
}

/** The positions that a word takes in a text. */
function placeOf(word: string, text: string): number[] {
  const start = text.indexOf(word);
  return start < 0 ? [] : Array.from(word.split(''), (_, at) => start + at);
}
