import { once } from 'node:events';
import { createServer, maxHeaderSize, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rejectMalformed } from './reject-malformed.ts';

let server: Server;
let port = 0;

beforeAll(async () => {
  server = createServer((_request, response) => response.end('fine'));
  server.on('clientError', rejectMalformed);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});

afterAll(() => server.close());

const HEAD = `GET /?q=${'x'.repeat(maxHeaderSize)}`;

/**
 * Sends a request's head in parts, the later parts after the response. Resolves to the response, or the error of the
 * connection.
 */
async function answerTo(parts: readonly string[]): Promise<string> {
  const client = connect(port, '127.0.0.1');
  const failed = once(client, 'error').then(([error]) => `${error.code}`);
  const answered = (async () => {
    await once(client, 'connect');
    client.write(parts[0] ?? '');
    await once(client, 'readable');
    for (const part of parts.slice(1)) await new Promise((done) => client.write(part, done));
    const answer = await text(client);
    client.end();
    return answer;
  })();
  return Promise.race([answered.catch((error) => `${error.code}`), failed]);
}

test('an oversized head is rejected with 431, even before the client has written all of it', async () => {
  const statuses = new Map<string, number>();
  for (let times = 0; times < 200; times++) {
    const answer = await answerTo([HEAD, 'x'.repeat(20_000), 'x'.repeat(20_000), 'x'.repeat(20_000)]);
    const [status = ''] = answer.split('\r\n');
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect([...statuses]).toEqual([['HTTP/1.1 431 Request Header Fields Too Large', 200]]);
}, 30_000);

test('an oversized head is rejected after the whole response to an earlier request', async () => {
  const answer = await answerTo([`GET / HTTP/1.1\r\nhost: h\r\n\r\n${HEAD}`, 'x'.repeat(20_000)]);
  expect(answer.match(/HTTP\/1\.1 \d+|fine/g)).toEqual(['HTTP/1.1 200', 'fine', 'HTTP/1.1 431']);
});

test('malformed HTTP gets a 400, and the connection is closed', async () => {
  const answer = await answerTo(['NONSENSE\r\n\r\n', 'more']);
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n(.*\r\n)*connection: close\r\n/i);
});

test('a client that writes without reading loses its connection', async () => {
  const client = connect(port, '127.0.0.1');
  client.on('error', () => undefined);
  await once(client, 'connect');
  const writing = setInterval(() => client.writable && client.write('x'.repeat(maxHeaderSize)), 1);
  await new Promise((closed) => client.once('close', closed));
  clearInterval(writing);
  await expect.poll(() => new Promise((done) => server.getConnections((_, count) => done(count)))).toBe(0);
}, 15_000);
