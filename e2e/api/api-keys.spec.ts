import { database, insertRow } from '#e2e/database.ts';
import { assertError } from '#e2e/error-answer.ts';
import { type CallApi, caller, expect, parsed, test } from '#e2e/fixtures.ts';
import { filled, listOperations, takesApiKey } from '#e2e/operations.ts';
import { createPerson, type Person } from '#e2e/person.ts';
import { populate } from '#e2e/populated.ts';
import { sideBySide } from '#e2e/side-by-side.ts';
import { createApiKey } from '#e2e/tenant.ts';
import { ApiKey, ApiKeyList, CreatedApiKey } from '#lib/api-keys/schema.ts';
import { AuditPage } from '#lib/audit-log/schema.ts';
import { API_KEY_SCOPES } from '#lib/auth/permissions.ts';
import { Environment } from '#lib/environments/schema.ts';
import { RequestLogPage } from '#lib/request-log/schema.ts';
import { scopesOf } from '#testing/operation-rules.ts';
import { leastElapsedTime } from '#testing/processor-time.ts';

let owner: Person;
test.beforeEach(async ({ tenant }) => {
  owner = await createPerson(tenant, 'owner');
});

test('an environment has several keys, each shown once and revocable immediately', async ({ tenant }) => {
  const create = (name: string) => owner.call('POST', '/v1/api-keys', { body: { name } });
  const first = parsed(CreatedApiKey, await create('Backend'), 201);
  const second = parsed(CreatedApiKey, await create('Reports'), 201);
  expect(first).toMatchObject({ name: 'Backend', _environmentId: tenant.environmentId, createdBy: owner.email });
  expect(first.key).toMatch(/^bf_[0-9a-f]{64}$/);
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
  // Cached copies of a key expire after 5 s, so a faster rejection shows that the copy was deleted.
  expect(await leastElapsedTime(4_000, revoke)).toBeLessThan(4_000);
});

test('a key can be renamed, keeps working, and a revoked key cannot', async () => {
  const made = parsed(CreatedApiKey, await owner.call('POST', '/v1/api-keys', { body: { name: 'Backend' } }), 201);
  const rename = (name: string) => owner.call('PATCH', `/v1/api-keys/${made._id}`, { body: { name } });
  expect(parsed(ApiKey, await rename('Order service'))).toMatchObject({ name: 'Order service', hint: made.hint });
  expect((await rename(' ')).status).toBe(422);
  expect((await caller(`ApiKey ${made.key}`)('GET', '/v1/me')).status).toBe(200);
  const [entry] = parsed(AuditPage, await owner.call('GET', '/v1/audit-log')).data;
  expect(entry).toMatchObject({
    ...{ action: 'api-keys.update', before: { name: 'Backend' }, after: { name: 'Order service' } },
  });
  expect((await owner.call('DELETE', `/v1/api-keys/${made._id}`)).status).toBe(204);
  expect((await rename('Late')).status).toBe(404);
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

test('a key has the time of its last use', async ({ tenant }) => {
  await caller(`ApiKey ${tenant.apiKey}`)('GET', '/v1/me');
  const lastUsed = async () => parsed(ApiKeyList, await owner.call('GET', '/v1/api-keys'))[0]?.lastUsedAt;
  await expect.poll(lastUsed).toBeTruthy();
});

test('only a key created with the right to publish has it; the list and the audit log show the right', async ({
  call,
}) => {
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
  const refused = await owner.call('POST', '/v1/api-keys', { body: { name: 'K', canPublish: 'yes' } });
  expect(refused).toMatchObject({
    status: 422,
    body: { errors: { canPublish: { messages: [expect.any(String)] } } },
  });
  expect((await call('POST', '/v1/api-keys', { body: { name: 'K', canPublish: true } })).status, 'by a key').toBe(401);
});

test('creation checks role and input', async ({ tenant }) => {
  const developer = await createPerson(tenant, 'developer');
  const support = await createPerson(tenant, 'support');
  const create = (person: Person, body: object) => person.call('POST', '/v1/api-keys', { body });
  expect((await developer.call('GET', '/v1/api-keys')).status).toBe(200);
  expect((await create(developer, { name: 'K' })).status).toBe(403);
  expect((await support.call('GET', '/v1/api-keys')).status).toBe(403);
  for (const name of ['', '  ', 'a\0b', 'x'.repeat(101), 5]) expect((await create(owner, { name })).status).toBe(422);
});

test('changes are audited without the key', async ({ tenant }) => {
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

test('a subscriber’s change by a person is audited, and one by a key is not', async ({ tenant, call }) => {
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

test('calls by key are logged without their query', async ({ tenant, call }) => {
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

test.describe('scopes', () => {
  test('each scope may call its operations only', async ({ tenant }) => {
    const listed = (await listOperations()).filter(takesApiKey);
    for (const scope of API_KEY_SCOPES) {
      const key = caller(`ApiKey ${await createApiKey(tenant.environmentId, { scope })}`);
      await sideBySide(listed, async ({ method, path, operation, name }) => {
        const options = operation.body ? { body: {} } : {};
        const { status, text } = await key(method, filled(path, '0'.repeat(24)), options);
        if (scopesOf(method, operation).includes(scope))
          expect(text, `${scope} ${name} ${status}`).not.toContain('has the scope');
        else expect([status, text], name).toEqual([403, expect.stringContaining(`has the scope “${scope}”`)]);
      });
    }
  });

  test('a rejection names the required scope', async ({ tenant }) => {
    const key = caller(`ApiKey ${await createApiKey(tenant.environmentId, { scope: 'trigger' })}`);
    const { message } = assertError(await key('GET', '/v2/subscribers'), 403, 'read');
    expect(message).toBe(
      'This API key has the scope “trigger” and cannot see subscribers. Use a key with the scope “read” or “all”.',
    );
  });

  test('a key that only reads receives no sensitive content', async ({ tenant, call }) => {
    const { messageId, workflowId } = await populate(tenant);
    await database().query('UPDATE workflows SET is_sensitive = true WHERE id = $1', [workflowId]);
    const key = caller(`ApiKey ${await createApiKey(tenant.environmentId, { scope: 'read' })}`);
    const read = async (by: CallApi) => (await by('GET', `/v1/messages/${messageId}`)).body;
    expect(await read(key)).toMatchObject({ withheld: true });
    expect(await read(call)).not.toHaveProperty('withheld');
  });

  test('scope and end date are validated', async () => {
    const past = new Date(Date.now() - 1_000).toISOString();
    const cases: [object, string][] = [
      [{ scope: 'write' }, 'scope'],
      [{ scope: 'read', canPublish: true }, 'canPublish'],
      [{ expiresAt: past }, 'expiresAt'],
      [{ expiresAt: '2027-02-31T00:00:00.000Z' }, 'expiresAt'],
      [{ expiresAt: 'tomorrow' }, 'expiresAt'],
    ];
    for (const [body, field] of cases) {
      const answer = await owner.call('POST', '/v1/api-keys', { body: { name: 'K', ...body } });
      expect(answer, field).toMatchObject({ status: 422, body: { errors: { [field]: expect.anything() } } });
    }
  });
});

test('an expired key is rejected like a revoked one, and stays listed for a week', async ({ tenant }) => {
  const expiresAt = new Date(Date.now() + 2_000).toISOString();
  const body = { name: 'Contractor', scope: 'read', expiresAt };
  const made = parsed(CreatedApiKey, await owner.call('POST', '/v1/api-keys', { body }), 201);
  expect(made).toMatchObject({ scope: 'read', expiresAt });
  const read = () => caller(`ApiKey ${made.key}`)('GET', '/v2/subscribers');
  expect((await read()).status, 'and is cached').toBe(200);
  await expect.poll(async () => (await read()).status, { intervals: [50] }).toBe(401);
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expiresAt));
  expect(assertError(await read(), 401, 'ended').message).toBe('API Key not found');
  const names = async () => parsed(ApiKeyList, await owner.call('GET', '/v1/api-keys')).map(({ name }) => name);
  expect(await names()).toEqual(['Contractor', 'Test']);
  const weekAgo = new Date(Date.now() - 8 * 86_400_000);
  await createApiKey(tenant.environmentId, { name: 'Old', expires_at: weekAgo });
  expect(await names()).not.toContain('Old');
});

test('a rotated key stays valid until the chosen time', async ({ tenant }) => {
  const create = async (body: object) => parsed(CreatedApiKey, await owner.call('POST', '/v1/api-keys', { body }), 201);
  const rotate = (id: string, oldKeyEnds: string) =>
    owner.call('POST', `/v1/api-keys/${id}/rotate`, { body: { oldKeyEnds } });
  const status = async (key: string) => (await caller(`ApiKey ${key}`)('GET', '/v1/me')).status;
  const old = await create({ name: 'Shop', scope: 'read' });
  const made = parsed(CreatedApiKey, await rotate(old._id, '24h'), 201);
  expect(made).toMatchObject({ name: 'Shop', scope: 'read' });
  expect(made).not.toHaveProperty('expiresAt');
  expect([await status(old.key), await status(made.key)]).toEqual([200, 200]);
  const listed = parsed(ApiKeyList, await owner.call('GET', '/v1/api-keys')).find(({ _id }) => _id === old._id);
  expect(listed).toMatchObject({ replacedBy: made._id });
  expect(Date.parse(listed?.expiresAt ?? '') - Date.now()).toBeGreaterThan(86_000_000);
  expect((await rotate(old._id, '7d')).status, 'once only').toBe(404);

  const now = await rotate(made._id, 'now');
  expect(now.status).toBe(201);
  await expect.poll(() => status(made.key), { intervals: [20] }).toBe(401);

  const soon = new Date(Date.now() + 600_000).toISOString();
  const short = await create({ name: 'Short', expiresAt: soon });
  const both = await Promise.all([rotate(short._id, '7d'), rotate(short._id, '7d')]);
  expect(both.map((answer) => answer.status).sort(), 'by two people').toEqual([201, 404]);
  const kept = parsed(ApiKeyList, await owner.call('GET', '/v1/api-keys')).find(({ _id }) => _id === short._id);
  expect(kept?.expiresAt, 'no longer than before').toBe(soon);
  const log = parsed(AuditPage, await owner.call('GET', `/v1/audit-log?resourceId=${old._id}`));
  expect(log.data).toMatchObject([
    { action: 'api-keys.rotate', before: { expiresAt: null }, after: { expiresAt: listed?.expiresAt } },
    { action: 'api-keys.create', after: { scope: 'read', expiresAt: null } },
  ]);
  expect((await rotate(tenant.environmentId, 'now')).status, 'an unknown key').toBe(404);
});

test('the list counts the calls of each key in the last 24 hours', async ({ tenant, call }) => {
  const [key] = parsed(ApiKeyList, await owner.call('GET', '/v1/api-keys'));
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const of = { environment_id: tenant.environmentId, api_key_id: key?._id };
  await insertRow('api_key_calls', { ...of, hour: hoursAgo(23), calls: 40 });
  await insertRow('api_key_calls', { ...of, hour: hoursAgo(25), calls: 1_000 });
  for (let calls = 0; calls < 3; calls += 1) await call('GET', '/v1/me');
  const counted = async () => parsed(ApiKeyList, await owner.call('GET', '/v1/api-keys'))[0]?.callsLast24Hours;
  await expect.poll(counted).toBe(43);
});
