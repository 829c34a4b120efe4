import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { certificate } from '#testing/certificate.ts';
import { createOutbound, OutboundError, type OutboundOptions } from './outbound.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function listening(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const serve = (listener: RequestListener) => listening(createServer(listener));

function outbound(options: OutboundOptions = {}) {
  const made = createOutbound({ allow: ['127.0.0.1'], timeoutMs: 400, ...options });
  cleanups.push(made.close);
  return made;
}

const get = { method: 'GET', headers: {} } as const;

async function failure(answer: Promise<unknown>): Promise<OutboundError> {
  const error = await answer.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(OutboundError);
  return error as OutboundError;
}

test('a request is sent unchanged, and the response is returned whole', async () => {
  let seen: unknown;
  const url = await serve(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method, url, headers } = request;
    seen = { method, url, type: headers['content-type'], body: Buffer.concat(chunks).toString() };
    response.setHeader('Set-Cookie', ['a=1', 'b=2']);
    response.writeHead(418, { 'X-Kind': 'teapot' }).end('kürzer');
  });
  const answer = await outbound({ timeoutMs: 10_000 }).fetch(`${url}/a/b?c=%20d`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: 'hällo',
  });
  expect(seen).toEqual({ method: 'POST', url: '/a/b?c=%20d', type: 'text/plain', body: 'hällo' });
  expect(answer).toMatchObject({
    status: 418,
    body: 'kürzer',
    headers: { 'x-kind': 'teapot', 'set-cookie': 'a=1, b=2' },
  });
});

test('a byte order mark is removed from a response, compressed or not', async () => {
  const origin = await serve(({ url }, response) => {
    const body = Buffer.from('\ufeff{"a":"ü"}');
    response.writeHead(200, url === '/gzip' ? { 'content-encoding': 'gzip' } : {});
    response.end(url === '/gzip' ? gzipSync(body) : body);
  });
  for (const path of ['/', '/gzip']) {
    const { body } = await outbound().fetch(origin + path, get);
    expect(JSON.parse(body)).toEqual({ a: 'ü' });
  }
});

test('connections are reused', async () => {
  const ports = new Set<number | undefined>();
  const url = await serve((request, response) => {
    ports.add(request.socket.remotePort);
    response.end('ok');
  });
  const { fetch } = outbound({ timeoutMs: 10_000 });
  for (let n = 0; n < 5; n++) await fetch(url, { ...get, method: 'POST', body: 'x' });
  expect(ports.size).toBeLessThanOrEqual(2);
});

test('HTTP/2 is used over TLS, many requests share few connections, and an unknown certificate is rejected', async () => {
  const seen: unknown[] = [];
  let sessions = 0;
  const server = createSecureServer(certificate, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    seen.push([request.httpVersion, request.method, request.url, Buffer.concat(chunks).toString()]);
    response.writeHead(410, { 'x-kind': 'gone' }).end('kürzer');
  });
  server.on('session', () => sessions++);
  const url = (await listening(server as unknown as Server)).replace('http:', 'https:');
  const { fetch } = outbound({ timeoutMs: 10_000 });
  const request = { method: 'POST', headers: {}, body: 'hällo', http2: true } as const;
  expect((await failure(fetch(`${url}/a`, request))).kind).toBe('unreachable');
  expect(seen).toEqual([]);
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, certificate.cert]);
  cleanups.push(() => setDefaultCACertificates(trusted));
  const { fetch: trusting } = outbound({ timeoutMs: 10_000 });
  const answers = await Promise.all(Array.from({ length: 300 }, () => trusting(`${url}/a?b=%20c`, request)));
  expect(new Set(seen.map((one) => JSON.stringify(one)))).toEqual(
    new Set([JSON.stringify(['2.0', 'POST', '/a?b=%20c', 'hällo'])]),
  );
  expect(seen).toHaveLength(300);
  for (const answer of answers) expect(answer).toMatchObject({ status: 410, body: 'kürzer' });
  expect(sessions).toBeLessThanOrEqual(4);
  await expect(outbound({ allow: [] }).fetch(url, request)).rejects.toThrow(/not a public address/);
});

test.each<[string, RequestListener]>([
  ['never answers', () => undefined],
  ['stops after the headers', (_, response) => void response.writeHead(200).write('a')],
  [
    'sends a byte now and then',
    (_, response) => {
      const timer = setInterval(() => response.write('a'), 20);
      response.on('close', () => clearInterval(timer));
    },
  ],
])('a request to a server that %s ends in time', async (_, listener) => {
  const url = await serve(listener);
  const begun = Date.now();
  expect(await failure(outbound().fetch(url, get))).toMatchObject({
    kind: 'timeout',
    message: expect.stringMatching(/^127\.0\.0\.1:\d+ did not answer within 0\.4 s$/),
  });
  expect(Date.now() - begun).toBeLessThan(20_000);
});

test('a request can have less time than the limit of the process, but not more', async () => {
  const url = await serve(() => undefined);
  const { fetch } = outbound();
  expect((await failure(fetch(url, { ...get, timeoutMs: 50 }))).message).toMatch(/within 0\.05 s/);
  expect((await failure(fetch(url, { ...get, timeoutMs: 60_000 }))).message).toMatch(/within 0\.4 s/);
});

test('the timeout includes the wait for a connection, and the request is not sent afterwards', async () => {
  const paths: unknown[] = [];
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<ServerResponse>();
  const url = await serve(({ url: path }, response) => {
    paths.push(path);
    if (path === '/first') arrive(response);
    else response.end('ok');
  });
  const { fetch } = outbound({ connections: 1, timeoutMs: 60_000 });
  const first = fetch(`${url}/first`, get);
  const response = await arrived;
  expect((await failure(fetch(`${url}/late`, { ...get, timeoutMs: 100 }))).kind).toBe('timeout');
  response.end('ok');
  await first;
  await fetch(`${url}/next`, get);
  expect(paths).toEqual(['/first', '/next']);
});

const MEGABYTE = 1_048_576;

test('an oversized response is not read to its end', async () => {
  let written = 0;
  const url = await serve((_, response) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536))) written += 65_536;
    };
    response.on('drain', more);
    more();
  });
  expect((await failure(outbound({ timeoutMs: 20_000 }).fetch(url, get))).kind).toBe('too_large');
  expect(written).toBeLessThan(50 * MEGABYTE);
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const)('a response in %s is decompressed only up to the limit', async (encoding, compress) => {
  const url = await serve((request, response) => {
    const bytes = request.url === '/bomb' ? 64 * MEGABYTE : 1000;
    response.writeHead(200, { 'content-encoding': encoding }).end(compress(Buffer.alloc(bytes, 'a')));
  });
  const { fetch } = outbound({ timeoutMs: 20_000 });
  expect((await fetch(url, get)).body).toBe('a'.repeat(1000));
  expect((await failure(fetch(`${url}/bomb`, get))).kind).toBe('too_large');
});

test('a cut response is used as far as received if the status is sufficient', async () => {
  const url = await serve((request, response) => {
    response.writeHead(request.url === '/refused' ? 500 : 202);
    response.write('beginning');
    if (request.url === '/long') response.end('a'.repeat(100_000));
    if (request.url === '/breaks' || request.url === '/refused') setTimeout(() => response.destroy(), 20);
    // For '/stalls', the server sends nothing more.
  });
  for (const [path, status] of [
    ['/long', 202],
    ['/breaks', 202],
    ['/refused', 500],
    ['/stalls', 202],
  ] as const) {
    // Only '/stalls' reaches the time limit.
    const made = outbound({ maxResponseBytes: 1_000, timeoutMs: path === '/stalls' ? 1_500 : 60_000 });
    const answer = await made.fetch(url + path, { ...get, mayBeCut: true });
    expect(answer, path).toMatchObject({ status, body: expect.stringMatching(/^beginning/), isCut: true });
    await failure(made.fetch(url + path, get));
  }
});

test('a body that is falsely marked as gzip is reported', async () => {
  const url = await serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('plain'));
  expect(await failure(outbound({ timeoutMs: 10_000 }).fetch(url, get))).toMatchObject({
    kind: 'interrupted',
    message: 'The response is not valid gzip',
  });
});

test('a closed port is unreachable, and the request counts as unsent', async () => {
  const gone = createTcpServer();
  const url = await listening(gone);
  await new Promise((resolve) => gone.close(resolve));
  const { fetch, connect } = outbound({ timeoutMs: 10_000 });
  const refused = { kind: 'unreachable', message: expect.stringMatching(/could not be reached: .*ECONNREFUSED/) };
  expect(await failure(fetch(url, get))).toMatchObject(refused);
  expect(await failure(connect('127.0.0.1', Number(new URL(url).port)))).toMatchObject(refused);
  const resolve: OutboundOptions['resolve'] = (host, _options, callback) =>
    callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' }), []);
  expect(await failure(outbound({ resolve }).fetch('http://nowhere.example/', get))).toMatchObject({
    kind: 'unreachable',
    message: 'nowhere.example could not be reached: getaddrinfo ENOTFOUND nowhere.example',
  });
});

test.each([
  ['closes at once', (socket: Socket) => socket.destroy()],
  ['answers something else', (socket: Socket) => socket.end('220 mail.example ESMTP\r\n')],
  ['breaks off', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc')],
])('a request to a server that %s is interrupted, and may have been processed', async (_, answer) => {
  const url = await listening(createTcpServer((socket) => void socket.once('data', () => answer(socket))));
  expect((await failure(outbound({ timeoutMs: 10_000 }).fetch(url, { ...get, method: 'POST', body: 'x' }))).kind).toBe(
    'interrupted',
  );
});

test.each(['nonsense', 'ftp://127.0.0.1/', 'http://user:pass@127.0.0.1/', '', '/path'])(
  '%j is not a valid address',
  async (url) => {
    expect((await failure(outbound().fetch(url, get))).kind).toBe('invalid');
  },
);
