/** Formats language codes as readable texts. Also runs in the browser. */

/** Created on first use, because creating a formatter is slow. */
let names: Intl.DisplayNames | undefined;

/** Returns "English (United Kingdom)" for `en_GB` or `en-GB`. Undefined if the code names no known language. */
export function languageName(locale: string): string | undefined {
  const tag = languageTag(locale);
  if (tag === undefined) return undefined;
  names ??= new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard', fallback: 'none' });
  return names.of(tag);
}

/**
 * Converts a locale to a value for the HTML attribute `lang`, which selects the forms of Han characters. Undefined if
 * the text is not a locale.
 */
export function languageTag(locale: string | null | undefined): string | undefined {
  if (!locale) return undefined;
  try {
    return Intl.getCanonicalLocales(locale.replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}

/** The suggestions in language fields: the most spoken languages, and regional variants with their own spelling. */
export const COMMON_LANGUAGES: readonly string[] =
  `en en-US en-GB ar bg bn cs da de de-AT de-CH el es es-ES es-MX et fa fi fr fr-CA fr-CH he hi hr hu id it ja ko
  lt lv ms nb nl nl-BE pl pt pt-BR pt-PT ro ru sk sl sr sv sw ta th tr uk ur vi zh-Hans zh-Hant`.split(/\s+/);

interface Language {
  /** The two-letter code. */
  value: string;
  label: string;
}

let all: readonly Language[] | undefined;

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/** Returns all languages that have a two-letter code, sorted by name. The first call takes tens of milliseconds. */
export function languages(): readonly Language[] {
  all ??= Object.values(
    // If two codes have the same name, such as `ak` and `tw`, keep the first.
    Object.groupBy(
      LETTERS.flatMap((first) => LETTERS.flatMap((second) => languageOf(first + second))),
      ({ label }) => label,
    ),
  )
    .flatMap((same) => same?.slice(0, 1) ?? [])
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en'));
  return all;
}

/**
 * Returns the language of a code, or nothing. Former codes are omitted too: Hebrew is `he`, so `iw` returns nothing.
 */
function languageOf(code: string): Language[] {
  const label = languageTag(code) === code ? languageName(code) : undefined;
  return label === undefined ? [] : [{ value: code, label }];
}
