import { expect, test } from 'vitest';
import { invisibleProblem, withoutInvisible } from './invisible.ts';

test.each([
  ['jane\u200b@example.com', 'U+200B (zero width space) is character 5'],
  ['\ufeffjane', 'U+FEFF (byte order mark) is character 1'],
  ['ja\u00adne', 'U+00AD (soft hyphen) is character 3'],
  ['\u202d+49 170\u202c', 'U+202D (left-to-right override) is character 1'],
  ['💡\u2060a', 'U+2060 (word joiner) is character 2'],
  ['a\nb', 'U+000A (line feed) is character 2'],
  ['a\u3164', 'U+3164 (Hangul filler) is character 2'],
  ['a\u{e0041}', 'U+E0041 (an invisible character) is character 2'],
  ['a\u2028', 'U+2028 (line separator) is character 2'],
])('%j is rejected with the character and its position', (text, problem) => {
  expect(invisibleProblem(text)).toBe(`must not contain invisible characters: ${problem}`);
  expect(invisibleProblem(withoutInvisible(text))).toBeUndefined();
});

test.each(['jane', 'jörg@bücher.example', 'a b', '❤️', '+49 170 123', 'חנה', 'न', '٢', 'e\u0301'])(
  '%s is visible',
  (text) => {
    expect(invisibleProblem(text)).toBeUndefined();
    expect(withoutInvisible(text)).toBe(text);
  },
);
