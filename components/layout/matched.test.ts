import { expect, test } from 'vitest';
import { cutParts, matchedParts } from './matched.tsx';

/** The text with [ ] around the bold part. */
const marked = (text: string, needle: string) =>
  matchedParts(text, needle)
    .map(({ part, isMatch }) => (isMatch ? `[${part}]` : part))
    .join('');

test.each([
  ['Jane Cooper', 'coop JA', '[Ja]ne [Coop]er'],
  ['José Muñoz', 'munoz', 'José [Muñoz]'],
  ['Straße ﬁne', 'fine', 'Straße [ﬁne]'],
  ['O’Brien', 'obri', '[O’Bri]en'],
  ['李淑芬', '淑', '李[淑]芬'],
  ['Jane', '', 'Jane'],
  ['Jane', 'missing', 'Jane'],
  ['a.b@shop.example', 'shop', 'a.b@[shop].example'],
  ['👩‍🚀 Ann', 'ann', '👩‍🚀 [Ann]'],
])('“%s” with “%s”', (text, needle, expected) => {
  expect(marked(text, needle)).toBe(expected);
});

test.each([
  [0, '|[Ja]ne'],
  [1, '[J]|[a]ne'],
  [2, '[Ja]|ne'],
  [3, '[Ja]n|e'],
])('a match is bold on both sides of a cut at %i', (at, expected) => {
  const shown = cutParts(matchedParts('Jane', 'ja'), at).map((parts) =>
    parts.map(({ part, isMatch }) => (isMatch ? `[${part}]` : part)).join(''),
  );
  expect(shown.join('|')).toBe(expected);
});
