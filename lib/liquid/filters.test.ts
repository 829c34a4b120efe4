import { expect, test } from 'vitest';
import { jsonLiquid, liquid, markupLiquid, renderParsed } from './engine.ts';
import { pluralOf } from './plural.ts';

const render = (template: string, payload: object = {}, engine = liquid()) =>
  renderParsed(engine, engine.parse(template), { payload });

test.each([
  ['comment', 'comments'],
  ['reply', 'replies'],
  ['day', 'days'],
  ['box', 'boxes'],
  ['match', 'matches'],
  ['bus', 'buses'],
  ['leaf', 'leaves'],
  ['chief', 'chiefs'],
  ['hero', 'heroes'],
  ['photo', 'photos'],
  ['analysis', 'analyses'],
  ['person', 'people'],
  ['child', 'children'],
  ['feedback', 'feedback'],
  ['quiz', 'quizzes'],
  ['Person', 'People'],
  ['SKU', 'SKUS'],
  ['new message', 'new messages'],
  ['sales reply', 'sales replies'],
  ['', ''],
  ['№', '№'],
])('%s, %s', (one, many) => expect(pluralOf(one)).toBe(many));

test('toSentence accepts plural words', () => {
  const payload = { names: ['a', 'b', 'c', 'd', 'e'] };
  expect(render('{{ payload.names | toSentence: "", 2, "others" }}', payload)).toBe('a, b, and 3 others');
  expect(render('{{ payload.names | toSentence: "", 4, "others" }}', payload)).toBe('a, b, c, d, and 1 other');
  expect(render('{{ payload.names | toSentence: "", 0 }}', payload)).toBe('5 others');
});

test('missing names are empty, and other values become text', () => {
  const payload = { people: [{ n: 'a' }, { n: null }, {}, { n: { x: 1 } }, { n: 7 }] };
  expect(render('{{ payload.people | toSentence: "n", 5 }}', payload)).toBe('a, , , {"x":1}, and 7');
  expect(render('{{ payload.people | digest: 5, "n" }}', payload)).toBe('a, , , {"x":1} and 7');
  expect(render('{{ payload.none | toSentence }}{{ payload.none | digest }}{{ "text" | digest }}')).toBe('');
  expect(render('{{ payload.people | toSentence: "__proto__.x", 1 }}', payload)).toBe(' and 4 others');
});

test('in HTML, values are escaped once, and text of the template is not', () => {
  const payload = { text: '<b>Tom & "Jerry"</b>\n', safe: '1 &lt; 2' };
  const html = (template: string) => render(template, payload, markupLiquid());
  expect(html('<i>{{ payload.text }}</i>')).toBe('<i>&lt;b&gt;Tom &amp; &quot;Jerry&quot;&lt;/b&gt;\n</i>');
  expect(html('{{ payload.text | raw }}')).toBe(payload.text);
  expect(html('{{ payload.text | upcase | raw }}')).toBe(payload.text.toUpperCase());
  expect(html('{{ payload.text | escape }}')).toBe(html('{{ payload.text }}'));
  expect(html('{{ payload.text | escape | newline_to_br }}')).toBe(html('{{ payload.text | newline_to_br }}'));
  expect(html('{{ payload.text | newline_to_br }}')).toBe('&lt;b&gt;Tom &amp; &quot;Jerry&quot;&lt;/b&gt;<br />\n');
  expect(html('{{ payload.text | strip_html | strip }}')).toBe('Tom &amp; &quot;Jerry&quot;');
  expect(html('{{ payload.safe | escape_once }}')).toBe('1 &lt; 2');
  expect(html('{% capture x %}<u>{{ payload.text | strip_newlines }}</u>{% endcapture %}{{ x }}{% echo x %}')).toBe(
    '<u>&lt;b&gt;Tom &amp; &quot;Jerry&quot;&lt;/b&gt;</u>'.repeat(2),
  );
  expect(html('{% echo payload.text | strip %}')).toBe('&lt;b&gt;Tom &amp; &quot;Jerry&quot;&lt;/b&gt;');
  expect(html('{% assign y = "<u>" %}{{ y }}')).toBe('&lt;u&gt;');
});

test('in JSON, texts stay within their quotation marks', () => {
  const payload = { text: 'a "b"\n\\', list: [1, { a: 'x' }], none: null };
  const json = (template: string) => JSON.parse(render(template, payload, jsonLiquid()));
  expect(
    json('{"t":"{{ payload.text }}","l":{{ payload.list }},"j":{{ payload.text | json }},"n":"{{ payload.none }}"}'),
  ).toEqual({
    t: payload.text,
    l: payload.list,
    j: payload.text,
    n: '',
  });
});

test('filters reject expensive input with a text', () => {
  const big = { list: Array.from({ length: 10_001 }, (_, n) => n), text: 'a'.repeat(100_000) };
  expect(() => render('{{ payload.list | sort }}', big)).toThrow('sort: the list is longer than 10000 items');
  expect(() => render('{{ payload.list }}', big)).toThrow('more than 10000 items');
  expect(() => render('{{ payload.text | remove: payload.text }}', big)).toThrow('remove: the texts are too long');
  expect(() => render('{% if payload.text contains payload.text %}{% endif %}', big)).toThrow(
    'contains: the texts are too long',
  );
});
