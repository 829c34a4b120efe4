import { expect, test } from 'vitest';
import { matchedParts } from './matched.tsx';

/** With [ ] around what is bold. */
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
  ['Jane', 'nobody', 'Jane'],
  ['a.b@shop.example', 'shop', 'a.b@[shop].example'],
  ['👩‍🚀 Ann', 'ann', '👩‍🚀 [Ann]'],
])('“%s” with “%s”', (text, needle, expected) => {
  expect(marked(text, needle)).toBe(expected);
});
