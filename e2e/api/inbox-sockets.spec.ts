import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { WebSocket } from 'ws';
import { database } from '#e2e/database.ts';
import { type CallApi, caller, expect, serviceUrl, test } from '#e2e/fixtures.ts';
import {
  beginInboxSession,
  createInboxWorkflow,
  type OpenSocket,
  openPlain,
  openSocketIo,
  sessionOf,
  untilWelcome,
} from '#e2e/inbox-sockets.ts';

const COUNTS = ['unseen_count_changed', 'unread_count_changed'];
const RECEIVED = ['notification_received', ...COUNTS];

const trigger = async (call: CallApi, subscriberId: string, more: object = {}) => {
  const body = { name: 'inbox', to: { subscriberId }, payload: { order: 7 }, ...more };
  expect((await call('POST', '/v1/events/trigger', { body })).status).toBe(201);
};

const inbox = async (call: CallApi, method: string, path: string, body?: object) => {
  const answer = await call<{ data: { id: string }[] }>(method, `/v2/subscribers/${path}`, body ? { body } : {});
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer;
};

function closeAll(sockets: readonly OpenSocket[]): void {
  for (const socket of sockets) socket.close();
}

test('a new message and later changes reach each tab of the subscriber, in both dialects and every namespace', async ({
  tenant,
  call,
}) => {
  await createInboxWorkflow(tenant, call);
  const token = await beginInboxSession(tenant.environmentId, 'jane');
  const another = await beginInboxSession(tenant.environmentId, 'jane');
  const tabs = [openSocketIo(token), openSocketIo(another, { namespace: '/api' }), openPlain(token)];
  const others = [
    openSocketIo(await beginInboxSession(tenant.environmentId, 'john')),
    openSocketIo(await beginInboxSession(tenant.environmentId, 'jane', { tenant: 'acme' })),
  ];
  await untilWelcome(...tabs, ...others);

  await trigger(call, 'jane');
  for (const { names, events, last } of tabs) {
    await expect.poll(names).toEqual(RECEIVED);
    expect(last('notification_received')).toMatchObject({
      message: {
        subject: 'Order 7',
        content: 'It is on its way',
        channel: 'in_app',
        read: false,
        subscriber: { subscriberId: 'jane' },
        workflow: { identifier: 'inbox' },
      },
    });
    expect(last('notification_received')).toHaveProperty('message.cta', {});
    expect(last('unread_count_changed')).toEqual({
      unreadCount: 1,
      counts: { total: 1, severity: { high: 0, medium: 0, low: 0, none: 1 } },
      hasMore: false,
    });
    expect(last('unseen_count_changed')).toEqual({ unseenCount: 1, hasMore: false });
    events.length = 0;
  }
  const { body } = await inbox(call, 'GET', 'jane/notifications');
  const id = body.data[0]?.id ?? '';
  await inbox(call, 'POST', 'jane/notifications/seen', {});
  for (const { last } of tabs) await expect.poll(() => last('unseen_count_changed')).toMatchObject({ unseenCount: 0 });
  await inbox(call, 'PATCH', `jane/notifications/${id}/read`);
  for (const { last } of tabs) await expect.poll(() => last('unread_count_changed')).toMatchObject({ unreadCount: 0 });
  await inbox(call, 'PATCH', `jane/notifications/${id}/unread`);
  for (const { last } of tabs) await expect.poll(() => last('unread_count_changed')).toMatchObject({ unreadCount: 1 });
  await inbox(call, 'DELETE', `jane/notifications/${id}`);
  for (const { last } of tabs) await expect.poll(() => last('unread_count_changed')).toMatchObject({ unreadCount: 0 });

  await trigger(call, 'jane', { context: { tenant: 'acme' } });
  await expect.poll(() => others[1]?.names()).toEqual(expect.arrayContaining(RECEIVED));
  for (const { names } of tabs) expect(names()).not.toContain('notification_received');
  expect(others[0]?.events).toEqual([]);
  closeAll([...tabs, ...others]);
});

test('the end of a snooze is a new message', async ({ tenant, call }) => {
  await createInboxWorkflow(tenant, call);
  const tab = openSocketIo(await beginInboxSession(tenant.environmentId, 'jane'));
  await untilWelcome(tab);
  await trigger(call, 'jane');
  await expect.poll(tab.names).toEqual(RECEIVED);
  const { body } = await inbox(call, 'GET', 'jane/notifications');
  const snoozeUntil = new Date(Date.now() + 3_000).toISOString();
  await inbox(call, 'PATCH', `jane/notifications/${body.data[0]?.id}/snooze`, { snoozeUntil });
  await expect.poll(() => tab.last('unread_count_changed')).toMatchObject({ unreadCount: 0 });
  tab.events.length = 0;
  await expect.poll(tab.names).toEqual(RECEIVED);
  expect(tab.last('unread_count_changed')).toMatchObject({ unreadCount: 1 });
  tab.close();
});

test('a token that is forged, expired or revoked is refused for good', async ({ tenant, call }) => {
  await createInboxWorkflow(tenant, call);
  const tokens = await Promise.all(['a', 'b', 'c'].map((name) => beginInboxSession(tenant.environmentId, name)));
  const [expired = '', revoked = '', valid = ''] = tokens;
  const set = (column: string, token: string) =>
    database().query(`UPDATE inbox_sessions SET ${column} = $3 WHERE environment_id = $1 AND id = $2`, [
      tenant.environmentId,
      sessionOf(token),
      new Date(Date.now() - 1_000),
    ]);
  await set('expires_at', expired);
  await set('revoked_at', revoked);
  const forged = `${valid.slice(0, -1)}${valid.endsWith('0') ? '1' : '0'}`;
  const foreign = `bfi_${tenant.productionId}${valid.slice(28)}`;
  for (const token of [expired, revoked, forged, foreign, '', 'x', `ApiKey ${tenant.apiKey}`, '\u0000']) {
    const { socket, close } = openSocketIo(token);
    const error = await new Promise<Error>((resolve) => socket.on('connect_error', resolve));
    expect(error.message).toBe('The token of the inbox session is not valid.');
    expect([socket.active, socket.connected]).toEqual([false, false]);
    close();
    expect(await openPlain(encodeURIComponent(token)).closed).toBe(4401);
  }
});

test('the end of a subscriber’s sessions closes their sockets, and the clients stay away', async ({ tenant, call }) => {
  await createInboxWorkflow(tenant, call);
  const token = await beginInboxSession(tenant.environmentId, 'jane');
  const [tab, bare] = [openSocketIo(token), openPlain(token)];
  const [other, deleted] = await Promise.all(
    ['john', 'gone'].map(async (name) => openSocketIo(await beginInboxSession(tenant.environmentId, name))),
  );
  if (!other || !deleted) throw new Error('Not open');
  await untilWelcome(tab, bare, other, deleted);
  const ended = (socket: typeof tab) => new Promise((resolve) => socket.socket.on('disconnect', resolve));
  const ends = [ended(tab), ended(deleted)];
  expect((await call('DELETE', '/v2/subscribers/jane/inbox-sessions')).status).toBe(204);
  expect((await call('DELETE', '/v2/subscribers/gone')).status).toBe(200);
  expect(await Promise.all(ends)).toEqual(['io server disconnect', 'io server disconnect']);
  expect(await bare.closed).toBe(4401);
  expect([tab, deleted, other].map(({ socket }) => socket.active)).toEqual([false, false, true]);
  const again = openSocketIo(await beginInboxSession(tenant.environmentId, 'jane'));
  await untilWelcome(again);
  closeAll([tab, other, deleted, again]);
});

test('a page of an origin that the environment does not allow is refused', async ({ tenant, call }) => {
  await createInboxWorkflow(tenant, call);
  const token = await beginInboxSession(tenant.environmentId, 'jane');
  const columns = ['https://shop.example.com'];
  await database().query('UPDATE environments SET inbox_origins = $2 WHERE id = $1', [tenant.environmentId, columns]);
  const url = `${serviceUrl.replace('http', 'ws')}/api/v1/inbox/socket?token=${token}`;
  const from = async (origin: string) => {
    const socket = new WebSocket(url, { origin });
    const event = await new Promise<string>((resolve) => {
      socket.on('message', () => resolve('open'));
      socket.on('close', (code) => resolve(`closed ${code}`));
    });
    socket.close();
    return event;
  };
  expect(await from('https://shop.example.com')).toBe('open');
  expect(await from('https://evil.example.com')).toBe('closed 4401');
  expect(await from(serviceUrl)).toBe('open');
});

test('a subscriber has at most 30 sockets in a process, and may open another one when one closes', async ({
  tenant,
  call,
}) => {
  await createInboxWorkflow(tenant, call);
  const token = await beginInboxSession(tenant.environmentId, 'jane');
  const open = Array.from({ length: 30 }, () => openPlain(token));
  await untilWelcome(...open);
  expect(await openPlain(token).closed).toBe(1013);
  const others = openPlain(await beginInboxSession(tenant.environmentId, 'john'));
  await untilWelcome(others);
  open[0]?.close();
  await open[0]?.closed;
  const again = openPlain(token);
  await untilWelcome(again);
  closeAll([...open, others, again]);
});

const socketUrl = `${serviceUrl.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;

test('a socket that opens no namespace is closed after some seconds', async () => {
  const socket = new WebSocket(socketUrl);
  const startedAt = performance.now();
  await new Promise((resolve) => socket.on('close', resolve));
  expect(performance.now() - startedAt).toBeGreaterThan(4_000);
});

/** Requests an upgrade. @returns the status of the response. */
function statusOf(path: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const key = Buffer.alloc(16, 1).toString('base64');
  const websocket = { connection: 'Upgrade', upgrade: 'websocket' };
  const all = { ...websocket, 'sec-websocket-key': key, 'sec-websocket-version': '13', ...headers };
  const sent = httpRequest(serviceUrl + path, { headers: all, agent: false });
  sent.on('response', (response) => {
    response.resume();
    resolve(response.statusCode);
  });
  sent.on('upgrade', (response, socket) => {
    socket.destroy();
    resolve(response.statusCode);
  });
  sent.on('error', reject);
  sent.end();
  return promise;
}

test('an upgrade is accepted at the two paths of real hosts only, and its absence is explained', async () => {
  const path = '/socket.io/?EIO=4&transport=websocket';
  expect(await statusOf(path)).toBe(101);
  expect(await statusOf('/api/v1/inbox/socket?token=x')).toBe(101);
  expect(await statusOf(path, { host: 'links.belfry.test' }), 'the host of pages for recipients').toBe(404);
  for (const other of ['/', '/socket.iox/', '/api/v1/me', '/api/v1/inbox/socket/x', '/_next/hmr', '/r/token'])
    expect(await statusOf(other), other).toBe(404);
  for (const query of ['', '?EIO=3&transport=websocket', '?EIO=4&transport=polling'])
    expect(await statusOf(`/socket.io/${query}`), query).toBe(400);
  expect(await statusOf(path, { 'sec-websocket-version': '7' })).toBe(400);
  expect(await statusOf(path, { 'sec-websocket-key': 'short' })).toBe(400);
  expect(await statusOf('/api/v1/me', { upgrade: 'h2c' }), 'another protocol').toBe(401);
  const answer = await fetch(`${serviceUrl}/socket.io/?EIO=4&transport=polling`);
  expect([answer.status, answer.headers.get('upgrade')]).toEqual([426, 'websocket']);
  expect(await answer.text()).toContain('proxy');
  expect((await caller(null)('GET', '/v1/inbox/socket')).status).toBe(426);
});

test('a token is in no log', async ({ tenant, call }) => {
  await createInboxWorkflow(tenant, call);
  const token = await beginInboxSession(tenant.environmentId, 'jane');
  const tab = openSocketIo(token);
  await untilWelcome(tab);
  tab.close();
  await call('GET', `/v1/inbox/socket?token=${token}`);
  expect(await openPlain(`${token}0`).closed).toBe(4401);
  // Each row of the request log is written within a second.
  const rows = async () => {
    const found = await database().query('SELECT path FROM request_log WHERE environment_id = $1', [
      tenant.environmentId,
    ]);
    return found.rows.map(({ path }) => String(path));
  };
  await expect.poll(rows).toContain('/api/v2/workflows');
  expect((await rows()).join('\n')).not.toContain('bfi_');
  const log = process.env.SERVICE_LOG;
  if (log) expect(readFileSync(log, 'utf8')).not.toContain('bfi_');
});

test('a subscriber with a socket is online', async ({ tenant, call }) => {
  await createInboxWorkflow(tenant, call);
  const tab = openSocketIo(await beginInboxSession(tenant.environmentId, 'jane'));
  const isOnline = async () => (await call<{ isOnline?: boolean }>('GET', '/v2/subscribers/jane')).body.isOnline;
  await untilWelcome(tab);
  await expect.poll(isOnline).toBe(true);
  tab.close();
});
