import { database } from '#e2e/database.ts';
import { assertError } from '#e2e/error-answer.ts';
import { type Answer, type CallApi, caller, expect, parsed, test } from '#e2e/fixtures.ts';
import { createSubscribers } from '#e2e/rows.ts';
import { signedIn } from '#e2e/session.ts';
import { createWorkflow } from '#e2e/workflow-rows.ts';
import { AuditPage } from '#lib/audit-log/schema.ts';
import {
  Subscription,
  SubscriptionDetails,
  SubscriptionPage,
  SubscriptionResults,
  Topic,
  TopicPage,
  TopicReach,
  TopicSubscriber,
} from '#lib/topics/schema.ts';

const subscribe = async (call: CallApi, key: string, body: object): Promise<SubscriptionResults> =>
  parsed(SubscriptionResults, await call('POST', `/v2/topics/${key}/subscriptions`, { body }), 201);

const unsubscribe = (call: CallApi, key: string, body: object): Promise<Answer> =>
  call('DELETE', `/v2/topics/${key}/subscriptions`, { body });

const list = async (call: CallApi, query = ''): Promise<TopicPage> =>
  parsed(TopicPage, await call('GET', `/v2/topics${query}`));

const subscriptionsOf = async (call: CallApi, path: string): Promise<SubscriptionPage> =>
  parsed(SubscriptionPage, await call('GET', path));

const create = async (call: CallApi, body: object, query = ''): Promise<Topic> =>
  parsed(Topic, await call('POST', `/v2/topics${query}`, { body }), 201);

test('a topic is created, changed field by field, and deleted with its subscriptions', async ({ call, tenant }) => {
  await createSubscribers(tenant, 1);
  const made = await create(call, { key: 'orders:1', name: 'Orders', data: { region: 'EU' } });
  expect(made).toMatchObject({ key: 'orders:1', name: 'Orders', data: { region: 'EU' } });
  expect(parsed(Topic, await call('GET', '/v2/topics/orders:1'))).toEqual(made);
  expect(await create(call, { key: 'orders:1', name: 'All orders' })).toMatchObject({
    _id: made._id,
    name: 'All orders',
    data: { region: 'EU' },
  });
  const change = { body: { data: null } };
  expect(parsed(Topic, await call('PATCH', '/v2/topics/orders:1', change)).data).toBeUndefined();
  const taken = await call('POST', '/v2/topics?failIfExists=true', { body: { key: 'orders:1', name: 'Other' } });
  assertError(taken, 409, 'failIfExists');
  expect(taken.body, 'the client reads a topic from it').toMatchObject({ _id: made._id, name: 'All orders' });
  await subscribe(call, 'orders:1', { subscriptions: ['s0'] });
  expect((await call('DELETE', '/v2/topics/orders:1')).body).toEqual({ acknowledged: true });
  for (const method of ['GET', 'DELETE']) assertError(await call(method, '/v2/topics/orders:1'), 404, method);
  expect((await subscriptionsOf(call, '/v2/subscribers/s0/subscriptions')).data).toEqual([]);
});

test('topics are listed in both directions and by parts of key and name', async ({ call, tenant }) => {
  for (const n of [1, 2, 3, 4, 5]) await create(call, { key: `t_${n}`, name: n === 3 ? '50% off' : `Topic ${n}` });
  await create(caller(`ApiKey ${tenant.productionApiKey}`), { key: 't_6' });
  const keys = (page: TopicPage) => page.data.map(({ key }) => key);
  const first = await list(call, '?limit=2');
  expect(first).toMatchObject({ totalCount: 5, totalCountCapped: false, previous: null });
  expect(keys(first)).toEqual(['t_5', 't_4']);
  const second = await list(call, `?limit=2&after=${first.next}`);
  expect(keys(second)).toEqual(['t_3', 't_2']);
  const last = await list(call, `?limit=2&after=${second.next}`);
  expect([keys(last), last.next]).toEqual([['t_1'], null]);
  const back = await list(call, `?limit=2&before=${last.previous}`);
  expect(back).toEqual(second);
  expect(keys(await list(call, `?limit=2&after=${second.next}&includeCursor=true`))).toEqual(['t_2', 't_1']);
  expect(keys(await list(call, '?orderDirection=ASC&limit=1'))).toEqual(['t_1']);
  expect(keys(await list(call, '?key=T_4'))).toEqual(['t_4']);
  expect(keys(await list(call, '?name=0%25'))).toEqual(['t_3']);
  expect(await list(call, '?key=%25')).toMatchObject({ data: [], totalCount: 0 });
  expect(await list(call, '?after=nonsense')).toMatchObject({ data: [], next: null, previous: null });
  assertError(await call('GET', `/v2/topics?after=${first.next}&before=${first.next}`), 400, 'both cursors');
  assertError(await call('GET', '/v2/topics?limit=101'), 422, 'limit', ['limit']);
});

test('subscribers are subscribed, and each has its result', async ({ call, tenant }) => {
  await createSubscribers(tenant, 3);
  const named = { subscriptions: ['s0', { identifier: 'mine', subscriberId: 's1', name: 'By mail' }, 'unknown'] };
  const made = await subscribe(call, 'news', { ...named, name: 'News' });
  expect(made.meta).toEqual({ totalCount: 3, successful: 2, failed: 1 });
  expect(made.errors).toMatchObject([{ subscriberId: 'unknown', code: 'SUBSCRIBER_NOT_FOUND' }]);
  expect(made.data).toMatchObject([
    { identifier: 'tk=news:si=s0', topic: { key: 'news', name: 'News' }, subscriber: { subscriberId: 's0' } },
    { identifier: 'mine', name: 'By mail', subscriber: { subscriberId: 's1', email: 's1@example.com' } },
  ]);
  const again = await subscribe(call, 'news', { subscriptions: ['s0'], name: 'Other' });
  expect(again.data).toMatchObject([{ _id: made.data[0]?._id, topic: { name: 'News' } }]);
  expect((await subscribe(call, 'news', { subscriberIds: ['s2'] })).meta.successful).toBe(1);
  const taken = await subscribe(call, 'other', { subscriptions: [{ identifier: 'mine', subscriberId: 's1' }] });
  expect(taken).toMatchObject({ data: [], errors: [{ subscriberId: 's1', code: 'IDENTIFIER_TAKEN' }] });
  expect((await call('GET', '/v2/subscribers/s0')).body).toMatchObject({ topics: ['news'] });

  const path = '/v2/topics/news/subscriptions';
  const all = await subscriptionsOf(call, path);
  expect(all.data.map(({ subscriber }) => subscriber.subscriberId)).toEqual(['s2', 's1', 's0']);
  expect((await subscriptionsOf(call, `${path}?subscriberId=s1`)).data).toMatchObject([{ identifier: 'mine' }]);
  expect((await subscriptionsOf(call, `${path}?subscriberId=unknown`)).data).toEqual([]);
  expect((await subscriptionsOf(call, '/v2/subscribers/s1/subscriptions?key=news')).totalCount).toBe(1);
  expect((await subscriptionsOf(call, '/v2/subscribers/s1/subscriptions?key=other')).totalCount).toBe(0);
  const member = await call('GET', '/v1/topics/news/subscribers/s1');
  expect(parsed(TopicSubscriber, member)).toMatchObject({ topicKey: 'news', externalSubscriberId: 's1' });
  assertError(await call('GET', '/v1/topics/other/subscribers/s1'), 404, 'no member');

  const gone = parsed(SubscriptionResults, await unsubscribe(call, 'news', { subscriptions: ['s0', 'unknown'] }));
  expect(gone).toMatchObject({
    data: [{ identifier: 'tk=news:si=s0' }],
    meta: { totalCount: 2, successful: 1, failed: 1 },
    errors: [{ subscriberId: 'unknown', code: 'SUBSCRIPTION_NOT_FOUND' }],
  });
  const byIdentifier = { subscriptions: [{ identifier: 'mine' }, { identifier: 'mine', subscriberId: 's0' }] };
  expect(parsed(SubscriptionResults, await unsubscribe(call, 'news', byIdentifier)).meta).toMatchObject({
    successful: 1,
    failed: 1,
  });
  expect((await subscriptionsOf(call, path)).totalCount).toBe(1);
});

test('a repeated subscription takes the given name and preferences, and keeps absent fields', async ({
  call,
  tenant,
}) => {
  await createSubscribers(tenant, 2);
  const mine = (more: object = {}) => [{ identifier: 'mine', subscriberId: 's0', ...more }];
  const post = async (body: object) => (await subscribe(call, 'news', body)).data[0];
  const shown = async () => {
    const details = parsed(SubscriptionDetails, await call('GET', '/v2/topics/news/subscriptions/mine'));
    return { name: details.name, off: details.preferences?.map(({ enabled }) => !enabled) };
  };
  const off = { preferences: [{ filter: {}, enabled: false }] };
  const made = await post({ subscriptions: mine({ name: 'By mail' }) });
  const named = await post({ subscriptions: mine({ name: 'Daily' }) });
  expect(named).toMatchObject({ _id: made?._id, name: 'Daily' });
  expect(await post({ subscriptions: mine(), ...off })).toMatchObject({ _id: made?._id, name: 'Daily' });
  expect(await post({ subscriptions: mine({ name: 'Weekly' }) })).toMatchObject({ name: 'Weekly' });
  expect(await shown()).toEqual({ name: 'Weekly', off: [true] });
  // One request has different names, and creates missing subscriptions.
  const other = { identifier: 'other', subscriberId: 's1', name: 'Other' };
  const both = await subscribe(call, 'news', { subscriptions: [...mine({ name: 'Monthly' }), other] });
  expect(both.data.map(({ name }) => name)).toEqual(['Monthly', 'Other']);
  // Neither another subscriber nor another context changes a subscription by its identifier.
  const on = { preferences: [{ filter: {}, enabled: true }] };
  for (const body of [
    { subscriptions: [{ identifier: 'mine', subscriberId: 's1', name: 'Taken' }], ...on },
    { subscriptions: mine({ name: 'Taken' }), context: { tenant: 'acme' }, ...on },
  ]) {
    const taken = await subscribe(call, 'news', body);
    expect(taken).toMatchObject({ data: [], errors: [{ code: 'IDENTIFIER_TAKEN' }] });
  }
  expect(await shown()).toEqual({ name: 'Monthly', off: [true] });
});

test('a subscription belongs to a context', async ({ call, tenant }) => {
  await createSubscribers(tenant, 1);
  const context = { tenant: { id: 'acme', data: { plan: 'plus' } }, region: 'eu' };
  const [inContext] = (await subscribe(call, 'news', { subscriptions: ['s0'], context })).data;
  expect(inContext).toMatchObject({ contextKeys: ['region:eu', 'tenant:acme'] });
  await subscribe(call, 'news', { subscriptions: ['s0'] });
  for (const path of ['/v2/topics/news/subscriptions', '/v2/subscribers/s0/subscriptions']) {
    expect((await subscriptionsOf(call, path)).totalCount).toBe(2);
    const keys = '?contextKeys=tenant:acme&contextKeys=region:eu';
    expect((await subscriptionsOf(call, path + keys)).data).toMatchObject([{ _id: inContext?._id }]);
    expect((await subscriptionsOf(call, `${path}?contextKeys=`)).data).toMatchObject([{ identifier: 'tk=news:si=s0' }]);
    expect((await subscriptionsOf(call, `${path}?contextKeys=tenant:acme`)).data).toEqual([]);
  }
});

test('a subscription has preferences by workflow, by tag or for every workflow, with conditions', async ({
  call,
  tenant,
}) => {
  await createSubscribers(tenant, 1);
  const id = await createWorkflow(tenant, { identifier: 'price', name: 'Price' });
  await createWorkflow(tenant, { identifier: 'stock', name: 'Stock', tags: ['shop'] });
  const condition = { '>=': [{ var: 'payload.percent' }, 15] };
  const preferences = ['price', { filter: { tags: ['shop'] }, enabled: false }, { filter: {}, condition }];
  const [made] = (await subscribe(call, 'wishes', { subscriptions: ['s0'], preferences })).data;
  expect(made?.preferences).toMatchObject([
    { workflow: { id, identifier: 'price', critical: false, severity: 'none' }, enabled: true },
    { workflow: { identifier: 'stock' }, enabled: false },
    { enabled: true, condition },
  ]);
  const path = `/v2/topics/wishes/subscriptions/${encodeURIComponent(made?.identifier ?? '')}`;
  const details = parsed(SubscriptionDetails, await call('GET', path));
  expect(details).toMatchObject({ id: made?._id, preferences: made?.preferences, contextKeys: [] });
  const body = { name: 'Mine', preferences: [{ workflowId: id, condition }] };
  expect(parsed(Subscription, await call('PATCH', path, { body }))).toMatchObject({
    name: 'Mine',
    preferences: [{ workflow: { identifier: 'price' }, enabled: true, condition }],
  });
  await subscribe(call, 'wishes', { subscriptions: ['s0'], preferences: ['stock'] });
  expect(parsed(SubscriptionDetails, await call('GET', path)).preferences).toMatchObject([
    { workflow: { identifier: 'stock' } },
  ]);
  await database().query(`UPDATE workflows SET deleted_at = now() WHERE identifier = 'stock' AND environment_id = $1`, [
    tenant.environmentId,
  ]);
  expect(parsed(SubscriptionDetails, await call('GET', path)).preferences).toEqual([]);
  const wrong: [string, object, string[]][] = [
    ['an unknown workflow', { preferences: ['price', 'none'] }, ['preferences.1']],
    ['an unknown operator', { preferences: [{ filter: {}, condition: { nope: [1] } }] }, ['preferences.0.condition']],
    ['no subscriber', { subscriptions: [] }, ['subscriptions']],
    ['too many', { subscriptions: Array(101).fill('s0') }, ['subscriptions']],
    ['an identifier too long', { subscriptions: [{ identifier: 'x'.repeat(513), subscriberId: 's0' }] }, []],
  ];
  for (const [why, change, fields] of wrong) {
    const answer = await call('POST', '/v2/topics/wishes/subscriptions', {
      body: { subscriptions: ['s0'], ...change },
    });
    assertError(answer, 422, why, ...(fields.length > 0 ? [fields] : []));
  }
});

test('twenty simultaneous requests create one topic and one subscription', async ({ call, tenant }) => {
  await createSubscribers(tenant, 1);
  const made = await Promise.all(
    Array.from({ length: 20 }, () => subscribe(call, 'crowd', { subscriptions: ['s0'], name: 'Crowd' })),
  );
  expect(new Set(made.map(({ data }) => data[0]?._id)).size).toBe(1);
  expect(await list(call)).toMatchObject({ totalCount: 1 });
});

test('a key of another environment’s topic can be used', async ({ call, tenant }) => {
  await createSubscribers(tenant, 1);
  const elsewhere = caller(`ApiKey ${tenant.productionApiKey}`);
  await create(elsewhere, { key: 'shared', name: 'Theirs' });
  const made = await subscribe(call, 'shared', { subscriptions: ['s0'] });
  expect(made.data[0]?.topic.name).toBeUndefined();
  expect((await subscriptionsOf(elsewhere, '/v2/topics/shared/subscriptions')).totalCount).toBe(0);
  const notTheirs = await subscribe(elsewhere, 'shared', { subscriptions: ['s0'] });
  expect(notTheirs.errors).toMatchObject([{ code: 'SUBSCRIBER_NOT_FOUND' }]);
});

test('support can read topics, but not change them; changes by people are audited', async ({ tenant }) => {
  await createSubscribers(tenant, 1);
  const developer = (await signedIn(tenant, 'developer')).call;
  await create(developer, { key: 'news' });
  await subscribe(developer, 'news', { subscriptions: ['s0'] });
  await developer('PATCH', '/v2/topics/news', { body: { name: 'News' } });
  await developer('PATCH', '/v2/topics/news/subscriptions/tk=news:si=s0', { body: { name: 'Mine' } });
  const renamed = await developer('GET', '/v2/topics/news/subscriptions/tk=news:si=s0');
  expect(parsed(SubscriptionDetails, renamed)).toMatchObject({ name: 'Mine' });
  await unsubscribe(developer, 'news', { subscriptions: ['s0'] });
  await developer('DELETE', '/v2/topics/news');
  const log = parsed(AuditPage, await developer('GET', '/v1/audit-log?resourceType=topics'));
  const actions = ['delete', 'unsubscribe', 'updateSubscription', 'update', 'subscribe', 'create'];
  expect(log.data.map(({ action }) => action)).toEqual(actions.map((action) => `topics.${action}`));
  const support = (await signedIn(tenant, 'support')).call;
  expect((await list(support)).totalCount).toBe(0);
  assertError(await support('POST', '/v2/topics', { body: { key: 'news' } }), 403, 'support');
});

test('a dry run stores nothing, and returns existing subscriptions and failures', async ({ call, tenant }) => {
  await createSubscribers(tenant, 2);
  await subscribe(call, 'orders', { subscriptions: ['s0', { subscriberId: 's1', identifier: 'own' }] });
  const body = { subscriptions: ['s0', 's1', 'unknown', { subscriberId: 's0', identifier: 'own' }] };
  const answer = await call('POST', '/v2/topics/orders/subscriptions?dryRun=true', { body });
  const { data, meta, errors } = parsed(SubscriptionResults, answer, 201);
  expect(data.map(({ subscriber }) => subscriber.subscriberId)).toEqual(['s0']);
  expect(meta).toEqual({ totalCount: 4, successful: 2, failed: 2 });
  expect(errors?.map(({ code }) => code)).toEqual(['SUBSCRIBER_NOT_FOUND', 'IDENTIFIER_TAKEN']);
  expect((await subscriptionsOf(call, '/v2/topics/orders/subscriptions')).totalCount).toBe(2);
  await call('POST', '/v2/topics/new/subscriptions?dryRun=true', { body });
  assertError(await call('GET', '/v2/topics/new'), 404, 'a dry run creates no topic');
});

test('topics are listed by key with the number of their subscriptions', async ({ call, tenant }) => {
  await createSubscribers(tenant, 2);
  for (const key of ['b', 'c', 'a']) await create(call, { key, name: `Name ${key}` });
  await subscribe(call, 'b', { subscriptions: ['s0', 's1'] });
  const query = '?orderBy=key&orderDirection=ASC&includeSubscriptionCount=true';
  const first = await list(call, `${query}&limit=2`);
  expect(first.data.map(({ key, subscriptionCount }) => [key, subscriptionCount])).toEqual([
    ['a', 0],
    ['b', 2],
  ]);
  const second = await list(call, `${query}&limit=2&after=${first.next}`);
  expect(second.data.map(({ key }) => key)).toEqual(['c']);
  const back = await list(call, `${query}&limit=2&before=${second.previous}`);
  expect(back.data.map(({ key }) => key)).toEqual(['a', 'b']);
  expect((await list(call, '?q=NAME b')).data.map(({ key }) => key)).toEqual(['b']);
  expect((await list(call)).data[0]).not.toHaveProperty('subscriptionCount');
});

test('the reach of a topic names the limits of its subscriptions', async ({ call, tenant }) => {
  await createSubscribers(tenant, 2);
  await createWorkflow(tenant, { identifier: 'digest', name: 'Digest' });
  await subscribe(call, 'orders', { subscriptions: ['s0'], preferences: [{ workflowId: 'digest', enabled: false }] });
  await subscribe(call, 'orders', { subscriptions: ['s1'], context: { tenant: 'acme' } });
  const { workflows, subscriptions } = parsed(TopicReach, await call('GET', '/v2/topics/orders/reach'));
  expect(workflows).toEqual([]);
  expect(subscriptions).toMatchObject({
    ...{ read: 2, isWhole: true, withContext: 1 },
    conditions: [{ workflowId: 'digest', name: 'Digest', conditional: 0, switchedOff: 1, switchedOn: 0 }],
  });
  assertError(await call('GET', '/v2/topics/none/reach'), 404, 'unknown topic');
});
