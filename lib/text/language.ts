/** Languages as people read them. Runs in the browser too. */

/** Made when first needed: a formatter is costly. */
let names: Intl.DisplayNames | undefined;

/** "English (United Kingdom)" of `en_GB` or `en-GB`. Undefined for a code that names no known language. */
export function languageName(locale: string): string | undefined {
  const tag = languageTag(locale);
  if (tag === undefined) return undefined;
  names ??= new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard', fallback: 'none' });
  return names.of(tag);
}

/**
 * A stored locale as a language tag for `lang`, which chooses the forms of Han characters. Undefined when it is none.
 */
export function languageTag(locale: string | null | undefined): string | undefined {
  if (!locale) return undefined;
  try {
    return Intl.getCanonicalLocales(locale.replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}

/** What a field for a language suggests: the most spoken ones, and the regions that write differently. */
export const COMMON_LANGUAGES: readonly string[] =
  `en en-US en-GB ar bg bn cs da de de-AT de-CH el es es-ES es-MX et fa fi fr fr-CA fr-CH he hi hr hu id it ja ko
  lt lv ms nb nl nl-BE pl pt pt-BR pt-PT ro ru sk sl sr sv sw ta th tr uk ur vi zh-Hans zh-Hant`.split(/\s+/);
