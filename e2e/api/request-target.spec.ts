import { request } from 'node:http';
import { connect } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { expect, serviceUrl, test } from '#e2e/fixtures.ts';
import { securityHeaders } from '#lib/front/security-headers.ts';
import { Me } from '#lib/me/schema.ts';

const { hostname, port, host } = new URL(serviceUrl);

function send(target: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    request({ hostname, port, path: target, method, headers, agent: false }, resolve).on('error', reject).end();
  });
}

test('a target with a host, as sent by proxies, has the response of its path', async ({ tenant }) => {
  const authorization = `ApiKey ${tenant.apiKey}`;
  for (const target of [
    `http://${host}/api/v1/me?a=1`,
    `HTTP://${host}/api/v1/me`,
    'https://other.example/api/v1/me',
  ]) {
    const answer = await send(target, { authorization });
    expect(answer.statusCode, target).toBe(200);
    expect(Me.parse(await json(answer)).environment._id).toBe(tenant.environmentId);
  }
});

test('a request of HTTP/1.0 needs no host, as health checks of load balancers have none', async () => {
  const client = connect(Number(port), hostname);
  client.write('GET /api/health/ready HTTP/1.0\r\n\r\n');
  expect(await text(client)).toMatch(/^HTTP\/1\.1 200 /);
});

test('a target of another form or host is neither served nor forwarded', async ({ tenant }) => {
  const authorization = `ApiKey ${tenant.apiKey}`;
  for (const target of [
    '*',
    'evil.example:443',
    'ftp://evil.example/api/v1/me',
    'http:///api/v1/me',
    `http://${host}@evil.example/api/v1/me`,
  ]) {
    const answer = await send(target, { authorization }, target === '*' ? 'OPTIONS' : 'GET');
    const body = await text(answer);
    expect(answer.statusCode, `${target}: ${body}`).toBe(400);
    expect(answer.headers.location).toBeUndefined();
  }
});

test('every response has the security headers, also errors', async () => {
  for (const target of ['/api/v1/me', '/api/nothing', '/nothing', '/api/openapi.json']) {
    const { headers } = await send(target);
    expect({ target, ...headers }).toMatchObject({ target, ...securityHeaders });
  }
});

test('a host for recipients serves the links in messages, and neither API nor pages', async ({ tenant }) => {
  const links = { host: 'links.belfry.test', authorization: `ApiKey ${tenant.apiKey}` };
  for (const target of ['/api/v1/me', '/r/../api/v1/me', '/', '/settings', 'http://links.belfry.test/api/v1/me']) {
    const answer = await send(target, links);
    expect([answer.statusCode, await text(answer)], target).toEqual([
      404,
      'This host serves only links from messages.\n',
    ]);
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
  const page = await send('/r/preview', links);
  expect([page.headers['content-type'], page.headers['set-cookie']]).toEqual(['text/html; charset=utf-8', undefined]);
  expect(await text(page)).toContain('<html');
});
