import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { cleanHeaders, hasOneHost, toOriginForm } from './front.ts';

function request(headers: Record<string, string>): IncomingMessage {
  const fake = {
    headers: { ...headers },
    rawHeaders: Object.entries(headers).flat(),
    socket: { remoteAddress: '192.0.2.9' },
  };
  return fake as unknown as IncomingMessage;
}

test.each([
  [0, '192.0.2.9'],
  [1, '203.0.113.7'],
  [2, '198.51.100.1'],
  [3, '192.0.2.9'],
])('with %i trusted hops the address is %s', (hops, address) => {
  const incoming = request({ 'x-forwarded-for': '198.51.100.1, 203.0.113.7', 'x-belfry-client-address': '10.0.0.1' });
  cleanHeaders(incoming, hops);
  expect(incoming.headers['x-belfry-client-address']).toBe(address);
  expect(incoming.rawHeaders.filter((text) => text === 'x-belfry-client-address')).toHaveLength(1);
  expect(incoming.rawHeaders).toContain(address);
});

test('internal headers from outside are dropped', () => {
  const incoming = request({
    'X-Middleware-Subrequest': 'proxy',
    'x-nextjs-data': '1',
    'x-forwarded-host': 'evil.example',
    accept: '*/*',
  });
  incoming.headers = {
    'x-middleware-subrequest': 'proxy',
    'x-nextjs-data': '1',
    'x-forwarded-host': 'evil.example',
    accept: '*/*',
  };
  cleanHeaders(incoming, 0);
  expect(incoming.rawHeaders).toEqual(['accept', '*/*', 'x-belfry-client-address', '192.0.2.9']);
  expect(Object.keys(incoming.headers)).toEqual(['accept', 'x-belfry-client-address']);
});

test('request IDs of the development server are kept in development only', () => {
  const headers = { 'x-nextjs-request-id': 'a', 'x-nextjs-html-request-id': 'b', 'x-nextjs-data': '1' };
  const incoming = request(headers);
  cleanHeaders(incoming, 0, true);
  expect(Object.keys(incoming.headers)).toEqual([
    'x-nextjs-request-id',
    'x-nextjs-html-request-id',
    'x-belfry-client-address',
  ]);
  const outside = request(headers);
  cleanHeaders(outside, 0);
  expect(Object.keys(outside.headers)).toEqual(['x-belfry-client-address']);
});

test.each([
  [['Host', 'a.example', 'Accept', 'host'], true],
  [['Host', 'a.example', 'host', 'b.example'], false],
  [['HOST', 'a.example', 'X-A', 'b', 'Host', 'a.example'], false],
  [[], true],
])('%j has one host: %s', (rawHeaders, expected) => {
  expect(hasOneHost({ rawHeaders } as unknown as IncomingMessage)).toBe(expected);
});

test.each([
  ['/api/v1/me?a=1', '/api/v1/me?a=1', 'given.example'],
  ['http://host.example/api/v1/me?a=1', '/api/v1/me?a=1', 'host.example'],
  ['HTTPS://Host.example:8443/x', '/x', 'Host.example:8443'],
  ['http://[::1]:3000/api', '/api', '[::1]:3000'],
  ['http://host.example', '/', 'host.example'],
  ['http://host.example?a=1', '/?a=1', 'host.example'],
  ['http://host.example//evil.example/', '//evil.example/', 'host.example'],
  ['http://evil.example/../api', '/../api', 'evil.example'],
])('the target %s is %s of %s', (url, path, host) => {
  const incoming = request({ accept: '*/*', Host: 'given.example', 'x-a': 'host' });
  incoming.headers = { accept: '*/*', host: 'given.example', 'x-a': 'host' };
  incoming.url = url;
  expect(toOriginForm(incoming)).toBe(true);
  expect(incoming.url).toBe(path);
  expect(incoming.headers).toEqual({ accept: '*/*', host, 'x-a': 'host' });
  expect(incoming.rawHeaders.filter((text) => text.toLowerCase() === 'host')).toHaveLength(2);
  expect(hasOneHost(incoming)).toBe(true);
  expect(incoming.rawHeaders).toContain(host);
});

test.each([
  '*',
  '',
  'host.example:443',
  'api/v1/me',
  'ftp://host.example/',
  'http:/api',
  'http:///api',
  'http://user:password@host.example/',
  'http://host.example@evil.example/',
  'http://host.example:port/',
  'http://host example/',
  'http://host.example\\@evil.example/',
  'http://a,b/',
  'javascript://x/',
])('the target %j has no resource', (url) => {
  const incoming = request({ Host: 'given.example' });
  incoming.url = url;
  expect(toOriginForm(incoming)).toBe(false);
  expect(incoming.headers).toEqual({ Host: 'given.example' });
});
