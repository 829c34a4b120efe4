import { expect, test } from 'vitest';
import { safeStyle, sanitiseFragment, sanitiseHtml } from './sanitise.ts';

const HARM: Record<string, [html: string, left: string]> = {
  'a script': ['<p>a</p><script>alert(1)</script>', '<p>a</p>'],
  'a handler': ['<p onclick="alert(1)" onmouseover=x>a</p>', '<p>a</p>'],
  'a javascript: address': ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
  'a javascript: address in disguise': ['<a href=" java\nscript:alert(1)">a</a>', '<a>a</a>'],
  'a javascript: address in entities': ['<a href="&#106;avascript&colon;alert(1)">a</a>', '<a>a</a>'],
  'a data: image': ['<img src="data:text/html,x" alt="a">', '<img alt="a" />'],
  'a form': ['<form action="https://x.example"><input name="a"><button>b</button></form>', 'b'],
  'a frame': ['<iframe src="https://x.example">c</iframe>a', 'a'],
  'an embedded object': ['<object data="x"><embed src="y"></object>a', 'a'],
  'a drawing that runs code': ['<svg><script>alert(1)</script><a xlink:href="javascript:x">a</a></svg>', '<a>a</a>'],
  'a refresh': ['<meta http-equiv="refresh" content="0;url=https://x.example"><p>a</p>', '<p>a</p>'],
  'a base': ['<base href="https://x.example"><a href="https://a.example">a</a>', '<a href="https://a.example">a</a>'],
  'a linked style sheet': ['<link rel="stylesheet" href="https://x.example/a.css">a', 'a'],
  'a comment with a script': ['<!--[if mso]><script>1</script><![endif]-->a', 'a'],
  'a style that runs code': ['<p style="width:expression(alert(1));color:red">a</p>', '<p style="color:red">a</p>'],
  'a style with a javascript: image': ['<p style="background:url(javascript:x)">a</p>', '<p>a</p>'],
  'a style with escapes': ['<p style="background:u\\72l(x);color:red">a</p>', '<p style="color:red">a</p>'],
  'a style that covers the page': ['<p style="position:fixed;top:0">a</p>', '<p style="top:0">a</p>'],
  'a sheet that imports': ['<style>@import url(https://x.example);p{color:red}</style>a', '<style></style>a'],
  'a sheet with another address': ['<style>p{background:url(//x)}</style>', '<style>p{background:none}</style>'],
  'a sheet that imports behind a <': [
    '<style>a<b{} @import "https://evil.example/x.css"; p{behavior:url(x)}</style>a',
    '<style></style>a',
  ],
  'a sheet that imports behind a < in a comment': [
    '<style>/*<*/@import url(//evil.example/x.css);</style>a',
    '<style></style>a',
  ],
  'a sheet without an end': ['<style>a<b{} p{background:url(//x', '<style>a b{} p{background:none</style>'],
  'a sheet with a behaviour': ['<style>p{behavior/**/:url(https://x.example)}</style>', '<style></style>'],
  'a sheet that covers the page': [
    '<style>p{color:red;position/**/:fixed;top:0}</style>',
    '<style>p{color:red;;top:0}</style>',
  ],
  'a sheet in a drawing that ends early': [
    '<svg><style>&lt;/style>&lt;img src=x onerror=alert(1)></style></svg>a',
    '<style>&lt;/style>&lt;img src=x onerror=alert(1)></style>a',
  ],
};

for (const [name, [html, left]] of Object.entries(HARM)) {
  test(`${name} is taken out`, () => expect(sanitiseHtml(html)).toBe(left));
}

test('what mails are made of stays', () => {
  const mail =
    '<!DOCTYPE html><html lang="de"><head><meta charset="utf-8" /><meta name="color-scheme" content="light dark" /><title>A &amp; B</title><style>@media (max-width:600px){.a{width:100%!important;background:url(https://x.example/a.png)}}</style></head><body bgcolor="#fff" style="margin:0;background:url(\'https://x.example/b.png\')"><table role="presentation" cellpadding="0" cellspacing="0" border="0" width="600" align="center"><tr><td bgcolor="#eee" valign="top" colspan="2" style="padding:8px 4px;font-family:\'Segoe UI\',sans-serif"><img src="cid:logo" alt="" width="20" /><img src="https://x.example/i.png" alt="i" /><a href="mailto:a@b.example">m</a><a href="tel:+49301">t</a></td></tr></table></body></html>';
  expect(sanitiseHtml(mail)).toBe(mail);
});

test('a link to another window cannot reach back', () => {
  expect(sanitiseHtml('<a href="https://a.example" target="_blank">a</a>')).toBe(
    '<a href="https://a.example" target="_blank" rel="noopener noreferrer">a</a>',
  );
});

test('sanitising twice changes nothing more', () => {
  for (const [html] of Object.values(HARM)) {
    const once = sanitiseHtml(html);
    expect(sanitiseHtml(once)).toBe(once);
  }
});

test('declarations are kept one by one', () => {
  expect(safeStyle('color : red ; ; broken ; margin:0 0 4px;/* note */padding:1px')).toBe(
    'color : red;margin:0 0 4px;padding:1px',
  );
});

test('a piece of a page brings no document and no sheet', () => {
  const html =
    '<html><head><title>t</title><meta charset="utf-8"><style>p{}</style></head><body><p style="color:red">a</p></body></html>';
  expect(sanitiseFragment(html)).toBe('<p style="color:red">a</p>');
});
