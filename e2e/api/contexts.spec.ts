import { assertError } from '#e2e/error-answer.ts';
import { type CallApi, caller, expect, parsed, test } from '#e2e/fixtures.ts';
import { createSubscribers } from '#e2e/rows.ts';
import { signedIn } from '#e2e/session.ts';
import { AuditPage } from '#lib/audit-log/schema.ts';
import { Context, ContextPage, ContextTypes } from '#lib/contexts/schema.ts';

const create = async (call: CallApi, type: string, id: string, data?: object): Promise<Context> =>
  parsed(Context, await call('POST', '/v2/contexts', { body: { type, id, data } }), 201);
const list = async (call: CallApi, query = ''): Promise<ContextPage> =>
  parsed(ContextPage, await call('GET', `/v2/contexts${query}`));
const names = ({ data }: ContextPage) => data.map(({ type, id }) => `${type}:${id}`);

test('a context is created once, read, changed and deleted', async ({ call, tenant }) => {
  const made = await create(call, 'tenant', 'acme/eu', { plan: 'plus' });
  const path = '/v2/contexts/tenant/acme%2Feu';
  expect(parsed(Context, await call('GET', path))).toEqual(made);
  const again = await call('POST', '/v2/contexts', { body: { type: 'tenant', id: 'acme/eu' } });
  assertError(again, 409, 'it exists');
  const changed = parsed(Context, await call('PATCH', path, { body: { data: { seats: 3 } } }));
  expect(changed).toMatchObject({ id: 'acme/eu', data: { seats: 3 }, createdAt: made.createdAt });
  expect(changed.data).not.toHaveProperty('plan');
  assertError(await caller(`ApiKey ${tenant.productionApiKey}`)('GET', path), 404, 'another environment');
  const gone = await call('DELETE', path);
  expect([gone.status, gone.text]).toEqual([204, '']);
  for (const method of ['GET', 'DELETE']) assertError(await call(method, path), 404, method);
  assertError(await call('PATCH', path, { body: { data: {} } }), 404, 'PATCH');
  assertError(await call('GET', `${path}/usage`), 404, 'usage');
  assertError(await call('PATCH', path, { body: {} }), 422, 'no data', ['data']);
  const wrong = { type: '', id: 7, data: [] };
  assertError(await call('POST', '/v2/contexts', { body: wrong }), 422, 'fields', ['data', 'id', 'type']);
});

test('contexts are listed in both directions, by ID and by search', async ({ call }) => {
  for (const [type, id] of ['region:eu', 'region:us', 'tenant:a:b', 'tenant:acme', 'tenant:eu'].map((name) => {
    const [type = '', ...rest] = name.split(':');
    return [type, rest.join(':')] as const;
  }))
    await create(call, type, id);
  const all = ['tenant:eu', 'tenant:acme', 'tenant:a:b', 'region:us', 'region:eu'];
  expect(names(await list(call))).toEqual(all);
  expect(names(await list(call, '?orderDirection=ASC'))).toEqual(all.toReversed());
  const seen: string[] = [];
  let page = await list(call, '?limit=2');
  expect([page.totalCount, page.previous]).toEqual([5, null]);
  for (; ; page = await list(call, `?limit=2&after=${page.next}`)) {
    seen.push(...names(page));
    if (!page.next) break;
  }
  expect(seen).toEqual(all);
  expect(names(await list(call, `?limit=2&before=${page.previous}`))).toEqual(all.slice(2, 4));
  expect(names(await list(call, '?id=eu'))).toEqual(['tenant:eu', 'region:eu']);
  expect(names(await list(call, '?type=region'))).toEqual(['region:us', 'region:eu']);
  expect(names(await list(call, '?type=reg'))).toEqual([]);
  expect(parsed(ContextTypes, await call('GET', '/v2/contexts/types'))).toEqual(['region', 'tenant']);
  expect(names(await list(call, '?search=REG'))).toEqual(['region:us', 'region:eu']);
  expect(names(await list(call, '?search=%25'))).toEqual([]);
  for (const cursor of ['nonsense', 'WyJhIl0', 'W10', 'bnVsbA'])
    expect(await list(call, `?after=${cursor}`)).toMatchObject({ data: [], next: null, previous: null });
});

test('the contexts of triggers, preferences and subscriptions are listed too', async ({ call, tenant }) => {
  await createSubscribers(tenant, 1);
  const context = { tenant: { id: 'acme', data: { plan: 'plus' } } };
  await call('PATCH', '/v2/subscribers/s0/preferences', { body: { channels: { email: false }, context } });
  await call('POST', '/v2/topics/news/subscriptions', { body: { subscriptions: ['s0'], context: { region: 'eu' } } });
  expect(names(await list(call))).toEqual(['tenant:acme', 'region:eu']);
  expect(parsed(Context, await call('GET', '/v2/contexts/tenant/acme')).data).toEqual({ plan: 'plus' });
});

test('people’s changes are in the audit log, and support may only read', async ({ tenant }) => {
  const developer = (await signedIn(tenant, 'developer')).call;
  await create(developer, 'tenant', 'acme');
  await developer('PATCH', '/v2/contexts/tenant/acme', { body: { data: { a: 1 } } });
  await developer('DELETE', '/v2/contexts/tenant/acme');
  const log = parsed(AuditPage, await developer('GET', '/v1/audit-log?resourceType=contexts'));
  expect(log.data.map(({ action }) => action)).toEqual(['contexts.delete', 'contexts.update', 'contexts.create']);
  const support = (await signedIn(tenant, 'support')).call;
  expect((await list(support)).data).toEqual([]);
  assertError(await support('POST', '/v2/contexts', { body: { type: 'a', id: 'b' } }), 403, 'support');
});
