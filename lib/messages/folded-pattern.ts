import { foldTexts } from '#lib/subscribers/search-terms.ts';

/**
 * Returns a PostgreSQL regular expression that finds `text` regardless of case and accents. Matching it costs as much as
 * ILIKE. Folding each stored text instead would cost eight times as much for text that is not all ASCII.
 */
export async function foldedPattern(text: string): Promise<string> {
  letters ??= readLetters().catch((error) => {
    letters = undefined;
    throw error;
  });
  const { foldOf, formsOf, parts } = await letters;
  const folds = [...text].map((letter) => foldOf.get(letter) ?? letter.toLowerCase());
  // The separator distinguishes "s" before "ß" from "ß" before "s": both fold to "sss".
  const folded = folds.map((fold) => (fold.length > 1 ? `${APART}${fold}${APART}` : fold)).join('');
  const patterns = (folded.match(parts) ?? []).map((part) => {
    const spelled = [...part].map((letter) => classOf([letter, letter.toUpperCase(), ...(formsOf.get(letter) ?? [])]));
    const pattern = spelled.join(IGNORED);
    return spelled.length > 1 ? `(?:${pattern}|${classOf(formsOf.get(part) ?? [])})` : pattern;
  });
  return patterns.join(IGNORED);
}

/** A separator that cannot occur in texts, because PostgreSQL does not store this character. */
const APART = '\0';

/** Combining accents and apostrophes, which folding removes. */
const IGNORED = "[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u064b-\u065f\u0670'’‘ʼ]*";

interface Letters {
  /** The folded text of each letter: "u" for "Ü", "ss" for "ß". */
  foldOf: ReadonlyMap<string, string>;
  /** The letters that fold to each text. */
  formsOf: ReadonlyMap<string, readonly string[]>;
  /** Splits a folded text into the folds of single letters, such as "ss", and single characters. */
  parts: RegExp;
}

/** The letters, read once because they never change. */
let letters: Promise<Letters> | undefined;

/** Code point ranges of letters that may have accents (Latin, Greek, Cyrillic and extensions), accents and apostrophes. */
const RANGES = [
  [0x27, 0x27],
  [0xc0, 0x670],
  [0x1e00, 0x1fff],
  [0x2018, 0x2019],
] as const;

/** Reads from the database which letters fold to the same text, as in the search for subscribers. */
async function readLetters(): Promise<Letters> {
  const all = RANGES.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)),
  );
  const folded = await foldTexts(all);
  const foldOf = new Map(all.map((letter, at) => [letter, folded[at]?.trim() ?? letter]));
  const alike = Map.groupBy(
    [...foldOf].filter(([, folded]) => /^\p{L}.?$/su.test(folded)),
    ([, folded]) => folded,
  );
  const formsOf = new Map([...alike].map(([folded, pairs]) => [folded, pairs.map(([letter]) => letter)]));
  const doubled = [...formsOf.keys()].filter((folded) => [...folded].length > 1);
  return { foldOf, formsOf, parts: new RegExp(`${doubled.join('|')}|[^${APART}]`, 'gu') };
}

/** Returns a pattern for any one of the characters. Omits entries of several letters, such as "SS", the capital of "ß". */
function classOf(characters: readonly string[]): string {
  const single = [...new Set(characters)].filter((each) => [...each].length === 1);
  return `[${single.map((each) => (/[\\\]^-]/.test(each) ? `\\${each}` : each)).join('')}]`;
}
