import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foreignOnPageHost } from './page-host.ts';
import { respondRaw } from './raw-response.ts';
import { upgradeListener, wantsWebSocket } from './upgrades.ts';

let server: Server;
let port = 0;

beforeAll(async () => {
  server = createServer({ shouldUpgradeCallback: wantsWebSocket }, async (request, response) =>
    response.end(`request ${await text(request)}`),
  );
  const isForeign = foreignOnPageHost(['https://mail.example.com']);
  server.on(
    'upgrade',
    upgradeListener(
      () => undefined,
      isForeign,
      (url) => (url.startsWith('/socket') ? (_request, socket) => respondRaw(socket, 503, 'upgrade\n') : undefined),
    ),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});

afterAll(() => server.close());

async function answerTo(path: string, headers: string[], body = ''): Promise<string> {
  const client = connect(port, '127.0.0.1');
  const length = body === '' ? [] : [`content-length: ${body.length}`];
  client.end([`${body === '' ? 'GET' : 'POST'} ${path} HTTP/1.1`, ...headers, ...length, '', body].join('\r\n'));
  return text(client);
}

const SOCKET = ['connection: Upgrade', 'upgrade: websocket'];
const HOST = 'host: belfry.example.com';

test.each([
  ['an upgrade', '/socket?token=x', [HOST, ...SOCKET], 503],
  ['an upgrade of a proxy with the whole address', 'http://belfry.example.com/socket', [HOST, ...SOCKET], 503],
  ['another path', '/api/v1/me', [HOST, ...SOCKET], 404],
  ['the host of recipients’ pages', '/socket', ['host: mail.example.com', ...SOCKET], 404],
  ['two hosts', '/socket', [HOST, 'host: other.example.com', ...SOCKET], 400],
  ['a target for proxies', '*', [HOST, ...SOCKET], 400],
])('%s is answered with its status', async (_what, path, headers, status) => {
  const answer = await answerTo(path, headers);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(answer).toContain('connection: close');
});

test('another protocol is no upgrade: the request is answered, with its body', async () => {
  const h2c = [HOST, 'connection: Upgrade, HTTP2-Settings', 'upgrade: h2c', 'http2-settings: '];
  expect(await answerTo('/socket', [...h2c, 'connection: close'])).toContain('request ');
  expect(await answerTo('/api', h2c, 'body')).toContain('request body');
});

test('a connection that is reset during the answer does not end the process', async () => {
  for (let times = 0; times < 20; times++) {
    const client = connect(port, '127.0.0.1');
    client.on('error', () => undefined);
    await once(client, 'connect');
    client.write([`GET /api HTTP/1.1`, HOST, ...SOCKET, '', ''].join('\r\n'));
    client.resetAndDestroy();
    await once(client, 'close');
  }
  expect(await answerTo('/socket', [HOST, ...SOCKET])).toContain('503');
});
