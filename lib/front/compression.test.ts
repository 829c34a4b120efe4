import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compressAnswer } from './compression.ts';

const large = JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id, name: `Notification ${id} – Größe` })));
const json = { 'Content-Type': 'application/json', 'X-Own': 'kept', 'Content-Length': Buffer.byteLength(large) };

/** Resolves when the client has the first bytes of a response. */
let firstPiece = Promise.withResolvers<void>();

const answers: Record<string, (response: ServerResponse) => unknown> = {
  '/large': (response) => response.writeHead(200, json).end(large),
  '/bytes': (response) => response.writeHead(200, json).end(Buffer.from(large)),
  '/set': (response) => {
    response.setHeader('x-before', 'kept');
    response.statusCode = 200;
    response.writeHead(200, json);
    response.end(large);
  },
  '/small': (response) => response.writeHead(404, { ...json, 'Content-Length': 7 }).end('{"a":1}'),
  '/none': (response) => response.writeHead(204).end(),
  '/packed': (response) => response.writeHead(200, { ...json, 'content-encoding': 'br' }).end(large),
  '/image': (response) => response.writeHead(200, { ...json, 'Content-Type': 'image/png' }).end(large),
  '/events': async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    response.write('data: one\n\n');
    await firstPiece.promise;
    response.end('data: two\n\n');
  },
  '/export': async (response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson', 'content-disposition': 'attachment' });
    response.write(large);
    await firstPiece.promise;
    response.end(large);
  },
};

const server = createServer((incoming, response) => {
  compressAnswer(incoming, response);
  answers[incoming.url ?? '']?.(response);
});
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => void server.close(resolve)));

interface Got {
  status: number | undefined;
  headers: NodeJS.Dict<string | string[]>;
  body: Buffer;
}

function get(path: string, accepted?: string): Promise<Got> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
    const sent = request({ port, path, host: '127.0.0.1', headers, agent: false }, (incoming) => {
      const pieces: Buffer[] = [];
      incoming.on('data', (piece) => {
        pieces.push(piece);
        firstPiece.resolve();
      });
      incoming.on('end', () => {
        resolve({ status: incoming.statusCode, headers: incoming.headers, body: Buffer.concat(pieces) });
      });
    });
    sent.on('error', reject).end();
  });
}

test.each(['/large', '/bytes', '/set'])('%s is compressed for clients that accept it', async (path) => {
  for (const [accepted, encoding, unpack] of [
    ['gzip', 'gzip', gunzipSync],
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['br;q=1.0, gzip;q=0.8', 'br', brotliDecompressSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ] as const) {
    const { status, headers, body } = await get(path, accepted);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding', 'x-own': 'kept' });
    expect(headers['content-length']).toBeUndefined();
    expect(body.length).toBeLessThan(large.length / 4);
    expect(unpack(body).toString()).toBe(large);
    if (path === '/set') expect(headers['x-before']).toBe('kept');
  }
});

test.each([undefined, '', 'identity', 'gzip;q=0', 'br;q=0, gzip;q=0.000', 'xgzip'])(
  'a response is not compressed for a client that accepts %j',
  async (accepted) => {
    const { headers, body } = await get('/large', accepted);
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['content-length']).toBe(String(Buffer.byteLength(large)));
    expect(body.toString()).toBe(large);
  },
);

test('small, empty, encoded and binary responses are sent unchanged', async () => {
  expect(await get('/small', 'gzip')).toMatchObject({ status: 404, body: Buffer.from('{"a":1}') });
  expect(await get('/none', 'gzip')).toMatchObject({ status: 204, body: Buffer.from('') });
  expect((await get('/packed', 'gzip')).headers['content-encoding']).toBe('br');
  expect((await get('/image', 'gzip')).headers['content-encoding']).toBeUndefined();
});

test.each(['/events', '/export'])('%s is never delayed', async (path) => {
  firstPiece = Promise.withResolvers();
  const { headers, body } = await get(path, 'gzip');
  expect(headers['content-encoding']).toBeUndefined();
  expect(body.toString()).toMatch(path === '/events' ? /one\n\ndata: two\n\n$/ : /\]\[/);
});
