import { foldTexts } from '#lib/subscribers/search-terms.ts';

/**
 * A regular expression of PostgreSQL that finds `text` anywhere, whatever its case and accents. Matching it costs as much as
 * ILIKE; folding each text that is read would cost eight times as much where it is not all ASCII.
 */
export async function foldedPattern(text: string): Promise<string> {
  letters ??= readLetters().catch((error) => {
    letters = undefined;
    throw error;
  });
  const { foldOf, formsOf, parts } = await letters;
  const folds = [...text].map((letter) => foldOf.get(letter) ?? letter.toLowerCase());
  // Apart from its neighbours: "sß" is an "s" before an "ss".
  const folded = folds.map((fold) => (fold.length > 1 ? `${APART}${fold}${APART}` : fold)).join('');
  const patterns = (folded.match(parts) ?? []).map((part) => {
    const spelled = [...part].map((letter) => classOf([letter, letter.toUpperCase(), ...(formsOf.get(letter) ?? [])]));
    const pattern = spelled.join(IGNORED);
    return spelled.length > 1 ? `(?:${pattern}|${classOf(formsOf.get(part) ?? [])})` : pattern;
  });
  return patterns.join(IGNORED);
}

/** No text has it, because PostgreSQL stores none that has. */
const APART = '\0';

/** Accents that are characters of their own, and apostrophes: they are folded to nothing. */
const IGNORED = "[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u064b-\u065f\u0670'’‘ʼ]*";

interface Letters {
  /** What a letter is folded to: "u" of "Ü", "ss" of "ß". */
  foldOf: ReadonlyMap<string, string>;
  /** The letters that are folded to a text. */
  formsOf: ReadonlyMap<string, readonly string[]>;
  /** What a folded text is made of: what one letter may stand for, and single characters. */
  parts: RegExp;
}

/** They never change, and are read once. */
let letters: Promise<Letters> | undefined;

/** From and to: letters that may have accents (Latin, Greek, Cyrillic and their additions), accents and apostrophes. */
const RANGES = [
  [0x27, 0x27],
  [0xc0, 0x670],
  [0x1e00, 0x1fff],
  [0x2018, 0x2019],
] as const;

/** Which letters are alike says the database, as when it searches subscribers. */
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

/** Any one of the characters. A letter whose capital is two (ß) has none here. */
function classOf(characters: readonly string[]): string {
  const single = [...new Set(characters)].filter((each) => [...each].length === 1);
  return `[${single.map((each) => (/[\\\]^-]/.test(each) ? `\\${each}` : each)).join('')}]`;
}
