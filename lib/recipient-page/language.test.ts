import { expect, test } from 'vitest';
import { pageLanguage } from './language.ts';

test.each([
  ['de_AT', 'fr', 'de'],
  [null, 'pt-BR, fr-CH;q=0.9, en;q=0.8', 'fr'],
  ['ja_JP', 'es', 'es'],
  ['ja_JP', '', 'en'],
  [undefined, '__proto__,constructor', 'en'],
  ['', '*', 'en'],
])('locale %s and languages "%s" of the browser: %s', (locale, accepted, lang) => {
  expect(pageLanguage(locale, accepted).lang).toBe(lang);
});
