import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { type Authenticate, type ConnectionTools, InboxConnection, MAX_UNREAD_BYTES } from './connection.ts';
import type { Dialect } from './dialect.ts';
import { plain } from './plain.ts';
import { RefusedToken, type SocketSession } from './session.ts';
import { MAX_FRAME_BYTES, socketIo } from './socket-io.ts';

let server: WebSocketServer;

beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1', maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false });
  await once(server, 'listening');
});
afterAll(() => server.close());

const SESSION: SocketSession = { environmentId: 'e', subscriberId: 's', inboxSessionId: 'i', contextKeys: [] };

interface Pair {
  connection: InboxConnection;
  client: WebSocket;
  /** The texts that the client got. */
  heard: string[];
  /** The close code that the client got. */
  closed: Promise<number>;
  calls: { admitted: number; opened: number; ended: number };
}

/** Connects a client. */
async function connect(
  dialect: Dialect = socketIo,
  { authenticate = async () => SESSION, ...tools }: Partial<ConnectionTools & { authenticate: Authenticate }> = {},
): Promise<Pair> {
  const calls = { admitted: 0, opened: 0, ended: 0 };
  const accepted = once(server, 'connection');
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const heard: string[] = [];
  client.on('message', (data) => heard.push(String(data)));
  const closed = once(client, 'close').then(([code]) => Number(code));
  client.on('error', () => undefined);
  const [socket] = (await accepted) as [WebSocket];
  const connection = new InboxConnection(
    socket,
    { id: 'c1', dialect, authenticate },
    {
      admit: () => {
        calls.admitted += 1;
        return true;
      },
      onOpen: () => {
        calls.opened += 1;
      },
      onEnd: () => {
        calls.ended += 1;
      },
      ...tools,
    },
  );
  if (client.readyState !== WebSocket.OPEN) await once(client, 'open');
  return { connection, client, heard, closed, calls };
}

const EVENT = '42["x",{"a":1}]';
const sendEvent = ({ connection }: Pair) => connection.send('x', '{"a":1}', new Map());

async function opened(dialect?: Dialect): Promise<Pair> {
  const pair = await connect(dialect);
  if (dialect !== plain) pair.client.send('40');
  await expect.poll(() => pair.calls.opened).toBe(1);
  return pair;
}

test('a client gets events only after it has opened a namespace with an accepted token', async () => {
  const { promise, resolve } = Promise.withResolvers<SocketSession>();
  const pair = await connect(socketIo, { authenticate: () => promise });
  sendEvent(pair);
  pair.client.send('40');
  await expect.poll(() => pair.connection.isWaiting).toBe(false);
  sendEvent(pair);
  resolve(SESSION);
  await expect.poll(() => pair.calls.opened).toBe(1);
  sendEvent(pair);
  await expect.poll(() => pair.heard.length).toBe(3);
  expect(pair.heard[0]).toMatch(/^0\{"sid":"c1"/);
  expect(pair.heard.slice(1)).toEqual(['40{"sid":"c1"}', EVENT]);
  pair.client.close();
  await expect.poll(() => pair.calls.ended).toBe(1);
  sendEvent(pair);
});

test('a plain client is open at once, and its pings are answered', async () => {
  const pair = await opened(plain);
  pair.client.send('ping');
  sendEvent(pair);
  await expect.poll(() => pair.heard.toSorted()).toEqual(['pong', '{"event":"x","data":{"a":1}}']);
  pair.client.close();
});

test.each([
  [socketIo, ['44/api,{"message":"The token of the inbox session is not valid."}']],
  [plain, []],
])('a refused token closes with 4401 (%#)', async (dialect, texts) => {
  const authenticate = async () => {
    throw new RefusedToken('No');
  };
  const pair = await connect(dialect, { authenticate });
  if (dialect === socketIo) pair.client.send('40/api,');
  expect(await pair.closed).toBe(4401);
  expect(pair.heard.filter((text) => !text.startsWith('0{'))).toEqual(texts);
  expect(pair.calls).toEqual({ admitted: 0, opened: 0, ended: 1 });
});

test('a failure of the server and a reached limit close with 1013, so that the client tries again', async () => {
  const fail = async () => {
    throw new Error('The database does not respond');
  };
  for (const tools of [{ authenticate: fail }, { admit: () => false }]) {
    const pair = await connect(socketIo, tools);
    pair.client.send('40');
    expect(await pair.closed).toBe(1013);
    expect(pair.heard.filter((text) => text.startsWith('4'))).toEqual([]);
    expect(pair.calls).toMatchObject({ opened: 0, ended: 1 });
  }
});

test('a client that leaves during the check of its token is not admitted', async () => {
  const { promise, resolve } = Promise.withResolvers<SocketSession>();
  const pair = await connect(socketIo, { authenticate: () => promise });
  pair.client.send('40');
  await expect.poll(() => pair.connection.isWaiting).toBe(false);
  pair.client.terminate();
  await expect.poll(() => pair.calls.ended).toBe(1);
  resolve(SESSION);
  await promise;
  expect(pair.calls).toEqual({ admitted: 0, opened: 0, ended: 1 });
});

test('an ended session is disconnected in each namespace before the connection closes', async () => {
  const pair = await opened();
  pair.client.send('40/api,');
  await expect.poll(() => pair.calls.opened).toBe(2);
  pair.connection.endSession();
  expect(await pair.closed).toBe(4401);
  expect(pair.heard.slice(-2)).toEqual(['41', '41/api,']);
});

test('events reach each namespace, and the fifth namespace closes', async () => {
  const pair = await opened();
  for (const name of ['/a', '/b', '/a', '/c']) pair.client.send(`40${name},`);
  await expect.poll(() => pair.calls.opened).toBe(4);
  sendEvent(pair);
  const names = ['', '/a,', '/b,', '/c,'];
  await expect.poll(() => pair.heard.slice(-4)).toEqual(names.map((name) => `42${name}["x",{"a":1}]`));
  pair.client.send('40/d,');
  expect(await pair.closed).toBe(1008);
});

test('a client that leaves its last namespace, or closes Engine.IO, is closed', async () => {
  const left = await opened();
  left.client.send('41/unknown,');
  left.client.send('41');
  expect(await left.closed).toBe(1000);
  const over = await opened();
  over.client.send('1');
  expect(await over.closed).toBe(1000);
});

test('frames that are not understood change nothing', async () => {
  const pair = await opened();
  for (const text of ['', '42["read",1]', '42', '{', '\u0000', 'x'.repeat(MAX_FRAME_BYTES)]) pair.client.send(text);
  pair.client.send(Buffer.from('40/binary,'));
  sendEvent(pair);
  await expect.poll(() => pair.heard.at(-1)).toBe(EVENT);
  expect(pair.heard).toHaveLength(3);
  pair.client.close();
});

test.each([
  ['an oversized frame', 1009, (client: WebSocket) => client.send('x'.repeat(MAX_FRAME_BYTES + 1))],
  ['more frames than any client sends', 1008, flood],
  ['invalid UTF-8', 1007, (client: WebSocket) => client.send(Buffer.from([0xff]), { binary: false })],
])('%s closes', async (_what, code, send) => {
  const pair = await opened();
  send(pair.client);
  expect(await pair.closed).toBe(code);
  await expect.poll(() => pair.calls.ended).toBe(1);
});

function flood(client: WebSocket): void {
  for (let count = 0; count < 100; count++) client.send('3');
}

test.each([socketIo, plain])(
  'a client that is silent between two pings loses its connection ($name)',
  async (dialect) => {
    const pair = await opened(dialect);
    const pinged = once(pair.client, dialect === plain ? 'ping' : 'message');
    pair.connection.ping();
    await pinged;
    // The client of ws responds to a ping frame automatically. A text that follows shows that this response has
    // arrived.
    pair.client.send(dialect === plain ? 'ping' : '2');
    await expect.poll(() => pair.heard.at(-1)).toBe(dialect === plain ? 'pong' : '3');
    pair.connection.ping();
    sendEvent(pair);
    await expect.poll(() => pair.heard.at(-1)).toContain('{"a":1}');
    expect(pair.calls.ended).toBe(0);
    pair.client.pause();
    pair.connection.ping();
    pair.connection.ping();
    await expect.poll(() => pair.calls.ended).toBe(1);
    pair.client.terminate();
  },
);

test('a reader that stops is disconnected before much waits for it', async () => {
  const pair = await opened();
  pair.client.pause();
  const data = JSON.stringify({ text: 'x'.repeat(50_000) });
  let sent = 0;
  while (pair.calls.ended === 0 && sent < 2_000) {
    pair.connection.send('x', data, new Map());
    sent += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(pair.calls.ended).toBe(1);
  // Buffers of the kernel take some megabytes.
  expect(sent * data.length).toBeLessThan(MAX_UNREAD_BYTES + 20_000_000);
  pair.client.terminate();
});
