import { expect, test, vi } from 'vitest';
import { newId } from '#lib/id.ts';
import { targetOf, withTracking } from './links.ts';
import { trackedHtml } from './rewrite.ts';
import { readClickToken, readOpenToken } from './token.ts';

vi.mock('#lib/env.ts', () => ({ env: () => ({ ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 9).toString('base64')}` }) }));

const PICTURE = '<img src="P" alt="" width="1" height="1" style="border:0">';
const rewritten = (html: string) => trackedHtml(html, { link: (href) => `T(${href})`, picture: 'P' });

test.for<[string, string]>([
  ['<a href="https://a.example">A</a>', '<a href="T(https://a.example)">A</a>'],
  ["<a class=x href='https://a.example' id=y>A</a>", '<a class=x href="T(https://a.example)" id=y>A</a>'],
  ['<a href=https://a.example>A</a>', '<a href="T(https://a.example)">A</a>'],
  ['<A HREF = "https://a.example">A</A>', '<A HREF="T(https://a.example)">A</A>'],
  ['<a href="https://a.example?b=1&amp;c=2&eacute;">A</a>', '<a href="T(https://a.example?b=1&amp;c=2é)">A</a>'],
  ['<a href="https&#58;//a.example">A</a>', '<a href="T(https://a.example)">A</a>'],
  [
    '<a href="https://a.example" href="https://b.example">A</a>',
    '<a href="T(https://a.example)" href="https://b.example">A</a>',
  ],
  ['<area href="https://a.example">', '<area href="T(https://a.example)">'],
  ['<a href="https://a.example/>">A</a>', '<a href="T(https://a.example/>)">A</a>'],
  [
    '<a title="href=&quot;x&quot;" href="https://a.example">A</a>',
    '<a title="href=&quot;x&quot;" href="T(https://a.example)">A</a>',
  ],
])('a link is rewritten, and the rest stays: %s', ([html, expected]) => {
  expect(rewritten(html)).toBe(`${expected}${PICTURE}`);
});

test.for([
  '<a name="top">A</a>',
  '<a href="">A</a>',
  '<a href>A</a>',
  '<!-- <a href="https://a.example">A</a> -->',
  '<!--[if mso]><v:roundrect href="https://a.example"></v:roundrect><![endif]-->',
  '<style>a[href="https://a.example"] { color: red }</style>',
  '<title><a href="https://a.example"></title>',
  '<link href="https://a.example/style.css">',
  '<p>Text with href="https://a.example" &amp; more</p>',
  '<abbr href="https://a.example">A</abbr>',
  '<a href="https://a.example',
])('what is not a link stays as it is: %s', (html: string) => {
  expect(rewritten(html)).toBe(`${html}${PICTURE}`);
});

test('the picture comes at the end of the body', () => {
  expect(rewritten('<html><body>A</BODY ></html>')).toBe(`<html><body>A${PICTURE}</BODY ></html>`);
  expect(rewritten('<body>A<!-- </body> -->B</body>')).toBe(`<body>A<!-- </body> -->B${PICTURE}</body>`);
  expect(rewritten(' ')).toBe(' ');
});

const ORIGIN = 'https://belfry.example';

test('only pages are followed', () => {
  expect(targetOf(' https://A.example ', ORIGIN)).toBe('https://a.example/');
  expect(targetOf('http://a.example/ü?q=a b', ORIGIN)).toBe('http://a.example/%C3%BC?q=a%20b');
  expect(targetOf(`${ORIGIN}/docs`, ORIGIN)).toBe(`${ORIGIN}/docs`);
  for (const href of [
    ...[
      'mailto:a@b.example',
      'tel:+15550100',
      'sms:+15550100',
      '#top',
      '/path',
      'page.html',
      '//a.example/',
      'cid:logo',
    ],
    ...['javascript:alert(1)', 'data:text/html,a', 'ftp://a.example/', 'myapp://open', '%unsubscribe_url%', 'https://'],
    ...['https://user:pw@a.example/', 'https://user@a.example/', `https://a.example/${'x'.repeat(2_000)}`],
    ...[`${ORIGIN}/r/token#stop`, `${ORIGIN}/r/token#why`],
  ])
    expect(targetOf(href, ORIGIN), href).toBeUndefined();
});

test('an email leads through signed links, and its text stays', () => {
  const tracked = { environmentId: newId(), messageId: newId(), integrationId: newId() };
  const message = {
    html: '<a href="https://a.example/?b=1&amp;c=2">A</a> <a href="mailto:a@b.example">B</a>',
    text: 'A (https://a.example)',
  };
  const { html, text } = withTracking(message, ORIGIN, tracked);
  expect(text).toBe(message.text);
  expect(html).toContain('<a href="mailto:a@b.example">B</a>');
  const [, link = '', query = ''] =
    /href="https:\/\/belfry\.example\/r\/click\/([\w-]+)\?to=([^"&]+)"/.exec(html) ?? [];
  const target = new URLSearchParams(`to=${query}`).get('to') ?? '';
  expect(target).toBe('https://a.example/?b=1&c=2');
  expect(readClickToken(link, target)).toEqual(tracked);
  const [, picture = ''] = /src="https:\/\/belfry\.example\/r\/open\/([\w-]+)"/.exec(html) ?? [];
  expect(readOpenToken(picture)).toEqual(tracked);
});

test('a long email is rewritten in milliseconds, and a longer one is not tracked', () => {
  const html = '<p>Text</p><a href="https://a.example/x">A</a>'.repeat(10_000);
  const start = performance.now();
  expect(rewritten(html)).toContain('T(https://a.example/x)');
  expect(performance.now() - start).toBeLessThan(2_000);
  expect(rewritten(html + html)).toBe(html + html);
});
