import { fold, wordsOf } from './matches-all.ts';

/** A text with the matches of the needle in bold. */
export function Matched({ text, needle }: { text: string; needle: string }) {
  return <MatchedParts parts={matchedParts(text, needle)} />;
}

export function MatchedParts({ parts }: { parts: readonly Part[] }) {
  return parts.map(({ part, isMatch }, index) =>
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

/** Splits a text at the matches of the needle: the first of each word, ignoring case and accents. */
export function matchedParts(text: string, needle: string): Part[] {
  const letters = [...text];
  const folded = letters.map(fold);
  // Folding may turn one letter into several letters or none.
  const origins = folded.flatMap((part, at) => part.split('').map(() => at));
  const places = wordsOf(needle).flatMap((word) => {
    const start = folded.join('').indexOf(word);
    return start < 0 ? [] : [{ first: origins[start] ?? 0, last: origins[start + word.length - 1] ?? 0 }];
  });
  const parts: Part[] = [];
  for (const [at, letter] of letters.entries()) {
    const isMatch = places.some(({ first, last }) => first <= at && at <= last);
    const previous = parts.at(-1);
    if (previous?.isMatch === isMatch) previous.part += letter;
    else parts.push({ part: letter, isMatch });
  }
  return parts;
}

/** Splits the parts at a position in the text. */
export function cutParts(parts: readonly Part[], at: number): [Part[], Part[]] {
  const [head, tail]: [Part[], Part[]] = [[], []];
  let from = 0;
  for (const { part, isMatch } of parts) {
    const cut = Math.max(0, at - from);
    if (cut > 0) head.push({ part: part.slice(0, cut), isMatch });
    if (cut < part.length) tail.push({ part: part.slice(cut), isMatch });
    from += part.length;
  }
  return [head, tail];
}
