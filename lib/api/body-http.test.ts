import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { operation, route } from './route.ts';

const about = { tag: 'Things', summary: 'Take', permission: 'public', status: 200 } as const;
const Size = z.object({ bytes: z.number() });
const MIB = 1_048_576;

const sizeOf = ({ rawBody }: { rawBody: Uint8Array }) => ({ bytes: rawBody.byteLength });
const isGenuine = ({ rawBody, request }: { rawBody: Uint8Array; request: Request }) => ({
  genuine: request.headers.get('x-signature') === signatureOf(rawBody),
});
const signatureOf = (body: string | Uint8Array) => createHmac('sha256', 'secret').update(body).digest('hex');

const routes: Record<string, ReturnType<typeof route>> = {
  '/default': route({
    POST: { ...about, operationId: 'default', body: z.object({}).loose(), response: Size, handle: sizeOf },
  }),
  '/large': route({
    POST: operation({
      ...about,
      operationId: 'large',
      body: z.object({}).loose(),
      bodyLimitBytes: 16 * MIB,
      response: Size,
      handle: sizeOf,
    }),
  }),
  '/small': route({
    POST: { ...about, operationId: 'small', acceptsAnyType: true, bodyLimitBytes: 10, response: Size, handle: sizeOf },
  }),
  '/signed': route({
    POST: operation({
      ...about,
      operationId: 'signed',
      acceptsAnyType: true,
      response: z.object({ genuine: z.boolean() }),
      handle: isGenuine,
    }),
  }),
};

let server: Server;
let origin: string;

beforeAll(async () => {
  const serve = (request: Request) => routes[new URL(request.url).pathname]?.POST(request, { params: {} });
  server = createServer(getRequestListener(async (request) => (await serve(request)) ?? new Response(null)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => server.close());

const json = { 'content-type': 'application/json' };

function post(path: string, body: BodyInit, headers: Record<string, string> = {}) {
  return fetch(origin + path, { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
}

/** Returns a JSON object of exactly this many bytes. */
const jsonOf = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;
const streamOf = (text: string) => new Blob([text]).stream();

describe('the limit of a body of an operation without a credential', () => {
  test.each([
    ['/default', MIB / 64],
    ['/large', 16 * MIB],
  ])('for %s is %i bytes, with or without Content-Length', async (path, limit) => {
    for (const wrap of [String, streamOf]) {
      const largest = await post(path, wrap(jsonOf(limit)), json);
      expect([largest.status, await largest.json()]).toEqual([200, { bytes: limit }]);
      const refused = await post(path, wrap(jsonOf(limit + 1)), json);
      expect([refused.status, await refused.json()]).toMatchObject([413, { code: 'payload_too_large' }]);
    }
  });

  test('may be small, and holds for a body of any type', async () => {
    expect((await post('/small', new Uint8Array(10))).status).toBe(200);
    expect((await post('/small', new Uint8Array(11))).status).toBe(413);
  });
});

describe('the raw body', () => {
  test.each<[string, string | Uint8Array<ArrayBuffer>, string]>([
    ['JSON with spaces, order and escapes', '{ "b": 1,\n "a" : "\\u00e9" }', 'application/json'],
    ['a form', 'a=%20b&c=d', 'application/x-www-form-urlencoded'],
    ['bytes that are not text', new Uint8Array([0, 255, 254, 10]), 'application/octet-stream'],
    ['nothing', '', 'text/plain'],
  ])('for %s is the signed one', async (_, body, type) => {
    const headers = { 'content-type': type, 'x-signature': signatureOf(body) };
    expect(await (await post('/signed', body, headers)).json()).toEqual({ genuine: true });
    const changed = typeof body === 'string' ? `${body} ` : new Uint8Array([...body, 0]);
    expect(await (await post('/signed', changed, headers)).json()).toEqual({ genuine: false });
  });

  test('does not parse another type of body as JSON', async () => {
    expect((await post('/large', '{}', { 'content-type': 'text/plain' })).status).toBe(415);
  });
});
