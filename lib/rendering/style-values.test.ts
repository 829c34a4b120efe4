import { expect, test } from 'vitest';
import { leastProcessorTime } from '#testing/processor-time.ts';
import { renderMail } from './mail.ts';
import { withStyleValues } from './style-values.ts';

const hostile = "red} @import 'x'; body{display:none} .a{color:red";

function rendered(body: string, payload: object, layout?: string): string {
  const outer = layout === undefined ? undefined : { editorType: 'html', body: layout };
  return renderMail({
    body,
    editorType: 'html',
    layout: outer,
    variables: { payload: { ...payload } },
    isTrusted: false,
    title: '',
  });
}

test.each([
  '<style>.a{color:{{ payload.c }}}</style>',
  '<style>.a{color:{{- payload.c -}}}</style>',
  '<style>.a{color:{{ payload.c | downcase }}}</style>',
  '<style>.a{color:{% echo payload.c %}}</style>',
  '<style>.a{color:{% if payload.c %}{{ payload.c }}{% endif %}}</style>',
  '<style>.a{color:{% for c in payload.list %}{{ c }}{% endfor %}}</style>',
  '<style>.a{font:"{{ payload.c }}"}</style>',
  '<style>.a{color:{%echo payload.c%}}</style>',
  '<style>.a{color:{% liquid echo payload.c %}}</style>',
  '<style>.a{color:{%- liquid\n assign c = payload.c\n if c\n echo c | downcase\n endif -%}}</style>',
  '<style>.a{color:{% liquid\n cycle payload.c, "b" %}}</style>',
  '<style>.a{color:{% cycle payload.c, "b" %}}</style>',
  '<style>.a{color:{%- cycle "group": payload.c, "b" -%}}</style>',
  '{% capture c %}{% cycle payload.c %}{% endcapture %}<style>.a{color:{{ c }}}</style>',
  '{% capture c %}{{ payload.c }}{% endcapture %}<style>.a{color:{{ c }}}</style>',
  '<!--[if mso]><style>.a{color:{{ payload.c }}}</style><![endif]-->',
  '<STYLE type="text/css">.a{color:{{ payload.c }}}</STYLE>',
])('a value neither ends nor starts a rule in %s', (template) => {
  for (const html of [
    rendered(template, { c: hostile, list: [hostile] }),
    rendered('<p>a</p>', { c: hostile, list: [hostile] }, `${template}{{ content }}`),
  ]) {
    expect(html).toMatch(/<style/i);
    expect(html).not.toMatch(/@import|body\{|display:none\}/);
    expect(html.replace(/[^{}]/g, '')).toBe('{}');
  }
});

test.each([
  ['red; background:url(https://evil.example/x)', /style="color:red/],
  ['red" onclick="x', /style="color:red/],
])('a value stays in its declaration of a style attribute: %j', (c, begin) => {
  const html = rendered('<p style="margin:0;color:{{ payload.c }}">a</p>', { c });
  expect(html.replace('margin:0;', '')).toMatch(begin);
  // The value is one identifier, and is not followed by a declaration, address or attribute.
  expect(html).toMatch(/^<p style="[^";]*;[^";]*">a<\/p>$/);
  expect(html).not.toMatch(/url\(/);
});

test.each([['#ff8800'], ['rgb(1, 2, 3)'], ['12.5px'], ['https://cdn.example/a.png?b=1'], ['Müller Sans']])(
  '%s is written unchanged',
  (value) => {
    const template = '<style>.a{x:{{ payload.c }}}</style><p style="color:{{ payload.c }}">{{ payload.c }}</p>';
    expect(rendered(template, { c: value })).toBe(template.replaceAll('{{ payload.c }}', value));
  },
);

test('a cycle continues between positions, and a captured value is encoded once', () => {
  const cycle = '{% cycle payload.c, "blue", \'x & y\' %}';
  expect(rendered(`<style>.a{x:${cycle}}.b{x:${cycle}}.c{x:${cycle}}</style><b>${cycle}</b>`, { c: 'a;b' })).toBe(
    '<style>.a{x:a\\3b b}.b{x:blue}.c{x:x \\26  y}</style><b>a;b</b>',
  );
  const captured = '{% capture c %}{{ payload.c }}{% endcapture %}<style>.a{x:{{ c }}}</style>';
  expect(rendered(captured, { c: 'a & b' })).toBe('<style>.a{x:a \\26  b}</style>');
});

test('text after a style sheet, whole attributes and raw values are not encoded for CSS', () => {
  const c = 'a & b';
  expect(rendered('<style>.a{x:y}</style><b title="{{ payload.c }}">{{ payload.c }}</b>', { c })).toBe(
    '<style>.a{x:y}</style><b title="a &amp; b">a &amp; b</b>',
  );
  expect(rendered('<p style="{{ payload.c }}">a</p>', { c: 'color:red;margin:0' })).toBe(
    '<p style="color:red;margin:0">a</p>',
  );
  for (const raw of ['{{ payload.c | raw }}', '{% echo payload.c | raw %}', '{% liquid echo payload.c | raw %}'])
    expect(rendered(`<style>${raw}</style>`, { c: '.a{x:y}' })).toBe('<style>.a{x:y}</style>');
});

test('a template of many tags is read in linear time', async () => {
  const template = `<p ${'style="a:'.repeat(20_000)}${'{{ a }} style="b:'.repeat(2_000)}`;
  expect(await leastProcessorTime(1_000, () => withStyleValues(template))).toBeLessThan(1_000);
});
