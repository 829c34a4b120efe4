/** A raw statement: what people type is folded by the database function that folds the searched column. */
import { query } from '#lib/postgres/db.ts';
import { pastedId } from '#lib/text/pasted-id.ts';

/** The column `search` contains every word; a word in at least one of its forms. */
export type FoldedWords = readonly (readonly string[])[];

/** How many words of a text are looked for. */
const MAX_WORDS = 10;

/** From how many letters on a word is found inside other words. A shorter one is found where words start. */
const MIN_INNER_LETTERS = 3;

/** A phone number as people write it. A text of more digits is an id, and one of zeros is no number. */
const PHONE = /^(?=.*[1-9])[+(]{0,2}(?:\d[\s()./-]*){3,20}$/;

/** Zeros are in most phone numbers, so a word of zeros is found where words start. */
const ZEROS = /^0+$/;

/** The words of `q` as the database compares them. Without words, everything matches. */
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

/** Each text as the database compares it: in small letters, without accents and apostrophes, with spaces that part words. */
export async function foldTexts(texts: readonly string[]): Promise<string[]> {
  const rows = await query<{ folded: string }>(
    'subscribers-fold',
    'SELECT search_fold(text) AS folded FROM unnest($1::text[]) WITH ORDINALITY AS given (text, place) ORDER BY place',
    [texts],
  );
  return rows.map(({ folded }) => folded);
}

/** A phone number is also looked for without separators and its one or two leading zeros: +49 171 is found as 0171 or 0049171. */
function formsOf(q: string): { form: string; word: number }[] {
  if (!PHONE.test(q)) return q.split(/\s+/, MAX_WORDS).map((given, word) => ({ form: pastedId(given), word }));
  const digits = q.replace(/[\s()./-]/g, '').replace(/^0{1,2}(?=[1-9]\d{2})/, '');
  return [...new Set([q, digits])].map((form) => ({ form, word: 0 }));
}
