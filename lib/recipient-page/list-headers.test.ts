import { expect, test } from 'vitest';
import { linksTo } from './links.ts';
import { withListHeaders } from './list-headers.ts';

const links = linksTo('https://belfry.example/r/token');
const HEADERS = {
  'List-Unsubscribe': '<https://belfry.example/r/token>',
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
};

test('the headers are added to those of the trigger', () => {
  expect(withListHeaders({}, links)).toEqual({ headers: HEADERS });
  expect(withListHeaders({ headers: { 'X-A': '1' } }, links)).toEqual({ headers: { 'X-A': '1', ...HEADERS } });
});

test('an address for unsubscribing comes first, with the token of the link', () => {
  expect(withListHeaders({}, links, 'stop+1@bücher.example')).toEqual({
    headers: {
      ...HEADERS,
      'List-Unsubscribe':
        '<mailto:stop%2B1@xn--bcher-kva.example?subject=unsubscribe-token>, <https://belfry.example/r/token>',
    },
  });
  expect(withListHeaders({}, linksTo('/r/token'), 'stop@shop.example')).toEqual({
    headers: { 'List-Unsubscribe': '<mailto:stop@shop.example?subject=unsubscribe-token>' },
  });
});

test('a header of the trigger wins', () => {
  const message = { headers: { 'list-unsubscribe': '<mailto:stop@example.com>' } };
  expect(withListHeaders(message, links)).toBe(message);
});

test.each(['/r/token', 'http://127.0.0.1:3000/r/token', 'http://localhost/r/token', 'http://[::1]:80/r/token'])(
  'a link that mail services cannot reach (%s) has no headers',
  (page) => {
    expect(withListHeaders({}, linksTo(page))).toEqual({});
  },
);
