import { database } from '#e2e/database.ts';
import { assertError } from '#e2e/error-answer.ts';
import { type Answer, type CallApi, caller, expect, parsed, test } from '#e2e/fixtures.ts';
import { createInbox } from '#e2e/inbox.ts';
import { createOwnInbox, createReader, type Reader } from '#e2e/inbox-session.ts';
import { filled, isClosed, isForReaders, listOperations } from '#e2e/operations.ts';
import { createSubscribers, createTopic } from '#e2e/rows.ts';
import { signedIn } from '#e2e/session.ts';
import { sideBySide } from '#e2e/side-by-side.ts';
import { createTenant, type Tenant } from '#e2e/tenant.ts';
import { createWorkflow } from '#e2e/workflow-rows.ts';
import { sessionCookieName } from '#lib/auth/better-auth.ts';
import { newId } from '#lib/id.ts';
import { InboxPage, OwnCounts, OwnItem } from '#lib/inbox/schema.ts';
import { NoChannels } from '#lib/inbox-sessions/schema.ts';
import { OwnPreferenceAnswer, OwnPreferenceList } from '#lib/preferences/schema.ts';
import { OwnRuleAnswer, OwnSubscriptionAnswer, OwnSubscriptionList } from '#lib/topics/schema.ts';

const base = '/v1/inbox/notifications';

async function subscriberIdOf({ environmentId }: Pick<Tenant, 'environmentId'>, subscriberId: string): Promise<string> {
  const text = 'SELECT id FROM subscribers WHERE environment_id = $1 AND subscriber_id = $2';
  return (await database().query(text, [environmentId, subscriberId])).rows[0].id;
}

/** Creates subscriber s0 with messages, and a session of it. */
async function withMessages(tenant: Tenant, count: number, columns: object = {}): Promise<Reader & { ids: string[] }> {
  const ids = await createInbox(tenant, count, columns);
  return { ...(await createReader(tenant, await subscriberIdOf(tenant, 's0'))), ids };
}

const list = async (call: CallApi, query = '') => parsed(InboxPage, await call('GET', `${base}${query}`));
const idsOf = ({ data }: InboxPage) => data.map(({ id }) => id);
const change = async (call: CallApi, path: string, body?: object) =>
  parsed(OwnItem, await call('PATCH', `${base}/${path}`, body ? { body } : {})).data;
const count = async (call: CallApi, ...filters: object[]) => {
  const query = filters.length > 0 ? `?filters=${encodeURIComponent(JSON.stringify(filters))}` : '';
  return parsed(OwnCounts, await call('GET', `${base}/count${query}`)).data;
};
const empty = ({ status, text }: Answer) => expect([status, text]).toEqual([204, '']);

test('the token of a session is refused by every operation for keys and members', async ({ tenant }) => {
  const { call, token } = await withMessages(tenant, 1);
  const closed = (await listOperations()).filter(isClosed);
  expect(closed.length).toBeGreaterThan(150);
  await sideBySide(closed, async ({ method, path, operation, name }) => {
    const options = operation.body ? { body: {} } : {};
    assertError(await call(method, filled(path, newId()), options), 401, name);
    const asKey = await call(method, filled(path, newId()), { ...options, authorization: `ApiKey ${token}` });
    assertError(asKey, 401, name);
  });
});

test('keys, members and strangers are refused by every operation of the inbox', async ({ tenant }) => {
  const owner = await signedIn(tenant, 'owner');
  const cookie = `${sessionCookieName()}=${encodeURIComponent(owner.token)}`;
  const own = (await listOperations()).filter(isForReaders);
  expect(own.length).toBeGreaterThan(25);
  const callers: [name: string, authorization: string | null, headers?: Record<string, string>][] = [
    ['key', `ApiKey ${tenant.apiKey}`],
    ['member', `Bearer ${owner.token}`],
    ['cookie', null, { cookie, 'sec-fetch-site': 'same-origin' }],
    ['stranger', null],
  ];
  await sideBySide(own, async ({ method, path, operation, name }) => {
    for (const [who, authorization, headers = {}] of callers) {
      const options = { ...(operation.body && { body: {} }), authorization, headers };
      assertError(await caller(null)(method, filled(path, newId()), options), 401, `${who}: ${name}`);
    }
  });
});

test('the list has the subscriber’s messages in pages, with the filter as it was sent', async ({ tenant }) => {
  const { call, ids } = await withMessages(tenant, 12);
  const first = await list(call);
  expect([idsOf(first), first.hasMore, first.filter]).toEqual([ids.slice(0, 10), true, {}]);
  expect(first.data[0]).toMatchObject({
    ...{ subject: 'Order 11', to: { subscriberId: 's0' }, isRead: false, isSeen: false, channelType: 'in_app' },
    ...{ tags: ['orders'], severity: 'high', data: { order: 11, shop: 'bristol' } },
  });
  const second = await list(call, `?after=${ids[9]}&limit=10`);
  expect([idsOf(second), second.hasMore]).toEqual([ids.slice(10), false]);
  const filtered = await list(
    call,
    '?tags[0][]=orders&tags[0][]=x&tags[1][]=orders&read=false&data=%7B%22order%22%3A3%7D',
  );
  expect(idsOf(filtered)).toEqual([ids[8]]);
  expect(filtered.filter).toEqual({
    tags: { and: [{ or: ['orders', 'x'] }, { or: ['orders'] }] },
    read: false,
    data: { order: 3 },
  });
  expect(idsOf(await list(call, '?tags[0][]=orders&tags[1][]=x'))).toEqual([]);
  assertError(await call('GET', `${base}?limit=101`), 422, 'limit', ['limit']);
  assertError(await call('GET', `${base}?read=false&archived=true`), 400, 'impossible');
});

test('counts answer in the order of the filters, which they repeat verbatim, and stop at 100', async ({ tenant }) => {
  const { call, ids } = await withMessages(tenant, 103);
  await change(call, `${ids[0]}/read`);
  const filters = [
    { severity: 'high', read: false, archived: false, snoozed: false },
    { tags: ['orders'], read: true, createdGte: 0, data: { shop: 'bristol' } },
    { severity: ['low'], contextKeys: ['tenant:acme'] },
    { tags: { and: [{ or: ['orders'] }] }, seen: true },
  ];
  expect(await count(call, ...filters)).toEqual([
    { count: 100, filter: filters[0] },
    { count: 1, filter: filters[1] },
    { count: 0, filter: filters[2] },
    { count: 1, filter: filters[3] },
  ]);
  expect(await count(call)).toEqual([{ count: 100, filter: {} }]);
  assertError(await call('GET', `${base}/count?filters=x`), 422, 'no JSON', ['filters']);
});

test('each change of a message has the states that clients assume', async ({ tenant }) => {
  const { call, ids } = await withMessages(tenant, 2);
  const [id] = ids;
  const states = { isRead: false, isSeen: false, isArchived: false, isSnoozed: false };
  expect((await list(call)).data[0]).toMatchObject(states);
  expect(await change(call, `${id}/read`)).toMatchObject({ ...states, isRead: true, isSeen: true });
  expect(await change(call, `${id}/archive`)).toMatchObject({
    ...states,
    isRead: true,
    isSeen: true,
    isArchived: true,
  });
  expect(await change(call, `${id}/unread`)).toMatchObject({ ...states, isSeen: true });
  await change(call, `${id}/archive`);
  const snoozeUntil = new Date(Date.now() + 3_600_000).toISOString();
  const snoozed = await change(call, `${id}/snooze`, { snoozeUntil });
  expect(snoozed).toMatchObject({ isSnoozed: true, snoozedUntil: snoozeUntil, isArchived: false, isSeen: true });
  const back = await change(call, `${id}/unsnooze`);
  expect(back).toMatchObject({ ...states, isSeen: true, snoozedUntil: null });
  expect(back.deliveredAt.length).toBe(snoozed.deliveredAt.length + 1);
  expect(await change(call, `${id}/unarchive`)).toMatchObject({ ...states, isRead: true, isSeen: true });
  const soon = { snoozeUntil: new Date(Date.now() + 30_000).toISOString() };
  assertError(await call('PATCH', `${base}/${id}/snooze`, { body: soon }), 422, 'too soon', ['snoozeUntil']);
  const done = await change(call, `${id}/complete`, { actionType: 'primary' });
  expect(done.primaryAction).toMatchObject({ label: 'Track', isCompleted: true });
  expect((await change(call, `${id}/revert`, { actionType: 'primary' })).primaryAction?.isCompleted).toBe(false);
  assertError(
    await call('PATCH', `${base}/${id}/complete`, { body: { actionType: 'secondary' } }),
    400,
    'no such button',
  );
  assertError(await call('PATCH', `${base}/${id}/complete`, { body: { actionType: 'x' } }), 422, 'no such kind', [
    'actionType',
  ]);
  empty(await call('DELETE', `${base}/${id}/delete`));
  expect(idsOf(await list(call))).toEqual(ids.slice(1));
});

test('changes of many messages answer 204 without a body', async ({ tenant }) => {
  const { call, ids } = await withMessages(tenant, 4);
  const all = async (path: string, body: object = {}) => empty(await call('POST', `${base}/${path}`, { body }));
  const counted = async (filter: object) => (await count(call, filter))[0]?.count;
  await all('seen', { notificationIds: [] });
  expect(await counted({ seen: true }), 'nothing was named').toBe(0);
  await all('seen', { notificationIds: ids.slice(0, 1) });
  await all('seen', { data: '{"order":0}' });
  expect(await counted({ seen: true })).toBe(2);
  await all('read', { tags: ['other'] });
  expect(await counted({ read: true })).toBe(0);
  await all('read', { tags: { and: [{ or: ['orders'] }] }, data: '{"order":{"or":[1,2]}}' });
  expect(await counted({ read: true })).toBe(2);
  await all('read-archive');
  expect(await counted({ archived: true })).toBe(2);
  await all('archive');
  expect(await counted({ archived: true })).toBe(4);
  await all('delete', { tags: { or: ['orders'] } });
  expect(await counted({})).toBe(0);
});

test('a session reaches its own messages with exactly its context, and no others', async ({ tenant }) => {
  const [mine = ''] = await createInbox(tenant, 1);
  const own = await subscriberIdOf(tenant, 's0');
  const other = newId();
  await database().query(
    `INSERT INTO subscribers (environment_id, id, subscriber_id, created_at, updated_at) VALUES ($1, $2, 's1', now(), now())`,
    [tenant.environmentId, other],
  );
  const elsewhere = await createTenant();
  await createInbox(elsewhere, 1);
  const sibling = { ...tenant, environmentId: tenant.productionId };
  await createInbox(sibling, 1);
  const strangers: Record<string, Reader> = {
    'another subscriber': await createReader(tenant, other),
    'a context': await createReader(tenant, own, { context_keys: ['tenant:acme'] }),
    'another environment': await createReader(sibling, await subscriberIdOf(sibling, 's0')),
    'another organization': await createReader(elsewhere, await subscriberIdOf(elsewhere, 's0')),
  };
  const paths = ['read', 'unread', 'archive', 'unarchive', 'unsnooze', 'snooze', 'complete', 'revert'];
  const bodies: Record<string, object> = {
    snooze: { snoozeUntil: new Date(Date.now() + 3_600_000).toISOString() },
    complete: { actionType: 'primary' },
    revert: { actionType: 'primary' },
  };
  for (const [name, { call }] of Object.entries(strangers)) {
    for (const path of paths) {
      const options = bodies[path] ? { body: bodies[path] } : {};
      assertError(await call('PATCH', `${base}/${mine}/${path}`, options), 404, `${name}: ${path}`);
    }
    assertError(await call('DELETE', `${base}/${mine}/delete`), 404, name);
    empty(await call('POST', `${base}/seen`, { body: { notificationIds: [mine] } }));
    for (const path of ['seen', 'read', 'archive', 'read-archive', 'delete'])
      empty(await call('POST', `${base}/${path}`, { body: {} }));
    expect((await list(call, '?limit=100')).data, name).toEqual([]);
    expect(await count(call, {}, { contextKeys: [] }), name).toMatchObject([{ count: 0 }, { count: 0 }]);
  }
  const { call } = await createReader(tenant, own);
  expect((await list(call)).data).toMatchObject([
    { id: mine, isSeen: false, isRead: false, isArchived: false, isSnoozed: false },
  ]);
  await database().query(`UPDATE messages SET context_keys = '{"tenant:acme"}' WHERE id = $1`, [mine]);
  expect((await list(call)).data).toEqual([]);
  expect(idsOf(await list((strangers['a context'] as Reader).call))).toEqual([mine]);
});

test('a foreign ID in a path has the answer of an unknown one, in every operation', async ({ tenant }) => {
  const { reader } = await createOwnInbox(tenant, 'news');
  const sibling = { ...tenant, environmentId: tenant.productionId };
  const elsewhere = await createTenant();
  const foreign: [name: string, known: Record<string, string>][] = [];
  for (const [name, place] of [
    ['the other environment', sibling],
    ['another organization', elsewhere],
  ] as const) {
    const { ids, identifier } = await createOwnInbox(place, 'secret');
    const workflowId = await createWorkflow(place);
    foreign.push([name, { notificationId: ids[0] ?? '', identifier, topicKey: 'secret', workflowId }]);
  }
  const neighbour = newId();
  await database().query(
    `INSERT INTO subscribers (environment_id, id, subscriber_id, created_at, updated_at) VALUES ($1, $2, 's1', now(), now())`,
    [tenant.environmentId, neighbour],
  );
  const other = await createReader(tenant, neighbour);
  await other.call('POST', '/v1/inbox/topics/news/subscriptions', { body: {} });
  const ofOther = await database().query(
    `UPDATE messages SET subscriber_id = $2 WHERE id = (SELECT id FROM messages WHERE environment_id = $1 LIMIT 1) RETURNING id`,
    [tenant.environmentId, neighbour],
  );
  const shared = { topicKey: 'news', workflowId: await createWorkflow(tenant) };
  foreign.push(['another subscriber', { ...shared, notificationId: ofOther.rows[0].id, identifier: 'tk_news:si_s1' }]);
  const acme = await createReader(tenant, await subscriberIdOf(tenant, 's0'), { context_keys: ['tenant:acme'] });
  const { status } = await acme.call('POST', '/v1/inbox/topics/news/subscriptions', { body: {} });
  expect(status).toBe(201);
  const inContext = await database().query(
    `UPDATE messages SET context_keys = '{"tenant:acme"}' WHERE environment_id = $1 AND subscriber_id <> $2 RETURNING id`,
    [tenant.environmentId, neighbour],
  );
  const ofContext = { notificationId: inContext.rows[0].id, identifier: 'tk_news:si_s0:ctx_tenant:acme' };
  foreign.push(['another context', { ...shared, ...ofContext }]);
  const bodies: Record<string, object> = {
    snoozeInboxNotification: { snoozeUntil: new Date(Date.now() + 3_600_000).toISOString() },
    completeInboxNotificationAction: { actionType: 'primary' },
    revertInboxNotificationAction: { actionType: 'primary' },
    updateInboxSubscriptionPreference: { enabled: false },
    updateInboxWorkflowPreference: { email: false },
  };
  const places = [tenant.environmentId, sibling.environmentId, elsewhere.environmentId];
  const state = async () =>
    (
      await database().query('SELECT to_jsonb(m) AS m FROM messages m WHERE environment_id = ANY ($1) ORDER BY id', [
        places,
      ])
    ).rows;
  const before = await state();
  const withIds = (await listOperations()).filter((each) => isForReaders(each) && each.params.length > 0);
  const unknown = { notificationId: newId(), identifier: 'tk_unknown:si_s0', topicKey: 'unknown', workflowId: newId() };
  let compared = 0;
  for (const { method, path, operation, params, name } of withIds) {
    // The call creates the topic that it names.
    if (operation.operationId === 'createInboxSubscription') continue;
    for (const [where, known] of foreign) {
      const isOwn = (param: string) => shared[param as keyof typeof shared] === known[param];
      if (params.every(isOwn)) continue;
      const missing = Object.fromEntries(
        params.map((param) => [param, isOwn(param) ? known[param] : unknown[param as keyof typeof unknown]]),
      );
      const options = operation.body ? { body: bodies[operation.operationId] ?? {} } : {};
      const answers = [known, missing].map(async (values) => {
        const { status, text } = await reader.call(method, filled(path, values as Record<string, string>), options);
        const named = params.map((param) => values[param] ?? '').sort((one, another) => another.length - one.length);
        const plain = named
          .flatMap((value) => [encodeURIComponent(value), value])
          .reduce((rest, value) => rest.replaceAll(value, '…'), text);
        return `${status} ${plain.replace(/"(timestamp|requestId)":"[^"]*"/g, '')}`;
      });
      const [seen, unseen] = await Promise.all(answers);
      expect(seen, `${name} of ${where}`).toBe(unseen);
      expect(seen, name).toMatch(/^(404 |204 $|200 \{"data":\[\]\}$)/);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(45);
  expect(await state(), 'nothing changed elsewhere').toEqual(before);
});

test('what is foreign finds and changes nothing in a query or a body either', async ({ tenant }) => {
  const { reader, ids: own, identifier } = await createOwnInbox(tenant, 'news');
  const { call } = reader;
  const sibling = { ...tenant, environmentId: tenant.productionId };
  const { ids, identifier: theirs } = await createOwnInbox(sibling, 'secret');
  const secret = await createWorkflow(sibling, { identifier: 'secret-workflow' });
  const news = await createWorkflow(tenant, { identifier: 'news' });
  const messages = async () =>
    (
      await database().query('SELECT to_jsonb(m) AS m FROM messages m WHERE environment_id = $1 ORDER BY id', [
        sibling.environmentId,
      ])
    ).rows;
  const before = await messages();
  empty(await call('POST', `${base}/seen`, { body: { notificationIds: ids } }));
  for (const after of ids) expect(own).toEqual(expect.arrayContaining(idsOf(await list(call, `?after=${after}`))));
  const subscriptions = '/v1/inbox/topics/news/subscriptions';
  const refusals = (foreign: string, unknown: string, body: (named: string) => object) =>
    [foreign, unknown].map(async (named) => {
      const { status, text } = await call('PATCH', '/v1/inbox/preferences/bulk', {
        body: { preferences: [body(named)] },
      });
      return [status, text.replaceAll(named, '…').replace(/"(timestamp|requestId)":"[^"]*"/g, '')];
    });
  for (const [foreign, unknown, body] of [
    [secret, newId(), (workflowId: string) => ({ workflowId, email: false })],
    ['secret-workflow', 'unknown', (workflowId: string) => ({ workflowId, email: false })],
    [theirs, 'tk_unknown:si_s0', (of: string) => ({ workflowId: news, subscriptionIdentifier: of, enabled: false })],
    [secret, newId(), (workflowId: string) => ({ workflowId, subscriptionIdentifier: identifier, enabled: false })],
  ] as const) {
    const [seen, unseen] = await Promise.all(refusals(foreign, unknown, body));
    expect(seen).toEqual(unseen);
    expect(seen?.[0], String(seen)).toBe(404);
  }
  const named = `${subscriptions}/${encodeURIComponent(identifier)}?workflowIds=${secret}&workflowIds=secret-workflow`;
  expect((await call('GET', named)).text).not.toContain('secret');
  const made = await call('PATCH', named.split('?')[0] ?? '', { body: { preferences: [secret, 'secret-workflow'] } });
  const unknown = await call('PATCH', named.split('?')[0] ?? '', { body: { preferences: [newId(), 'unknown'] } });
  expect(made.status).toBe(unknown.status);
  expect((await call('GET', subscriptions)).text).not.toContain('secret');
  expect(await messages(), 'nothing changed elsewhere').toEqual(before);
});

test('a subscriber sees its own sensitive content, and its changes are not audited', async ({ tenant }) => {
  const workflowId = await createWorkflow(tenant);
  const { call, ids } = await withMessages(tenant, 1, { workflow_id: workflowId });
  await database().query('UPDATE workflows SET is_sensitive = true WHERE id = $1', [workflowId]);
  const [item] = (await list(call, '?data=%7B%22order%22%3A0%7D')).data;
  expect(item).toMatchObject({ subject: 'Order 0', body: 'It is on its way' });
  expect(item).not.toHaveProperty('withheld');
  await change(call, `${ids[0]}/read`);
  await call('PATCH', '/v1/inbox/preferences', { body: { email: false } });
  await call('POST', '/v1/inbox/topics/news/subscriptions', { body: { identifier: '' } });
  empty(await call('DELETE', `${base}/${ids[0]}/delete`));
  const { rows } = await database().query('SELECT action FROM audit_log WHERE organization_id = $1', [
    tenant.organizationId,
  ]);
  expect(rows).toEqual([]);
  const log = await database().query('SELECT 1 FROM request_log WHERE environment_id = $1', [tenant.environmentId]);
  expect(log.rows).toEqual([]);
});

test('preferences are read, filtered and changed, for all channels or one workflow', async ({
  tenant,
  call: byKey,
}) => {
  const [subscriber = ''] = await createSubscribers(tenant, 1);
  const { call } = await createReader(tenant, subscriber);
  const news = await createWorkflow(tenant, { identifier: 'news', tags: ['marketing'], severity: 'low' });
  await createWorkflow(tenant, { identifier: 'orders', tags: ['orders'] });
  const critical = { all: { enabled: true, readOnly: true }, channels: {} };
  await createWorkflow(tenant, { identifier: 'security', default_preferences: critical });
  const read = async (query = '') => parsed(OwnPreferenceList, await call('GET', `/v1/inbox/preferences${query}`)).data;
  const names = async (query = '') => (await read(query)).map(({ workflow }) => workflow?.identifier);
  expect(await names()).toEqual([undefined, 'news', 'orders']);
  expect(await names('?criticality=all')).toEqual([undefined, 'news', 'orders', 'security']);
  expect(await names('?criticality=critical')).toEqual([undefined, 'security']);
  expect(await names('?tags[]=marketing&tags[]=x')).toEqual([undefined, 'news']);
  expect(await names('?severity=low')).toEqual([undefined, 'news']);
  expect((await read())[0]).toEqual({
    level: 'global',
    enabled: true,
    channels: { email: true, sms: true, in_app: true, chat: true, push: true },
  });
  const update = async (path: string, body: object) =>
    parsed(OwnPreferenceAnswer, await call('PATCH', `/v1/inbox/preferences${path}`, { body })).data;
  expect(await update('/news', { email: false })).toMatchObject({
    level: 'template',
    channels: { email: false },
    workflow: { id: news, identifier: 'news', critical: false, tags: ['marketing'], severity: 'low' },
  });
  expect(await update(`/${news}`, { email: true })).toMatchObject({ channels: { email: true } });
  expect(await update('', { sms: false })).toMatchObject({ level: 'global', channels: { sms: false, email: true } });
  const bulk = {
    preferences: [
      { workflowId: 'orders', email: false },
      { workflowId: news, email: false },
    ],
  };
  const answered = parsed(OwnPreferenceList, await call('PATCH', '/v1/inbox/preferences/bulk', { body: bulk }));
  expect(answered.data).toMatchObject([
    { workflow: { identifier: 'orders' }, channels: { email: false } },
    { channels: { email: false } },
  ]);
  assertError(await call('PATCH', '/v1/inbox/preferences/security', { body: { email: false } }), 400, 'critical');
  assertError(await call('PATCH', '/v1/inbox/preferences/unknown', { body: { email: false } }), 404, 'unknown');
  assertError(await call('PATCH', '/v1/inbox/preferences/bulk', { body: { preferences: [] } }), 400, 'empty');
  const stored = await byKey('GET', '/v2/subscribers/s0/preferences');
  expect(stored.body).toMatchObject({
    global: { choices: [{ channel: 'sms', enabled: false, updatedBy: { type: 'subscriber', name: 's0' } }] },
  });
});

test('preferences belong to the context of the session, and to no other subscriber or environment', async ({
  tenant,
}) => {
  const [one = '', other = ''] = await createSubscribers(tenant, 2);
  await createWorkflow(tenant, { identifier: 'news' });
  const foreign = await createWorkflow({ environmentId: tenant.productionId }, { identifier: 'elsewhere' });
  const acme = await createReader(tenant, one, { context_keys: ['tenant:acme.com'] });
  const emailOf = async ({ call }: Reader) =>
    parsed(OwnPreferenceAnswer, await call('GET', '/v1/inbox/preferences/global')).data.channels.email;
  expect((await acme.call('PATCH', '/v1/inbox/preferences', { body: { email: false } })).status).toBe(200);
  expect(await emailOf(acme)).toBe(false);
  for (const reader of [await createReader(tenant, one), await createReader(tenant, other)])
    expect(await emailOf(reader)).toBe(true);
  for (const workflowId of [foreign, 'elsewhere'])
    assertError(
      await acme.call('PATCH', `/v1/inbox/preferences/${workflowId}`, { body: { email: false } }),
      404,
      workflowId,
    );
});

test('a schedule is changed in parts, and its times are in 12-hour time', async ({ tenant, call: byKey }) => {
  const [subscriber = ''] = await createSubscribers(tenant, 1);
  const { call } = await createReader(tenant, subscriber);
  const update = async (schedule: object) =>
    parsed(OwnPreferenceAnswer, await call('PATCH', '/v1/inbox/preferences', { body: { schedule } })).data.schedule;
  const hours = (start: string, end: string) => ({
    monday: { isEnabled: true, hours: [{ start, end }] },
    sunday: { isEnabled: false },
  });
  const shown = { isEnabled: true, weeklySchedule: hours('08:30 AM', '11:59 PM') };
  expect(await update({ isEnabled: true, weeklySchedule: hours('08:30 AM', '24:00') })).toEqual(shown);
  expect(await update({ isEnabled: false })).toEqual({ ...shown, isEnabled: false });
  expect(await update({ weeklySchedule: hours('12:00 AM', '12:00 PM') })).toEqual({
    isEnabled: false,
    weeklySchedule: hours('12:00 AM', '12:00 PM'),
  });
  assertError(
    await call('PATCH', '/v1/inbox/preferences', { body: { schedule: { weeklySchedule: hours('x', 'y') } } }),
    422,
    'no time',
  );
  expect((await byKey('GET', '/v2/subscribers/s0/preferences')).body).toMatchObject({
    global: { schedule: { isEnabled: false } },
  });
});

test('a subscriber subscribes to topics, with preferences, and sees only its own subscriptions', async ({
  tenant,
  call: byKey,
}) => {
  const [subscriber = '', other = ''] = await createSubscribers(tenant, 2);
  const [{ call }, stranger] = [await createReader(tenant, subscriber), await createReader(tenant, other)];
  const acme = await createReader(tenant, subscriber, { context_keys: ['tenant:acme'] });
  const news = await createWorkflow(tenant, { identifier: 'news', tags: ['marketing'] });
  await createWorkflow(tenant, { identifier: 'offers', tags: ['marketing'] });
  const path = '/v1/inbox/topics/updates/subscriptions';
  const listed = async (reader: { call: CallApi }) => parsed(OwnSubscriptionList, await reader.call('GET', path)).data;
  expect(await listed({ call }), 'of an unknown topic').toEqual([]);
  empty(await call('GET', `${path}/tk_updates:si_s0`));
  const create = (reader: { call: CallApi }, body: object) => reader.call('POST', path, { body });
  const made = parsed(
    OwnSubscriptionAnswer,
    await create(
      { call },
      { identifier: '', topic: { name: 'Updates' }, preferences: [{ workflowId: 'news', enabled: false }] },
    ),
    201,
  ).data;
  expect(made).toMatchObject({
    identifier: 'tk_updates:si_s0',
    preferences: [{ enabled: false, workflow: { identifier: 'news' } }],
  });
  expect((await byKey('GET', '/v2/topics/updates')).body).toMatchObject({ name: 'Updates' });
  expect(parsed(OwnSubscriptionAnswer, await create(acme, { identifier: '', name: 'Acme' }), 201).data).toMatchObject({
    identifier: 'tk_updates:si_s0:ctx_tenant:acme',
    name: 'Acme',
  });
  expect([await listed({ call }), await listed(stranger), await listed(acme)]).toMatchObject([
    [{ id: made.id }],
    [],
    [{ name: 'Acme' }],
  ]);
  const own = `${path}/${encodeURIComponent(made.identifier)}`;
  const got = parsed(OwnSubscriptionAnswer, await call('GET', `${own}?workflowIds=unknown&tags=marketing`)).data;
  expect(got.preferences?.map(({ workflow, enabled }) => [workflow?.identifier, enabled]).sort()).toEqual([
    ['news', false],
    ['offers', true],
  ]);
  const rule = await call(
    'PATCH',
    `/v1/inbox/subscriptions/${encodeURIComponent(made.identifier)}/preferences/offers`,
    { body: { enabled: false } },
  );
  expect(parsed(OwnRuleAnswer, rule).data).toMatchObject({
    subscriptionId: made.id,
    enabled: false,
    workflow: { identifier: 'offers' },
  });
  const bulk = {
    preferences: [
      { workflowId: news, subscriptionIdentifier: made.identifier, enabled: true },
      { workflowId: 'offers', email: false },
    ],
  };
  const changed = parsed(OwnPreferenceList, await call('PATCH', '/v1/inbox/preferences/bulk', { body: bulk })).data;
  expect(changed).toMatchObject([{ channels: { email: false } }, { subscriptionId: made.id, enabled: true }]);
  expect((await listed({ call }))[0]?.preferences).toMatchObject([
    { enabled: false, workflow: { identifier: 'offers' } },
    { enabled: true, workflow: { identifier: 'news' } },
  ]);
  expect(parsed(OwnSubscriptionAnswer, await call('PATCH', own, { body: { name: 'Mine' } })).data).toMatchObject({
    name: 'Mine',
  });
  for (const reader of [stranger, acme]) {
    empty(await reader.call('GET', own));
    assertError(await reader.call('PATCH', own, { body: { name: 'x' } }), 404, 'another’s');
    assertError(await reader.call('DELETE', own), 404, 'another’s');
    const theirs = `/v1/inbox/subscriptions/${encodeURIComponent(made.identifier)}/preferences/news`;
    assertError(await reader.call('PATCH', theirs, { body: { enabled: false } }), 404, 'another’s');
    assertError(await create(reader, { identifier: made.identifier }), 400, 'taken');
  }
  expect((await call('DELETE', own)).body).toEqual({ data: { success: true } });
  expect(await listed({ call })).toEqual([]);
});

test('an identifier of another subscriber is refused whether or not it is used', async ({ tenant }) => {
  const [one = '', other = ''] = await createSubscribers(tenant, 2);
  await createTopic(tenant, { key: 'updates' }, []);
  const path = '/v1/inbox/topics/updates/subscriptions';
  await (await createReader(tenant, other)).call('POST', path, { body: {} });
  const { call } = await createReader(tenant, one);
  const refused = async (identifier: string) =>
    assertError(await call('POST', path, { body: { identifier } }), 400, identifier).message.replace(identifier, '…');
  expect(await refused('tk_updates:si_s1')).toBe(await refused('tk_updates:si_s2'));
  expect(await refused('tk=updates:si=s1')).toBe(await refused('tk=updates:si=s01'));
});

test('pages of channel connections and endpoints are empty, and events are refused', async ({ tenant }) => {
  const [subscriber = ''] = await createSubscribers(tenant, 1);
  const { call } = await createReader(tenant, subscriber);
  for (const path of ['channel-connections', 'channel-endpoints'])
    expect(parsed(NoChannels, await call('GET', `/v1/inbox/${path}?subscriberId=s0&limit=1`))).toEqual({
      data: [],
      next: null,
      previous: null,
    });
  assertError(await call('POST', '/v1/inbox/events', { body: {} }), 400, 'events');
  assertError(await call('GET', '/v1/inbox/channel-connections/x'), 404, 'none');
});

test('changes of one subscriber are limited, and its reads are not', async ({ tenant }) => {
  const [one = '', other = ''] = await createSubscribers(tenant, 2);
  const { call } = await createReader(tenant, one);
  const statuses = new Set<number>();
  const changes = Array.from({ length: 400 }, async () => {
    const { status, headers } = await call('POST', `${base}/seen`, { body: { notificationIds: [] } });
    statuses.add(status);
    if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });
  await Promise.all(changes);
  expect([...statuses].sort()).toEqual([204, 429]);
  expect((await list(call)).data).toEqual([]);
  const neighbour = await createReader(tenant, other);
  empty(await neighbour.call('POST', `${base}/seen`, { body: { notificationIds: [] } }));
});
