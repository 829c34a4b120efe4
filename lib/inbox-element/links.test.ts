import { expect, test } from 'vitest';
import { linkAttributes, safeUrl } from './links.ts';

const base = 'https://app.example.com/orders/';

test.each([
  ['https://example.com/a', 'https://example.com/a'],
  ['HTTP://example.com', 'http://example.com/'],
  ['/invoices', 'https://app.example.com/invoices'],
  ['?page=2', 'https://app.example.com/orders/?page=2'],
])('%s is followed', (url, href) => {
  expect(safeUrl(url, base)).toBe(href);
});

test.each([
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'mailto:jane@example.com',
  '//evil.example.com',
  '/\\evil.example.com',
  '\\\\evil.example.com',
  ' //evil.example.com',
  'https://',
  '',
  undefined,
  7,
])('%s is not followed', (url) => {
  expect(safeUrl(url, base)).toBeUndefined();
});

test('a link opens in its window, without access to the page', () => {
  const link = (target?: string) => linkAttributes({ url: '/a', target }, base);
  expect(link('_blank')).toEqual({
    href: 'https://app.example.com/a',
    target: '_blank',
    rel: 'noopener noreferrer',
  });
  expect([link(), link('evil'), link('_top')].map((attributes) => attributes?.target)).toEqual([
    '_self',
    '_self',
    '_top',
  ]);
  expect(linkAttributes({ url: 'javascript:x' }, base)).toBeUndefined();
  expect(linkAttributes(undefined, base)).toBeUndefined();
});
