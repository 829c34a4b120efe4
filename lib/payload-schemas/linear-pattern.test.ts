import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linearPattern, patternOf } from './linear-pattern.ts';

const PATTERNS = [
  '^[a-z]*[a-z]*[a-z]*[a-z]*[a-z]*$',
  '^\\d{4}-\\d{2}$',
  '^\\s*\\S+\\s*$',
  '^.$',
  '^.*\\.x$',
  '^[\\s\\S]{2}$',
  '^[^\\s@]+@[^\\s@.]+$',
  '[\\s\\d]$',
  '^(?<year>\\d+)|b$',
  '^\\p{L}+$',
  '\\u{1F600}|\\u00e9',
  '^[.\\]x]+$',
  '\\bx\\b',
  '^(?:a|aa)+$',
  '^(a+)+$',
];

test('patterns have the matches of JavaScript', () => {
  const unit = fc.constantFrom(...'abx1-. \t\n\r\u00a0\u2028\u200b\ufeff@]é\u0130', '\u{1F600}', 'x');
  for (const source of PATTERNS) {
    const linear = linearPattern(source);
    expect(linear, source).toBeDefined();
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 6 }), (text) => {
        expect(linear?.test(text)).toBe(new RegExp(source, 'u').test(text));
      }),
      { numRuns: 300 },
    );
  }
});

test('patterns beyond the linear engine are matched too', () => {
  for (const source of ['^(?=.*\\d).{3,}$', '^a{0,2000}$', '^[^\\S]$', '\\p{Script=Greek}']) {
    expect(linearPattern(source), source).toBeUndefined();
  }
  expect(patternOf('^(?=.*\\d).{3,}$').test('ab1')).toBe(true);
  expect(patternOf('^(?=.*\\d).{3,}$').test('abc')).toBe(false);
  expect(() => patternOf('(')).toThrow(SyntaxError);
});
