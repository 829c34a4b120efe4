import { database } from '#e2e/database.ts';
import { assertError } from '#e2e/error-answer.ts';
import { type CallApi, caller, expect, parsed, test } from '#e2e/fixtures.ts';
import { createIntegration, createSubscribers } from '#e2e/rows.ts';
import { signedIn } from '#e2e/session.ts';
import { createWorkflow } from '#e2e/workflow-rows.ts';
import { AuditPage } from '#lib/audit-log/schema.ts';
import { SubscriberPreferences } from '#lib/preferences/schema.ts';
import { BulkSubscribersResult, Subscriber } from '#lib/subscribers/schema.ts';

const get = async (call: CallApi, id = 's0') => parsed(Subscriber, await call('GET', `/v2/subscribers/${id}`));

test('a patch changes the given fields, null clears one, an unknown subscriber is 404', async ({ call }) => {
  const body = { subscriberId: 's0', firstName: 'Ann', lastName: 'Lee', data: { plan: 'plus' } };
  await call('POST', '/v2/subscribers', { body });
  const answer = await call('PATCH', '/v2/subscribers/s0', { body: { lastName: null, email: 'ann@example.com' } });
  expect(parsed(Subscriber, answer)).toMatchObject({
    firstName: 'Ann',
    lastName: null,
    email: 'ann@example.com',
    data: { plan: 'plus' },
    __v: 1,
  });
  assertError(await call('PATCH', '/v2/subscribers/unknown', { body: { firstName: 'x' } }), 404, 'unknown');
  expect((await call('GET', '/v2/subscribers/unknown')).status, 'a patch creates no subscriber').toBe(404);
  const wrong = { email: 'no address', timezone: 'Mars/Base', data: [1] };
  assertError(await call('PATCH', '/v2/subscribers/s0', { body: wrong }), 422, 'fields', ['data', 'email', 'timezone']);
});

test('a deleted subscriber is removed with its data, and its history stays', async ({ call, tenant }) => {
  const [id] = await createSubscribers(tenant, 1);
  await createIntegration(tenant, { provider_id: 'fcm', channel: 'push' });
  const tokens = { providerId: 'fcm', credentials: { deviceTokens: ['t'] } };
  await call('PUT', '/v1/subscribers/s0/credentials', { body: tokens });
  await call('PATCH', '/v2/subscribers/s0/preferences', { body: { channels: { sms: false } } });
  await call('POST', '/v2/topics/news/subscriptions', { body: { subscriptions: ['s0'] } });
  const workflow = await createWorkflow(tenant, { identifier: 'hello' });
  expect(workflow).toBeTruthy();
  const triggered = await call<{ transactionId: string }>('POST', '/v1/events/trigger', {
    body: { name: 'hello', to: 's0' },
  });
  const answer = await call('DELETE', '/v2/subscribers/s0');
  expect([answer.status, answer.body]).toEqual([200, { acknowledged: true, status: 'deleted' }]);
  for (const method of ['GET', 'DELETE']) assertError(await call(method, '/v2/subscribers/s0'), 404, method);
  for (const table of ['subscriber_channels', 'preferences', 'topic_subscriptions']) {
    const { rowCount } = await database().query(`SELECT 1 FROM ${table} WHERE subscriber_id = $1`, [id]);
    expect(rowCount, table).toBe(0);
  }
  const { transactionId } = triggered.body;
  const runs = await call('GET', `/v1/notifications?transactionId=${transactionId}`);
  expect(runs.text).toContain('s0@example.com');
  await call('POST', '/v2/subscribers', { body: { subscriberId: 's0' } });
  expect((await get(call))._id).not.toBe(id);
});

test('a bulk request returns created, updated and failed subscribers in the order of the request', async ({
  call,
  tenant,
}) => {
  await createSubscribers(tenant, 2);
  const subscribers = [
    { subscriberId: 'new-b', firstName: 'B' },
    { subscriberId: 's1', firstName: 'Changed' },
    { subscriberId: 'bad', email: 'no address' },
    { firstName: 'Unknown' },
    { subscriberId: 'new-a' },
    { subscriberId: 'new-b', lastName: 'Twice' },
  ];
  const result = parsed(
    BulkSubscribersResult,
    await call('POST', '/v1/subscribers/bulk', { body: { subscribers } }),
    201,
  );
  expect(result.created).toEqual([{ subscriberId: 'new-b' }, { subscriberId: 'new-a' }]);
  expect(result.updated).toEqual([{ subscriberId: 's1' }]);
  expect(result.failed).toMatchObject([{ subscriberId: 'bad', message: expect.stringContaining('email') }, {}]);
  expect(await get(call, 'new-b')).toMatchObject({ firstName: 'B', lastName: 'Twice' });
  expect(await get(call, 's1')).toMatchObject({ firstName: 'Changed', email: 's1@example.com' });
  const many = Array.from({ length: 500 }, (_, n) => ({ subscriberId: `m${n}` }));
  const all = await call('POST', '/v1/subscribers/bulk', { body: { subscribers: many } });
  expect(parsed(BulkSubscribersResult, all, 201).created).toHaveLength(500);
  for (const wrong of [[], [...many, { subscriberId: 'x' }], 'all', undefined]) {
    const answer = await call('POST', '/v1/subscribers/bulk', { body: { subscribers: wrong } });
    assertError(answer, 422, JSON.stringify(wrong)?.slice(0, 40));
  }
});

test('simultaneous bulk requests of the same subscribers do not block each other', async ({ call }) => {
  const subscribers = Array.from({ length: 60 }, (_, n) => ({ subscriberId: `c${n}`, firstName: `${n}` }));
  const orders = [subscribers, subscribers.toReversed(), [...subscribers.slice(30), ...subscribers.slice(0, 30)]];
  const answers = await Promise.all(
    [...orders, ...orders].map((body) => call('POST', '/v1/subscribers/bulk', { body: { subscribers: body } })),
  );
  const results = answers.map((answer) => parsed(BulkSubscribersResult, answer, 201));
  expect(results.flatMap(({ created }) => created)).toHaveLength(60);
});

test('appended credentials add device tokens, and deletion removes the provider', async ({ call, tenant }) => {
  await createSubscribers(tenant, 1);
  await createIntegration(tenant, { provider_id: 'fcm', channel: 'push' });
  await createIntegration(tenant, { provider_id: 'slack', channel: 'chat' });
  const path = '/v1/subscribers/s0/credentials';
  const append = (credentials: object) => call('PATCH', path, { body: { providerId: 'fcm', credentials } });
  const tokensOf = async () => (await get(call)).channels?.find(({ providerId }) => providerId === 'fcm')?.credentials;
  await append({ deviceTokens: ['a', 'b', 'a'] });
  expect(parsed(Subscriber, await append({ deviceTokens: ['b', 'c'] })).channels).toMatchObject([
    { providerId: 'fcm', credentials: { deviceTokens: ['a', 'b', 'c'] } },
  ]);
  const { __v: version } = await get(call);
  await append({ deviceTokens: [] });
  expect((await get(call)).__v, 'nothing new').toBe(version);
  const tooMany = Array.from({ length: 98 }, (_, n) => `t${n}`);
  const answer = assertError(await append({ deviceTokens: tooMany }), 400, 'more than 100 in all');
  expect(answer).toMatchObject({ currentCount: 101, limit: 100 });
  await append({ deviceTokens: tooMany.slice(1) });
  expect((await tokensOf())?.deviceTokens).toHaveLength(100);
  const slack = { providerId: 'slack', credentials: { webhookUrl: 'https://hooks.example.com/x' } };
  await call('PUT', path, { body: slack });
  const gone = await call('DELETE', `${path}/fcm`);
  expect([gone.status, gone.text]).toEqual([204, '']);
  expect((await get(call)).channels).toMatchObject([{ providerId: 'slack' }]);
  expect((await call('DELETE', `${path}/fcm`)).status, 'again').toBe(204);
  assertError(await call('DELETE', `${path}/pigeon`), 422, 'unknown provider', ['providerId']);
  assertError(await call('DELETE', '/v1/subscribers/unknown/credentials/fcm'), 404, 'unknown subscriber');
});

test('the online status is stored with the time of its end', async ({ call, tenant }) => {
  await createSubscribers(tenant, 1);
  const set = (isOnline: unknown) => call('PATCH', '/v1/subscribers/s0/online-status', { body: { isOnline } });
  const before = await get(call);
  expect(parsed(Subscriber, await set(true))).toMatchObject({ isOnline: true, lastOnlineAt: null });
  const offline = parsed(Subscriber, await set(false));
  expect(offline).toMatchObject({ isOnline: false, __v: before.__v, updatedAt: before.updatedAt });
  expect(Date.now() - Date.parse(offline.lastOnlineAt ?? '')).toBeLessThan(60_000);
  assertError(await set('yes'), 422, 'no boolean', ['isOnline']);
  assertError(
    await call('PATCH', '/v1/subscribers/unknown/online-status', { body: { isOnline: true } }),
    404,
    'unknown subscriber',
  );
});

test('preferences have a schedule and a condition, globally and by workflow', async ({ call, tenant }) => {
  await createSubscribers(tenant, 1);
  await createWorkflow(tenant, { identifier: 'hello', active: true });
  const path = '/v2/subscribers/s0/preferences';
  const patch = async (body: object) => parsed(SubscriberPreferences, await call('PATCH', path, { body }));
  const condition = { '==': [{ var: 'payload.urgent' }, true] };
  const hours = [{ start: '09:00 AM', end: '05:00 PM' }];
  const schedule = { isEnabled: true, weeklySchedule: { monday: { isEnabled: true, hours } } };
  expect((await patch({ schedule, condition })).global).toMatchObject({ schedule, condition });
  const [workflow] = (await patch({ workflowId: 'hello', condition })).workflows;
  expect(workflow).toMatchObject({ condition, workflow: { identifier: 'hello' } });
  await patch({ workflowId: 'hello', channels: { email: false } });
  const kept = parsed(SubscriberPreferences, await call('GET', path));
  expect(kept).toMatchObject({ global: { schedule, condition }, workflows: [{ condition }] });
  const cleared = await patch({ workflowId: 'hello', condition: null });
  expect(cleared.workflows[0]?.condition).toBeUndefined();
  expect(cleared.global.condition).toEqual(condition);
  for (const wrong of ['text', [], { nope: [1] }])
    assertError(await call('PATCH', path, { body: { condition: wrong } }), 422, JSON.stringify(wrong), ['condition']);
  const noTime = {
    isEnabled: true,
    weeklySchedule: { monday: { isEnabled: true, hours: [{ start: 'x', end: 'y' }] } },
  };
  assertError(await call('PATCH', path, { body: { schedule: noTime } }), 422, 'no time of day');
});

test('support changes subscribers, and the audit log keeps it; an API key leaves none', async ({ call, tenant }) => {
  await createSubscribers(tenant, 2);
  await createIntegration(tenant, { provider_id: 'fcm', channel: 'push' });
  const support = (await signedIn(tenant, 'support')).call;
  await support('PATCH', '/v2/subscribers/s0', { body: { firstName: 'Ann' } });
  const credentials = { providerId: 'fcm', credentials: { deviceTokens: ['t'] } };
  await support('PATCH', '/v1/subscribers/s0/credentials', { body: credentials });
  await support('DELETE', '/v1/subscribers/s0/credentials/fcm');
  await support('PATCH', '/v1/subscribers/s0/online-status', { body: { isOnline: true } });
  await support('POST', '/v1/subscribers/bulk', { body: { subscribers: [{ subscriberId: 'new' }] } });
  await support('DELETE', '/v2/subscribers/s0');
  await call('DELETE', '/v2/subscribers/s1');
  const owner = (await signedIn(tenant, 'owner')).call;
  const log = parsed(AuditPage, await owner('GET', '/v1/audit-log?resourceType=subscribers'));
  const actions = ['delete', 'bulk', 'updateOnlineStatus', 'deleteCredentials', 'appendCredentials', 'update'];
  expect(log.data.map(({ action }) => action)).toEqual(actions.map((action) => `subscribers.${action}`));
  expect(log.data[0]?.before).toMatchObject({ subscriberId: 's0', firstName: 'Ann' });
  const elsewhere = caller(`ApiKey ${tenant.productionApiKey}`);
  assertError(await elsewhere('PATCH', '/v2/subscribers/new', { body: {} }), 404, 'another environment');
});
