/** The languages of the recipient's page. */
import { de } from './languages/de.ts';
import { en } from './languages/en.ts';
import { es } from './languages/es.ts';
import { fr } from './languages/fr.ts';
import type { PageTexts } from './texts.ts';

const LANGUAGES: Readonly<Record<string, PageTexts>> = { en, de, fr, es };

/** The language of a page, as in `lang`. */
export interface PageLanguage {
  lang: string;
  texts: PageTexts;
}

/**
 * Returns the texts in the subscriber's language, otherwise in a language that the browser accepts, otherwise in English.
 *
 * @param locale a locale such as `de_AT`, or undefined.
 * @param accepted the header `Accept-Language`.
 */
export function pageLanguage(locale: string | null | undefined, accepted = ''): PageLanguage {
  const wanted = [locale ?? '', ...accepted.split(',', 10)].map((tag) => tag.trim().slice(0, 2).toLowerCase());
  const lang = wanted.find((each) => Object.hasOwn(LANGUAGES, each)) ?? 'en';
  return { lang, texts: LANGUAGES[lang] ?? en };
}
