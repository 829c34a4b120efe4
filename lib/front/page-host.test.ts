import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { foreignOnPageHost } from './page-host.ts';

const isForeign = foreignOnPageHost(['https://mail.shop.example', 'https://news.shop.example:8443']);
const isRejected = (host: string | undefined, url: string) =>
  isForeign({ headers: { ...(host !== undefined && { host }) }, url } as IncomingMessage);

test.each(['/r/token', '/r/token?done=1', '/r/logo/a/b', '/r/open/token', '/r/click/token?to=https://a.example/../b'])(
  '%s is served on the host of the recipient’s page',
  (url) => {
    expect(isRejected('mail.shop.example', url)).toBe(false);
  },
);

test.each([
  ...['/', '/r', '/api/v1/me', '/api/r/token', '/settings', '/_next/static/a.js', '/docs', '/R/token', '', '*'],
  ...['/r/../api/v1/me', '/r/%2e%2e/api/v1/me', '/r/.%2E/settings', '/r/\\..\\..\\settings', '//evil.example/r/token'],
])('%s is not', (url) => {
  for (const host of ['mail.shop.example', 'MAIL.shop.example:443', 'mail.shop.example.', 'news.shop.example'])
    expect(isRejected(host, url), host).toBe(true);
});

test('other hosts serve everything', () => {
  for (const host of ['belfry.shop.example', 'shop.example', '127.0.0.1:3000', '[::1]', '', 'a b', undefined])
    expect(isRejected(host, '/settings'), host).toBe(false);
  expect(foreignOnPageHost([])({ headers: { host: 'mail.shop.example' }, url: '/' } as IncomingMessage)).toBe(false);
});
