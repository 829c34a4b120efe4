import { expect, test } from 'vitest';
import { renderControls } from './render-controls.ts';
import { sentText } from './sent-text.ts';

const rendered = (text: string) =>
  String(
    renderControls({
      templates: { body: 'html' },
      controls: { body: '{{ payload.text }}' },
      variables: { payload: { text } },
    }).controls.body,
  );

test.each([
  'Map<String, Order> & co',
  'x & y <test@example.com>',
  'a&nbsp;b &lt;b&gt; &amp;amp; &lt &copy=1 &#60;',
  '<script>alert(1)</script><svg onload=alert(1)><!-- --><![CDATA[x]]></b>',
  '1 < 2 > 0 && a<b "quoted" \'single\'',
  '&amp;lt;script&amp;gt;',
])('the inbox shows %s as it was sent', (text) => {
  expect(sentText(rendered(text))).toBe(text);
});

test('the inbox shows random texts as they were sent', () => {
  const parts = [
    '<',
    '>',
    '&',
    ';',
    '/',
    '!',
    '=',
    '"',
    "'",
    '#',
    'x',
    '3c',
    'lt',
    'gt',
    'amp',
    'nbsp',
    'svg',
    'script',
    'a',
    ' ',
    '\n',
    'é',
    '😀',
  ];
  let state = 1;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state;
  };
  for (let count = 0; count < 3_000; count += 1) {
    const text = Array.from({ length: next() % 12 }, () => parts[next() % parts.length]).join('');
    expect(sentText(rendered(text))).toBe(text);
  }
});
