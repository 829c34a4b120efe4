import { expect, test } from 'vitest';
import { changedWords } from './changed-words.ts';

const blocks = (...texts: string[]) =>
  JSON.stringify({
    type: 'doc',
    content: texts.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
  });

test.each<[string, string, string | undefined]>([
  ['<h6>Letterhead</h6>{{ content }}', '<h6>Newer head</h6>{{ content }}', 'Newer head {{ content }}'],
  ['<p>One two three</p>', '<p>One two</p>', 'three'],
  ['<p style="color: red">Same</p>', '<p style="color: blue">Same</p>', undefined],
  ['<style>a { b: c }</style><p>Same</p>', '<style>a { b: d }</style><p>Same</p>', undefined],
  [
    blocks('Dear Jane', 'Thanks'),
    blocks('Dear Jane', 'Many thanks for your order with us'),
    'Many thanks for your order…',
  ],
  ['', '<p>First</p>', 'First'],
])('from %j to %j', (before, after, words) => {
  expect(changedWords(before, after)).toBe(words);
});
