import { expect, test } from 'vitest';
import { plainText } from './plain-text.ts';

const PAIRS: Record<string, [html: string, text: string]> = {
  paragraphs: ['<p>One</p><p>Two</p>', 'One\n\nTwo'],
  headings: ['<h1>Title</h1><p>Text</p>', 'Title\n\nText'],
  links: ['<p>See <a href="https://a.example/x">the page</a>.</p>', 'See the page (https://a.example/x).'],
  'links that say where they lead': ['<a href="https://a.example">https://a.example</a>', 'https://a.example'],
  images: ['<p><img src="https://a.example/i.png" alt="Our logo"></p><p>Text</p>', 'Our logo\n\nText'],
  lists: ['<ul><li>a</li><li>b</li></ul>', '* a\n * b'],
  tables: ['<table><tr><td>Shoe</td><td>50</td></tr><tr><td>Hat</td><td>15</td></tr></table>', 'Shoe 50\nHat 15'],
  'hard spaces and empty lines': ['<p>a</p><p>&nbsp;</p><p>&nbsp;</p><p>b</p>', 'a\n\nb'],
  'what is not shown': ['<head><title>T</title><style>p{}</style></head><body>a</body>', 'a'],
  entities: ['<p>Tom &amp; Jerry &lt;3</p>', 'Tom & Jerry <3'],
};

for (const [name, [html, text]] of Object.entries(PAIRS)) {
  test(name, () => expect(plainText(html)).toBe(text));
}

test('long lines stay one line', () => {
  const words = 'word '.repeat(60).trim();
  expect(plainText(`<p>${words}</p>`)).toBe(words);
});
