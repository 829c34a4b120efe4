import { database } from '#e2e/database.ts';
import { assertError } from '#e2e/error-answer.ts';
import { type CallApi, caller, expect, parsed, test } from '#e2e/fixtures.ts';
import { createInbox } from '#e2e/inbox.ts';
import { createIntegration } from '#e2e/rows.ts';
import { signedIn } from '#e2e/session.ts';
import { AuditPage } from '#lib/audit-log/schema.ts';
import { newId } from '#lib/id.ts';
import { InboxCounts, InboxNotification, InboxPage } from '#lib/inbox/schema.ts';
import { Message } from '#lib/messages/schema.ts';

const base = '/v2/subscribers/s0/notifications';
const list = async (call: CallApi, query = ''): Promise<InboxPage> =>
  parsed(InboxPage, await call('GET', base + query));
const ids = ({ data }: InboxPage) => data.map(({ id }) => id);
const change = async (call: CallApi, path: string, body?: object) =>
  parsed(InboxNotification, await call('PATCH', `${base}/${path}`, body ? { body } : {}));
const count = async (call: CallApi, ...filters: object[]) => {
  const query = `?filters=${encodeURIComponent(JSON.stringify(filters))}`;
  const answer = await call('GET', `${base}/count${query}`);
  return parsed(InboxCounts, answer).map((each) => each.count);
};

test('the list has the messages of the inbox, newest first, in pages', async ({ call, tenant }) => {
  const made = await createInbox(tenant, 5);
  const all = await list(call);
  expect(ids(all)).toEqual(made);
  expect([all.hasMore, all.filter]).toEqual([false, {}]);
  expect(all.data[0]).toMatchObject({
    subject: 'Order 4',
    body: 'It is on its way',
    to: { subscriberId: 's0' },
    isRead: false,
    isSeen: false,
    isArchived: false,
    isSnoozed: false,
    channelType: 'in_app',
    avatar: 'https://example.com/a.png',
    primaryAction: { label: 'Track', isCompleted: false, redirect: { url: 'https://example.com/track' } },
    data: { order: 4, shop: 'bristol' },
    tags: ['orders'],
    severity: 'high',
    workflow: { identifier: 'order', name: 'Order' },
  });
  const first = await list(call, '?limit=2');
  expect([ids(first), first.hasMore]).toEqual([made.slice(0, 2), true]);
  expect(ids(await list(call, `?limit=2&after=${made[1]}`))).toEqual(made.slice(2, 4));
  expect(ids(await list(call, '?limit=2&offset=4'))).toEqual(made.slice(4));
  const { createdAt = '' } = all.data[2] ?? {};
  const at = Date.parse(createdAt);
  expect(ids(await list(call, `?createdGte=${at}&createdLte=${at}`))).toEqual([made[2]]);
  assertError(await call('GET', '/v2/subscribers/unknown/notifications'), 404, 'unknown');
  assertError(await call('GET', `${base}?data=text`), 422, 'no JSON', ['data']);
  assertError(await call('GET', `${base}?limit=101&read=maybe`), 422, 'fields', ['limit', 'read']);
});

test('the list and the count filter by state, workflow, data and context', async ({ call, tenant }) => {
  const made = await createInbox(tenant, 4, { context_keys: ['tenant:acme'] });
  await change(call, `${made[0]}/read`);
  await change(call, `${made[1]}/archive`);
  await change(call, `${made[2]}/snooze`, { snoozeUntil: new Date(Date.now() + 3_600_000).toISOString() });
  const queries: [string, unknown[]][] = [
    ['?read=true', made.slice(0, 2)],
    ['?read=false', made.slice(2)],
    ['?seen=true', made.slice(0, 3)],
    ['?archived=true', [made[1]]],
    ['?archived=false&snoozed=false', [made[0], made[3]]],
    ['?snoozed=true', [made[2]]],
    ['?severity=high&severity=low', made],
    ['?severity=low', []],
    ['?tags=orders', made],
    ['?tags=other', []],
    [`?data=${encodeURIComponent('{"order":1}')}`, [made[2]]],
    [`?data=${encodeURIComponent('{"shop":"bristol"}')}`, made],
    [`?data=${encodeURIComponent('{"order":[1,3],"shop":{"or":["bristol","bath"]}}')}`, [made[0], made[2]]],
    [`?data=${encodeURIComponent('{}')}`, made],
    ['?tags[0][]=orders&tags[0][]=other&tags[1][]=orders', made],
    ['?tags[0][]=orders&tags[1][]=other', []],
    ['?contextKeys=tenant:acme', made],
    ['?contextKeys=', []],
  ];
  for (const [query, expected] of queries) expect(ids(await list(call, query)), query).toEqual(expected);
  const filters = [
    {},
    { read: false },
    { archived: true },
    { severity: 'high', tags: ['orders'] },
    { data: { order: 9 } },
    { tags: { and: [{ or: ['orders', 'other'] }, { or: ['other'] }] } },
    { createdGte: Date.now() - 2.5 * 60_000, read: true },
    { createdLte: Date.now() - 2.5 * 60_000, snoozed: false },
    { contextKeys: ['tenant:acme'], severity: ['high', 'low'] },
    { contextKeys: [] },
  ];
  expect(await count(call, ...filters)).toEqual([4, 2, 1, 4, 0, 0, 2, 1, 4, 0]);
  const answer = await call('GET', `${base}/count?filters=${encodeURIComponent(JSON.stringify(filters))}`);
  expect(
    parsed(InboxCounts, answer).map(({ filter }) => filter),
    'filters are repeated as they were sent',
  ).toEqual(filters);
  for (const impossible of [
    '?read=false&archived=true',
    `/count?filters=${encodeURIComponent('[{"read":false,"archived":true}]')}`,
  ])
    assertError(await call('GET', base + impossible), 400, impossible);
  expect(parsed(InboxCounts, await call('GET', `${base}/count`))).toEqual([{ count: 4, filter: {} }]);
  for (const wrong of ['text', '{}', '[]', '[{"read":1}]', JSON.stringify(Array(31).fill({}))])
    assertError(await call('GET', `${base}/count?filters=${encodeURIComponent(wrong)}`), 422, wrong, ['filters']);
});

test('one message is read, unread, archived, snoozed and unsnoozed', async ({ call, tenant }) => {
  const [id] = await createInbox(tenant, 1);
  const read = await change(call, `${id}/read`);
  expect(read).toMatchObject({ isRead: true, isSeen: true, isArchived: false });
  expect(read.readAt && read.firstSeenAt).toBeTruthy();
  const archived = await change(call, `${id}/archive`);
  expect(archived).toMatchObject({ isArchived: true, isRead: true, firstSeenAt: read.firstSeenAt });
  expect(archived.archivedAt).toBeTruthy();
  expect(await change(call, `${id}/unarchive`)).toMatchObject({ isArchived: false, archivedAt: null, isRead: true });
  expect(await change(call, `${id}/unread`)).toMatchObject({ isRead: false, readAt: null, isSeen: true });
  await change(call, `${id}/archive`);
  await change(call, `${id}/unread`);
  expect(await change(call, `${id}/unarchive`), 'as read').toMatchObject({ isRead: true, isSeen: true });
  await change(call, `${id}/unread`);
  const snoozeUntil = new Date(Date.now() + 3_600_000).toISOString();
  expect(await change(call, `${id}/snooze`, { snoozeUntil })).toMatchObject({
    isSnoozed: true,
    snoozedUntil: snoozeUntil,
  });
  expect(await change(call, `${id}/unsnooze`)).toMatchObject({ isSnoozed: false, snoozedUntil: null });
  await database().query(`UPDATE messages SET snoozed_until = now() - interval '1 second' WHERE id = $1`, [id]);
  expect((await list(call, '?snoozed=false')).data, 'its time is over').toMatchObject([{ isSnoozed: false }]);
  for (const wrong of [undefined, 'soon', new Date(0).toISOString(), '2999-01-01T00:00:00.000Z'])
    assertError(await call('PATCH', `${base}/${id}/snooze`, { body: { snoozeUntil: wrong } }), 422, String(wrong));
  const message = await call('GET', `/v1/messages/${id}`);
  expect(message.body, 'messages show the same').toMatchObject({ seen: true, read: false });
});

test('actions are completed and reverted', async ({ call, tenant }) => {
  const [id] = await createInbox(tenant, 1);
  const done = await change(call, `${id}/actions/primary/complete`);
  expect(done.primaryAction).toEqual({
    label: 'Track',
    isCompleted: true,
    redirect: { url: 'https://example.com/track' },
  });
  const shown = async () => {
    const { cta, inbox } = parsed(Message, await call('GET', `/v1/messages/${id}`));
    return { action: cta.action, inbox };
  };
  const at = expect.stringMatching(/Z$/);
  expect(await shown(), 'the message shows which button, and when').toEqual({
    action: { status: 'done', result: { type: 'primary' } },
    inbox: { avatar: 'https://example.com/a.png', severity: 'high', completed: [{ type: 'primary', at }] },
  });
  expect((await change(call, `${id}/actions/primary/revert`)).primaryAction?.isCompleted).toBe(false);
  expect(await shown()).toMatchObject({ action: { status: 'pending' }, inbox: { completed: [] } });
  assertError(await call('PATCH', `${base}/${id}/actions/secondary/complete`), 400, 'no such action');
  assertError(await call('PATCH', `${base}/${id}/actions/third/complete`), 422, 'no such kind', ['actionType']);
});

test('all messages are seen, read, archived and deleted', async ({ call, tenant }) => {
  const made = await createInbox(tenant, 5);
  const all = async (path: string, body: object = {}) => {
    const answer = await call('POST', `${base}/${path}`, { body });
    expect([answer.status, answer.text], path).toEqual([204, '']);
  };
  await all('seen', { notificationIds: made.slice(0, 1) });
  expect(await count(call, { seen: true }, { read: true })).toEqual([1, 0]);
  await all('seen', { data: '{"order":0}' });
  expect(await count(call, { seen: true })).toEqual([2]);
  await all('read', { tags: ['other'] });
  expect(await count(call, { read: true })).toEqual([0]);
  await change(call, `${made[4]}/read`);
  await all('read-archive');
  expect(await count(call, { archived: true }, { read: true })).toEqual([1, 1]);
  await all('read', { tags: 'orders' });
  expect(await count(call, { read: true }, { seen: true })).toEqual([5, 5]);
  await all('archive');
  expect(await count(call, { archived: true })).toEqual([5]);
  await all('delete', { data: '{"order":4}' });
  expect(await count(call, {})).toEqual([4]);
  const gone = await call('DELETE', `${base}/${made[1]}`);
  expect([gone.status, gone.text]).toEqual([204, '']);
  expect(ids(await list(call))).toEqual(made.slice(2));
  await all('delete');
  expect(await count(call, {})).toEqual([0]);
  assertError(await call('POST', `${base}/seen`, { body: { notificationIds: ['x'] } }), 422, 'no id');
  assertError(await call('POST', '/v2/subscribers/unknown/notifications/read', { body: {} }), 404, 'unknown');
});

test('a message that is not the subscriber’s own in-app message is not found', async ({ call, tenant }) => {
  const [id] = await createInbox(tenant, 1);
  await database().query(
    `INSERT INTO subscribers (environment_id, id, subscriber_id, created_at, updated_at) VALUES ($1, $2, 'other', now(), now())`,
    [tenant.environmentId, newId()],
  );
  const elsewhere = caller(`ApiKey ${tenant.productionApiKey}`);
  const paths = [
    `${base}/${newId()}/read`,
    `/v2/subscribers/other/notifications/${id}/read`,
    `${base}/${id}/read?contextKeys=a:b`,
  ];
  for (const path of paths) assertError(await call('PATCH', path), 404, path);
  assertError(await elsewhere('PATCH', `${base}/${id}/read`), 404, 'another environment');
  await database().query(`UPDATE messages SET channel = 'email' WHERE id = $1`, [id]);
  assertError(await call('PATCH', `${base}/${id}/read`), 404, 'an email');
  expect((await list(call)).data).toEqual([]);
});

test('the first read connects the in-app integration; changes by people are in the audit log', async ({
  call,
  tenant,
}) => {
  const [id] = await createInbox(tenant, 2);
  const integration = await createIntegration(tenant, { provider_id: 'svc', channel: 'in_app', connected: false });
  await list(call);
  const { rows } = await database().query('SELECT connected FROM integrations WHERE id = $1', [integration]);
  expect(rows).toEqual([{ connected: true }]);
  const developer = (await signedIn(tenant, 'developer')).call;
  await change(developer, `${id}/read`);
  await developer('POST', `${base}/archive`, { body: {} });
  await developer('DELETE', `${base}/${id}`);
  const log = parsed(AuditPage, await developer('GET', '/v1/audit-log?resourceType=messages'));
  expect(log.data.map(({ action }) => action)).toEqual(['messages.delete', 'messages.archiveAll', 'messages.read']);
  const support = (await signedIn(tenant, 'support')).call;
  expect((await list(support)).data).toHaveLength(1);
  assertError(await support('POST', `${base}/read`, { body: {} }), 403, 'support');
});

test('messages of a transaction are deleted, for one channel or for all', async ({ call, tenant }) => {
  const made = await createInbox(tenant, 2, { transaction_id: 'same' });
  await database().query(`UPDATE messages SET channel = 'sms' WHERE id = $1`, [made[0]]);
  const remove = (query = '') => call('DELETE', `/v1/messages/transaction/same${query}`);
  assertError(await remove('?channel=email'), 404, 'none of this channel');
  assertError(await remove('?channel=pigeon'), 422, 'no channel', ['channel']);
  expect((await remove('?channel=sms')).status).toBe(204);
  expect((await call('GET', `/v1/messages?transactionId=same`)).body).toMatchObject({ totalCount: 1 });
  expect((await remove()).status).toBe(204);
  assertError(await remove(), 404, 'all gone');
});
