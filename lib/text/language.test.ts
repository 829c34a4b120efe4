import { expect, test } from 'vitest';
import { languageName, languageTag } from './language.ts';

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
