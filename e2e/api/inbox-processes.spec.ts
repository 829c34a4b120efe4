import { caller, expect, test } from '#e2e/fixtures.ts';
import { beginInboxSession, createInboxWorkflow, openPlain, openSocketIo, untilWelcome } from '#e2e/inbox-sockets.ts';
import { type RunningService, startService } from '#scripts/service.ts';

// All tests of this file share two web processes, which only this file uses.
test.describe.configure({ mode: 'default' });

let processes: RunningService[];

test.beforeAll(async () => {
  processes = await Promise.all([1, 2].map(() => startService({ apiOnly: true })));
});
test.afterAll(async () => {
  await Promise.all((processes ?? []).map((service) => service.stop()));
});

test('sockets of several processes hear of the same messages, and of changes made at any of them', async ({
  tenant,
  call,
}) => {
  await createInboxWorkflow(tenant, call);
  const token = await beginInboxSession(tenant.environmentId, 'jane');
  const tabs = processes.flatMap(({ url }) => [openSocketIo(token, { origin: url }), openPlain(token, url)]);
  await untilWelcome(...tabs);
  const atFirst = caller(`ApiKey ${tenant.apiKey}`, processes[0]?.url);
  const body = { name: 'inbox', to: { subscriberId: 'jane' }, payload: { order: 1 } };
  await atFirst('POST', '/v1/events/trigger', { body });
  for (const { last } of tabs) await expect.poll(() => last('unread_count_changed')).toMatchObject({ unreadCount: 1 });
  for (const { last } of tabs) expect(last('notification_received')).toMatchObject({ message: { subject: 'Order 1' } });
  expect((await atFirst('POST', '/v2/subscribers/jane/notifications/read', { body: {} })).status).toBe(204);
  for (const { last } of tabs) await expect.poll(() => last('unread_count_changed')).toMatchObject({ unreadCount: 0 });
  for (const tab of tabs) tab.close();
});

test('clients connect again after a restart, and get the counts that they missed', async ({ tenant, call }) => {
  await createInboxWorkflow(tenant, call);
  const [service] = processes as [RunningService];
  const token = await beginInboxSession(tenant.environmentId, 'jane');
  const [tab, bare] = [openSocketIo(token, { origin: service.url }), openPlain(token, service.url)];
  await untilWelcome(tab, bare);
  const reasons: string[] = [];
  tab.socket.on('disconnect', (reason) => reasons.push(reason));
  process.kill(service.pid() ?? 0, 'SIGTERM');
  expect(await bare.closed).toBe(1001);
  await expect.poll(() => reasons).toEqual(['transport close']);
  await call('POST', '/v1/events/trigger', { body: { name: 'inbox', to: { subscriberId: 'jane' } } });
  await expect.poll(() => tab.last('unread_count_changed')).toMatchObject({ unreadCount: 1 });
  expect(tab.socket.connected).toBe(true);
  tab.close();
});

test('a killed process loses no count either', async ({ tenant, call }) => {
  await createInboxWorkflow(tenant, call);
  const [, service] = processes as [RunningService, RunningService];
  const token = await beginInboxSession(tenant.environmentId, 'jane');
  const tab = openSocketIo(token, { origin: service.url });
  await untilWelcome(tab);
  process.kill(service.pid() ?? 0, 'SIGKILL');
  await call('POST', '/v1/events/trigger', { body: { name: 'inbox', to: { subscriberId: 'jane' } } });
  await expect.poll(() => tab.last('unread_count_changed')).toMatchObject({ unreadCount: 1 });
  tab.close();
});
