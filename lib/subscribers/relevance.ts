/** Ranks how well a subscriber matches the typed words, as an SQL expression. */
import { containing, literal, type Values } from '#lib/postgres/sql.ts';
import type { FoldedWords } from './search-terms.ts';

/** The best rank. 3: the typed words appear together, 2: each is a whole word, 1: each begins a word, 0: they are inside words. */
const BEST_RELEVANCE = 3;

/** Returns the SQL for the relevance of the row `s`, 0 to BEST_RELEVANCE. Its column `search` must contain every word. */
export function relevanceOf(words: FoldedWords, values: Values): string {
  const forms = words.map((given) => given.map((form) => form.trim().replace(/\s+/g, ' ')));
  const together = forms.every((given) => given.length === 1) ? [forms.flat().join(' ')] : forms.flat();
  const any = (given: readonly string[], test: (form: string) => string) => `(${given.map(test).join(' OR ')})`;
  // The column begins with a space, but does not end with one.
  const whole = (form: string) =>
    `s.search LIKE ${values.add(containing(` ${form} `))} OR s.search LIKE ${values.add(`%${literal(` ${form}`)}`)}`;
  const beginning = (form: string) => `s.search LIKE ${values.add(containing(` ${form}`))}`;
  const all = (test: (form: string) => string) => forms.map((given) => any(given, test)).join(' AND ');
  return `CASE WHEN ${any(together, whole)} THEN ${BEST_RELEVANCE} WHEN ${all(whole)} THEN 2 WHEN ${all(beginning)} THEN 1 ELSE 0 END`;
}
