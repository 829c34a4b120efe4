import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { InboxSocket } from './inbox-socket.ts';
import { pauseMs } from './pause.ts';

let server: WebSocketServer | undefined;
let socket: InboxSocket | undefined;

afterEach(() => {
  socket?.stop();
  for (const client of server?.clients ?? []) client.terminate();
  server?.close();
});

/** Starts a server, and an inbox socket whose token grows by one with each renewal. */
async function start(answer: (client: WebSocket, token: string, attempt: number) => void) {
  const heard: unknown[] = [];
  let [renewals, attempts] = [0, 0];
  const listening = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server = listening;
  await new Promise((resolve) => listening.once('listening', resolve));
  listening.on('connection', (client, { url = '' }) => {
    attempts += 1;
    answer(client, url.split('token=')[1] ?? '', attempts);
  });
  const { port } = listening.address() as AddressInfo;
  socket = new InboxSocket({
    address: async () => `ws://127.0.0.1:${port}/?token=${renewals}`,
    onEvent: (name, data) => heard.push([name, data]),
    onState: (isConnected) => heard.push(isConnected),
    onRefused: async () => {
      renewals += 1;
    },
  });
  socket.start();
  return { heard, renewals: () => renewals };
}

const welcome = (client: WebSocket) => client.send('{"event":"unread_count_changed","data":{"unreadCount":1}}');
const welcomed = ['unread_count_changed', { unreadCount: 1 }];

test('a socket connects again after the end of the server, and is connected once it is welcome', async () => {
  const { heard } = await start((client, _token, attempt) => {
    welcome(client);
    if (attempt === 1) client.close(1001);
  });
  await expect.poll(() => heard).toEqual([true, welcomed, false, true, welcomed]);
});

test('a refused token is renewed once, and the socket waits if the next one is refused too', async () => {
  const tokens: string[] = [];
  const { heard, renewals } = await start((client, token) => {
    tokens.push(token);
    if (tokens.length < 3) client.close(4401);
    else welcome(client);
  });
  await expect.poll(() => heard).toEqual([true, welcomed]);
  expect(renewals()).toBe(1);
  expect(tokens).toEqual(['0', '1', '1']);
});

test('texts that are no events are ignored, and a stopped socket stays closed', async () => {
  const { heard } = await start((client, _token, attempt) => {
    if (attempt > 1) return;
    for (const text of ['pong', 'nonsense', '[]', '{"event":7}', 'null']) client.send(text);
    welcome(client);
  });
  await expect.poll(() => heard).toEqual([true, welcomed]);
  socket?.stop();
  expect(heard.at(-1)).toBe(false);
  await expect.poll(() => server?.clients.size).toBe(0);
  socket?.hurry();
  expect(server?.clients.size).toBe(0);
});

test('pauses grow to a minute, and differ by half', () => {
  expect([1, 2, 3, 6, 7, 100].map((failures) => pauseMs(failures, 1))).toEqual([1000, 2000, 4000, 32000, 60000, 60000]);
  expect(pauseMs(3, 0)).toBe(2000);
});
