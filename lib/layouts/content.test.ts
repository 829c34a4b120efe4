import { describe, expect, test } from 'vitest';
import { contentProblems } from './content.ts';
import type { LayoutEditor } from './schema.ts';
import { starterContent } from './starter.ts';

const html = (body: string) => contentProblems({ editorType: 'html', body });
const blocks = (...content: object[]) =>
  contentProblems({ editorType: 'block', body: JSON.stringify({ type: 'doc', content }) });
const slot = { type: 'paragraph', content: [{ type: 'variable', attrs: { id: 'content' } }] };
const text = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text: text }] });

describe('an HTML layout', () => {
  test.each([
    '{{ content }}',
    '{{content}}',
    '<p>{{- content -}}</p>',
    '{{ content | raw }}',
    '{% if subscriber.locale == "de" %}Hallo{% endif %}{{ content }}',
    '{{ no.such.variable }}{{ content }}',
    '{% assign x = 1 %}{{ content }}{{ x }}',
    '{% raw %}{{ content }}{% endraw %}{{ content }}',
    '{{ payload.content }}{{ content }}',
    '<title>x</title><style>a > b {}</style><!-- a --><td class="a>b">{% if x %}{{ content }}{% endif %}',
    '<!--[if !mso]><!-->{{ content }}<!--<![endif]--> 1 < 2',
    '{% comment %}<!-- {{ content }}{% endcomment %}{{ content }}',
  ])('is valid: %s', (body) => expect(html(body)).toEqual([]));

  test.each([
    ['', /missing.*\{\{ content \}\}/],
    ['<p>Hello</p>', /missing/],
    ['{{ contents }}', /missing/],
    ['{{ payload.content }}', /missing/],
    ['{% raw %}{{ content }}{% endraw %}', /missing/],
    ['{% comment %}{{ content }}{% endcomment %}', /missing/],
    ['{% assign content = "x" %}{{ content }}', /missing/],
    ['{{ content }}{{ content }}', /2 places/],
    ['{% if x %}{{ content }}{% else %}{{ content }}{% endif %}', /2 places/],
    ['{{ content | upcase }}', /filter "upcase"/],
    ['<!-- {{content}} -->', /inside a comment/],
    ['<style>a{}{{content}}</style>', /inside <style>/],
    ['<TITLE>{% if x %}{{ content }}{% endif %}</TITLE>', /inside <title>/],
    ['<script>{{ content | raw }}</script>', /inside <script>/],
    ['<a href="{{content}}">x</a>', /inside a tag/],
    ['{{ content }}{% if %}', /not closed|line 1/],
    ['{{ content }}{{ name | nofilter }}', /nofilter/],
    ['{{ content }}{{', /not closed/],
    ['{{ content }}{% include "x" %}', /include/],
  ])('is rejected: %s', (body, why) => {
    const problems = html(body);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(why);
  });
});

describe('a block layout', () => {
  test('has one place for the content in any notation', () => {
    expect(blocks(text('Hi'), slot)).toEqual([]);
    expect(blocks(text('{{ content }}'))).toEqual([]);
    expect(blocks({ type: 'section', content: [slot] })).toEqual([]);
  });

  test.each([
    ['no place', [text('Hi')], /Insert the block/],
    ['two places', [slot, slot], /2 places/],
    ['one as text next to one as a variable', [slot, text('{{ content }}')], /2 places/],
    ['Liquid that cannot be read', [slot, text('Hi {{ name | }')], /./],
    ['an unknown filter', [slot, text('{{ name | nofilter }}')], /nofilter/],
    ['an unclosed tag in a button', [slot, { type: 'button', attrs: { text: '{% if x %}', url: '' } }], /if/],
  ])('is rejected with %s', (_, content, why) => {
    const problems = blocks(...content);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(why);
    expect(problems[0]).not.toMatch(/line \d/);
  });

  test.each(['', '<p>{{ content }}</p>', '[]', '{"type":"paragraph"}', 'null'])('is rejected as %s', (body) => {
    expect(contentProblems({ editorType: 'block', body })).toHaveLength(1);
  });
});

test.each<[LayoutEditor, string]>([
  ['block', 'Fennel & Oak'],
  ['html', 'Fennel & Oak'],
  ['block', '{{ content }} {% if %}'],
  ['html', '<b>{{ content }}</b> {% if %} "quotes"'],
  ['html', '{{{{ content }}}}'],
  ['block', ''],
])('the first content of a %s layout is valid for any sender (%s)', (editorType, sender) => {
  expect(contentProblems(starterContent(editorType, sender))).toEqual([]);
});
