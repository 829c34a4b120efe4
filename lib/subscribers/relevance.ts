/** How well a subscriber matches what a person typed, as an expression of SQL. */
import { containing, literal, type Values } from '#lib/postgres/sql.ts';
import type { FoldedWords } from './search-terms.ts';

/** The best first: the typed words stand together, each is a whole word, each begins one, or they are within words. */
const BEST_RELEVANCE = 3;

/** The relevance of the row `s`, whose column `search` contains every word: 0 to BEST_RELEVANCE. */
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
