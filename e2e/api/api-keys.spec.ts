import { caller, expect, parsed, test } from '#e2e/fixtures.ts';
import { createPerson, type Person } from '#e2e/person.ts';
import { ApiKeyList, CreatedApiKey } from '#lib/api-keys/schema.ts';
import { AuditPage } from '#lib/audit-log/schema.ts';
import { Environment } from '#lib/environments/schema.ts';
import { RequestLogPage } from '#lib/request-log/schema.ts';
import { leastElapsedTime } from '#testing/processor-time.ts';

let owner: Person;
test.beforeEach(async ({ tenant }) => {
  owner = await createPerson(tenant, 'owner');
});

test('several keys per environment, each shown once and revoked at once', async ({ tenant }) => {
  const create = (name: string) => owner.call('POST', '/v1/api-keys', { body: { name } });
  const first = parsed(CreatedApiKey, await create('Backend'), 201);
  const second = parsed(CreatedApiKey, await create('Reports'), 201);
  expect(first).toMatchObject({ name: 'Backend', _environmentId: tenant.environmentId, createdBy: owner.email });
  expect(first.key).toMatch(/^bf_[0-9a-f]{48}$/);
  const withFirst = caller(`ApiKey ${first.key}`);
  const withSecond = caller(`ApiKey ${second.key}`);
  expect((await withFirst('GET', '/v1/me')).status).toBe(200);
  const listed = await owner.call('GET', '/v1/api-keys');
  const keys = parsed(ApiKeyList, listed);
  expect(keys.map(({ name }) => name)).toEqual(['Reports', 'Backend', 'Test']);
  expect(listed.text).not.toContain(first.key.slice(8));
  expect((await owner.call('DELETE', `/v1/api-keys/${first._id}`)).status).toBe(204);
  await expect.poll(async () => (await withFirst('GET', '/v1/me')).status, { intervals: [20] }).toBe(401);
  expect((await withSecond('GET', '/v1/me')).status).toBe(200);
  expect((await owner.call('DELETE', `/v1/api-keys/${first._id}`)).status).toBe(404);
});

test('a revoked key is rejected before its cached copy expires', async () => {
  const revoke = async () => {
    const { key, _id } = parsed(CreatedApiKey, await owner.call('POST', '/v1/api-keys', { body: { name: 'B' } }), 201);
    const status = async () => (await caller(`ApiKey ${key}`)('GET', '/v1/me')).status;
    expect(await status()).toBe(200);
    expect((await owner.call('DELETE', `/v1/api-keys/${_id}`)).status).toBe(204);
    await expect.poll(status, { intervals: [20] }).toBe(401);
  };
  // A cached copy expires after 5 s.
  expect(await leastElapsedTime(4_000, revoke)).toBeLessThan(4_000);
});

test('keys belong to the environment that the header names', async ({ tenant }) => {
  const headers = { 'environment-id': tenant.productionId };
  const { key, _id } = parsed(
    CreatedApiKey,
    await owner.call('POST', '/v1/api-keys', { body: { name: 'P' }, headers }),
    201,
  );
  const me = parsed(Environment, await caller(`ApiKey ${key}`)('GET', '/v1/environments/me'));
  expect(me).toMatchObject({ _id: tenant.productionId, type: 'prod', slug: 'production' });
  expect((await owner.call('DELETE', `/v1/api-keys/${_id}`)).status, 'of another environment').toBe(404);
});

test('last used', async ({ tenant }) => {
  await caller(`ApiKey ${tenant.apiKey}`)('GET', '/v1/me');
  const lastUsed = async () => parsed(ApiKeyList, await owner.call('GET', '/v1/api-keys'))[0]?.lastUsedAt;
  await expect.poll(lastUsed).toBeTruthy();
});

test('a key may publish only when it was created so; the list and the audit log say it', async ({ call }) => {
  const create = async (body: object) => parsed(CreatedApiKey, await owner.call('POST', '/v1/api-keys', { body }), 201);
  expect(await create({ name: 'Backend' })).toMatchObject({ canPublish: false });
  expect(await create({ name: 'Reports', canPublish: false })).toMatchObject({ canPublish: false });
  const publisher = await create({ name: 'Release', canPublish: true });
  expect(publisher).toMatchObject({ canPublish: true });
  const keys = parsed(ApiKeyList, await owner.call('GET', '/v1/api-keys'));
  expect(keys.map(({ name, canPublish }) => [name, canPublish])).toEqual([
    ['Release', true],
    ['Reports', false],
    ['Backend', false],
    ['Test', false],
  ]);
  await owner.call('DELETE', `/v1/api-keys/${publisher._id}`);
  const log = `/v1/audit-log?resourceType=api-keys&resourceId=${publisher._id}`;
  expect(parsed(AuditPage, await owner.call('GET', log)).data).toMatchObject([
    { action: 'api-keys.revoke', before: { name: 'Release', canPublish: true } },
    { action: 'api-keys.create', after: { name: 'Release', canPublish: true } },
  ]);
  const assertError = await owner.call('POST', '/v1/api-keys', { body: { name: 'K', canPublish: 'yes' } });
  expect(assertError).toMatchObject({
    status: 422,
    body: { errors: { canPublish: { messages: [expect.any(String)] } } },
  });
  expect((await call('POST', '/v1/api-keys', { body: { name: 'K', canPublish: true } })).status, 'by a key').toBe(401);
});

test('roles and input', async ({ tenant }) => {
  const developer = await createPerson(tenant, 'developer');
  const support = await createPerson(tenant, 'support');
  const create = (person: Person, body: object) => person.call('POST', '/v1/api-keys', { body });
  expect((await developer.call('GET', '/v1/api-keys')).status).toBe(200);
  expect((await create(developer, { name: 'K' })).status).toBe(403);
  expect((await support.call('GET', '/v1/api-keys')).status).toBe(403);
  for (const name of ['', '  ', 'a\0b', 'x'.repeat(101), 5]) expect((await create(owner, { name })).status).toBe(422);
});

test('changes leave an audit record without the key', async ({ tenant }) => {
  const created = parsed(CreatedApiKey, await owner.call('POST', '/v1/api-keys', { body: { name: 'Audited' } }), 201);
  await owner.call('DELETE', `/v1/api-keys/${created._id}`);
  const answer = await owner.call('GET', `/v1/audit-log?resourceType=api-keys&resourceId=${created._id}`);
  const page = parsed(AuditPage, answer);
  expect(page.data.map(({ action }) => action)).toEqual(['api-keys.revoke', 'api-keys.create']);
  expect(page.data[0]).toMatchObject({
    _environmentId: tenant.environmentId,
    actor: { type: 'user', _id: owner.userId, label: owner.email },
    resource: { label: 'Audited' },
    before: { name: 'Audited' },
  });
  expect(answer.text).not.toContain(created.key);
});

test('a person who changes a subscriber is on record, a key is not', async ({ tenant, call }) => {
  const subscriberId = 'jane';
  await call('POST', '/v2/subscribers', { body: { subscriberId, firstName: 'Jane' } });
  const changed = await owner.call('POST', '/v2/subscribers', { body: { subscriberId, lastName: 'Fox' } });
  expect(changed.status).toBe(201);
  const page = parsed(AuditPage, await owner.call('GET', '/v1/audit-log?resourceType=subscribers'));
  expect(page.data).toMatchObject([
    {
      action: 'subscribers.createOrUpdate',
      _environmentId: tenant.environmentId,
      resource: { label: subscriberId },
      before: { firstName: 'Jane', __v: 0 },
      after: { firstName: 'Jane', lastName: 'Fox', __v: 1 },
    },
  ]);
});

test('the audit log pages by cursor and stays in its organization', async ({ tenant }) => {
  for (const name of ['A', 'B', 'C']) await owner.call('POST', '/v1/api-keys', { body: { name } });
  const labels: (string | undefined)[] = [];
  let after = '';
  for (;;) {
    const query = `resourceType=api-keys&limit=2${after && `&after=${after}`}`;
    const page = parsed(AuditPage, await owner.call('GET', `/v1/audit-log?${query}`));
    labels.push(...page.data.map(({ resource }) => resource.label));
    if (page.next === null) break;
    after = page.next;
  }
  expect(labels).toEqual(['C', 'B', 'A']);
  expect(parsed(AuditPage, await owner.call('GET', '/v1/audit-log?after=x')).data).toEqual([]);
  expect(parsed(AuditPage, await owner.call('GET', `/v1/audit-log?actorId=${tenant.organizationId}`)).data).toEqual([]);
  const signIns = parsed(AuditPage, await owner.call('GET', '/v1/audit-log?action=sessions.signIn'));
  expect(signIns.data).toHaveLength(1);
  expect((await owner.call('GET', '/v1/audit-log?limit=0')).status).toBe(422);
  const since = async (ms: number) => {
    const time = new Date(Date.now() + ms).toISOString();
    return parsed(AuditPage, await owner.call('GET', `/v1/audit-log?createdGte=${time}&resourceType=api-keys`)).data;
  };
  expect(await since(-60_000)).toHaveLength(3);
  expect(await since(60_000)).toEqual([]);
  for (const time of ['yesterday', '2026-99-99T00:00:00.000Z', '9999-01-01T00:00:00.000Z'])
    expect((await owner.call('GET', `/v1/audit-log?createdGte=${time}`)).status, time).toBe(422);
  const support = await createPerson(tenant, 'support');
  expect((await support.call('GET', '/v1/audit-log')).status).toBe(403);
});

test('calls by key are in the request log, without their query', async ({ tenant, call }) => {
  const { requestId } = (await call<{ requestId: string }>('GET', '/v2/subscribers/unknown?email=a@example.com')).body;
  const log = async () =>
    parsed(RequestLogPage, await owner.call('GET', `/v1/request-log?requestId=${requestId}`)).data;
  await expect
    .poll(log)
    .toMatchObject([
      { method: 'GET', path: '/api/v2/subscribers/unknown', status: 404, apiKey: { name: 'Test' }, requestId },
    ]);
  const production = { headers: { 'environment-id': tenant.productionId } };
  expect(parsed(RequestLogPage, await owner.call('GET', '/v1/request-log', production)).data).toEqual([]);
});
