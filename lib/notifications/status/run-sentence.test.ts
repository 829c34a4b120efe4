import { expect, test } from 'vitest';
import { failedWords } from './run-sentence.ts';

test.each([
  ['SMS failed: the sandbox said “No: it failed: twice”; push skipped: no push device', true, 'SMS failed'],
  ['SMS and email failed: no integration', true, 'SMS and email failed'],
  ['Failed', true, undefined],
  ['SMS failed: no integration', false, undefined],
])('words of failure in %s are marked', (text, failed, words) => {
  expect(failedWords({ text, failed })).toBe(words);
});
