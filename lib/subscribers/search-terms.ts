/** A raw statement: the database function that folds the searched column also folds typed text. */
import { query } from '#lib/postgres/db.ts';
import { pastedId } from '#lib/text/pasted-id.ts';

/** The words that the column `search` must contain, each in at least one of its forms. */
export type FoldedWords = readonly (readonly string[])[];

/** The largest number of words of a text that are searched. */
const MAX_WORDS = 10;

/** The minimum length of words that are also found inside other words. Shorter words are found only where words start. */
const MIN_INNER_LETTERS = 3;

/** Matches a phone number in common notations. Texts with more digits are IDs, and texts of only zeros are not numbers. */
const PHONE = /^(?=.*[1-9])[+(]{0,2}(?:\d[\s()./-]*){3,20}$/;

/** A word of zeros. It is found only where words start, because most phone numbers contain zeros. */
const ZEROS = /^0+$/;

/** Returns the words of `q` in the form that the database compares. Without words, everything matches. */
export async function foldWords(q: string): Promise<FoldedWords> {
  const forms = formsOf(q.trim());
  const texts = await foldTexts(forms.map(({ form }) => form));
  const words = new Map<number, string[]>();
  for (const [at, { word }] of forms.entries()) {
    const folded = texts[at] ?? '';
    if (folded.trim() === '') continue;
    const isShort = [...folded].length < MIN_INNER_LETTERS || ZEROS.test(folded);
    const form = isShort ? ` ${folded}` : folded;
    words.set(word, [...(words.get(word) ?? []), form]);
  }
  return [...words.values()];
}

/** Returns each text in the form that the database compares: lower case, no accents or apostrophes, spaces between words. */
export async function foldTexts(texts: readonly string[]): Promise<string[]> {
  const rows = await query<{ folded: string }>(
    'subscribers-fold',
    'SELECT search_fold(text) AS folded FROM unnest($1::text[]) WITH ORDINALITY AS given (text, place) ORDER BY place',
    [texts],
  );
  return rows.map(({ folded }) => folded);
}

/** Returns the forms to search. A phone number is also searched without separators and leading zeros: 0171 also finds +49 171. */
function formsOf(q: string): { form: string; word: number }[] {
  if (!PHONE.test(q)) return q.split(/\s+/, MAX_WORDS).map((given, word) => ({ form: pastedId(given), word }));
  const digits = q.replace(/[\s()./-]/g, '').replace(/^0{1,2}(?=[1-9]\d{2})/, '');
  return [...new Set([q, digits])].map((form) => ({ form, word: 0 }));
}
