import { expect, test } from 'vitest';
import { languageName, languages, languageTag } from './language.ts';

test.each([
  ['en_GB', 'English (United Kingdom)', 'en-GB'],
  ['ja-JP', 'Japanese (Japan)', 'ja-JP'],
  ['de', 'German', 'de'],
  ['zh-hant-tw', 'Chinese (Traditional, Taiwan)', 'zh-Hant-TW'],
  ['xx', undefined, 'xx'],
  ['not a tag', undefined, undefined],
  ['', undefined, undefined],
])('%s is %s', (locale, name, tag) => {
  expect(languageName(locale)).toBe(name);
  expect(languageTag(locale)).toBe(tag);
});

test('all languages are listed once by name, with the present code', () => {
  const all = languages();
  expect(all.length).toBeGreaterThan(150);
  expect(new Set(all.map(({ label }) => label)).size).toBe(all.length);
  expect(all).toContainEqual({ value: 'he', label: 'Hebrew' });
  expect(all.map(({ value }) => value)).not.toContain('iw');
  expect(all[0]?.label).toBe('Abkhazian');
});
