import { en, type Text, type TextKey, type Texts } from './english.ts';
import { de } from './german.ts';

const TABLES: Readonly<Record<string, Texts>> = { en, de };

export type Translate = (key: TextKey, values?: Record<string, string | number>) => string;

/**
 * Returns the function that looks up texts: in the texts of the page, then of the language, then in English.
 *
 * @param lang a BCP 47 tag.
 * @param own texts of the page, which override single entries.
 */
export function translator(lang: string, own: Partial<Texts> = {}): Translate {
  const table = { ...en, ...TABLES[lang.split('-')[0]?.toLowerCase() ?? ''], ...own };
  const rules = new Intl.PluralRules(lang);
  return (key, values = {}) => {
    const text: Text = table[key];
    const form = typeof text === 'string' ? text : (text[rules.select(Number(values.count))] ?? text.other);
    return form.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  };
}

/** Returns the valid entries among the texts that a page sets. `problem` is undefined if all are valid. */
export function textsOf(given: unknown): { texts: Partial<Texts>; problem?: string } {
  if (given === undefined || given === null) return { texts: {} };
  if (typeof given !== 'object') return { texts: {}, problem: 'texts is not an object' };
  const entries = Object.entries(given);
  const wrong = entries.filter(([, text]) => !isText(text)).map(([key]) => key);
  const texts = Object.fromEntries(entries.filter(([, text]) => isText(text)));
  return { texts, ...(wrong.length > 0 && { problem: `texts has entries that are not texts: ${wrong.join(', ')}` }) };
}

function isText(given: unknown): given is Text {
  if (typeof given === 'string') return true;
  if (typeof given !== 'object' || given === null || !('other' in given)) return false;
  return Object.values(given).every((form) => typeof form === 'string');
}

/** Returns the first valid language tag. */
export function validLanguage(...tags: (string | null | undefined)[]): string {
  const valid = tags.find((tag) => {
    try {
      return tag && Intl.getCanonicalLocales(tag).length > 0;
    } catch {
      return false;
    }
  });
  return valid || 'en';
}
