import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ADAPTER_OPTIONS } from '#lib/api/listener.ts';
import { route } from '#lib/api/route.ts';
import { drainBody } from './drain-body.ts';

const MIB = 1_048_576;
const CHUNK = 'x'.repeat(65_536);

const things = route({
  POST: {
    tag: 'Things',
    summary: 'Take',
    operationId: 'take',
    permission: 'public',
    status: 200,
    body: z.object({}).loose(),
    bodyLimitBytes: MIB,
    response: z.object({ taken: z.boolean() }),
    handle: () => ({ taken: true }),
  },
});

let server: Server;

beforeAll(async () => {
  const listener = getRequestListener((request) => things.POST(request, { params: {} }), ADAPTER_OPTIONS);
  server = createServer((request, response) => {
    drainBody(request, response);
    listener(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => server.close());

interface Upload {
  type: string;
  /** Bytes of the body. */
  size: number;
  chunked?: boolean;
  /** Milliseconds between the first part and the rest. */
  pause?: number;
}

/** Sends a body without reading, then reads the responses, and sends a second request on the same connection. */
async function statusesOf({ type, size, chunked = false, pause = 0 }: Upload): Promise<string[]> {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(client, 'connect');
  const length = chunked ? 'transfer-encoding: chunked' : `content-length: ${size}`;
  await write(client, `POST / HTTP/1.1\r\nhost: h\r\ncontent-type: ${type}\r\n${length}\r\n\r\n`);
  for (let sent = 0; sent < size; sent += CHUNK.length) {
    await write(client, chunked ? `10000\r\n${CHUNK}\r\n` : CHUNK);
    if (sent === 0 && pause > 0) await new Promise((done) => setTimeout(done, pause));
  }
  if (chunked) await write(client, '0\r\n\r\n');
  await write(client, 'POST / HTTP/1.1\r\nhost: h\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n\r\n{}');
  let received = '';
  for await (const data of client) {
    received += data;
    if (statusesIn(received).length === 2) break;
  }
  return statusesIn(received);
}

const write = (client: Socket, text: string) =>
  new Promise<void>((done, fail) => client.write(text, (error) => (error ? fail(error) : done())));
const statusesIn = (received: string) => [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status);

describe('a client that writes a whole body before it reads gets the response, and keeps its connection', () => {
  test.each<[string, Upload, string]>([
    ['an announced body over the limit', { type: 'application/json', size: 3 * MIB }, '413'],
    ['a body in chunks over the limit', { type: 'application/json', size: 3 * MIB, chunked: true }, '413'],
    ['a body that the route does not read', { type: 'text/plain', size: 3 * MIB }, '415'],
    ['a slow one over the limit', { type: 'application/json', size: 3 * MIB, pause: 1_500 }, '413'],
    ['a slow one in chunks', { type: 'application/json', size: 3 * MIB, chunked: true, pause: 1_500 }, '413'],
    ['a slow one that the route does not read', { type: 'text/plain', size: 3 * MIB, pause: 1_500 }, '415'],
  ])('%s', async (_, upload, status) => {
    for (let times = 0; times < (upload.pause ? 1 : 20); times++)
      expect(await statusesOf(upload)).toEqual([status, '415']);
  });
});
