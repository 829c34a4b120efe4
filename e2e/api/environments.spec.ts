import { database } from '#e2e/database.ts';
import { caller, expect, parsed, test } from '#e2e/fixtures.ts';
import { createPerson } from '#e2e/person.ts';
import { createTenant } from '#e2e/tenant.ts';
import { CreatedApiKey } from '#lib/api-keys/schema.ts';
import { AuditPage } from '#lib/audit-log/schema.ts';
import { Environment, EnvironmentList, EnvironmentUsageList, SigningSecret } from '#lib/environments/schema.ts';
import { Limits } from '#lib/limits/schema.ts';

test('members see all environments of the organization, and a key its own', async ({ tenant, call }) => {
  const support = await createPerson(tenant, 'support');
  const all = parsed(EnvironmentList, await support.call('GET', '/v1/environments'));
  expect(all.map(({ slug, type }) => [slug, type])).toEqual([
    ['development', 'dev'],
    ['production', 'prod'],
  ]);
  const own = parsed(EnvironmentList, await call('GET', '/v1/environments'));
  expect(own.map(({ _id }) => _id)).toEqual([tenant.environmentId]);
  expect(parsed(Environment, await call('GET', '/v1/environments/me'))).toEqual(own[0]);
});

test('a new environment can be used immediately', async ({ tenant }) => {
  const admin = await createPerson(tenant, 'admin');
  const body = { name: 'Staging', slug: 'staging' };
  const staging = parsed(Environment, await admin.call('POST', '/v1/environments', { body }), 201);
  expect(staging).toMatchObject({ ...body, type: 'dev', _organizationId: tenant.organizationId });
  for (const [field, taken] of Object.entries({
    name: { name: 'STAGING' },
    slug: { name: 'Other', slug: 'staging' },
  })) {
    const again = await admin.call('POST', '/v1/environments', { body: taken });
    expect(again, field).toMatchObject({ status: 422, body: { errors: { [field]: expect.anything() } } });
  }
  const headers = { 'environment-id': staging._id };
  const key = parsed(CreatedApiKey, await admin.call('POST', '/v1/api-keys', { body: { name: 'K' }, headers }), 201);
  const created = await caller(`ApiKey ${key.key}`)('POST', '/v2/subscribers', { body: { subscriberId: 's' } });
  expect(created).toMatchObject({ status: 201, body: { _environmentId: staging._id } });
  const list = parsed(EnvironmentList, await admin.call('GET', '/v1/environments'));
  expect(list.at(-1)?._id).toBe(staging._id);
});

test('an environment is renamed', async ({ tenant }) => {
  const owner = await createPerson(tenant, 'owner');
  const rename = (id: string, body: object) => owner.call('PUT', `/v1/environments/${id}`, { body });
  const renamed = parsed(Environment, await rename(tenant.productionId, { name: 'Live' }));
  expect(renamed).toMatchObject({ name: 'Live', slug: 'production' });
  expect((await rename(tenant.productionId, { slug: 'development' })).status).toBe(422);
  expect((await rename(tenant.productionId, { name: 'development' })).status).toBe(422);
  expect((await rename((await createTenant()).environmentId, { name: 'Mine' })).status).toBe(404);
  const log = parsed(AuditPage, await owner.call('GET', '/v1/audit-log?resourceType=environments'));
  expect(log.data).toMatchObject([
    { before: { name: 'Production' }, after: { name: 'Live' }, actor: { label: owner.email } },
  ]);
  expect(log.data[0], 'what belongs to the organization').not.toHaveProperty('_environmentId');
});

test('an environment keeps runs at most as long as the installation', async ({ tenant }) => {
  const admin = await createPerson(tenant, 'admin');
  const { retentionDays: most } = parsed(Limits, await admin.call('GET', '/v1/limits'));
  const put = (retentionDays: unknown) =>
    admin.call('PUT', `/v1/environments/${tenant.environmentId}`, { body: { retentionDays } });
  expect(parsed(Environment, await put(7)).retentionDays).toBe(7);
  expect(parsed(Environment, await put(most)).retentionDays).toBe(most);
  for (const wrong of [most + 1, 0, -1, 1.5, '7']) expect((await put(wrong)).status, String(wrong)).toBe(422);
  const list = parsed(EnvironmentList, await admin.call('GET', '/v1/environments'));
  expect(list.map(({ retentionDays }) => retentionDays)).toEqual([most, undefined]);
  expect(parsed(Environment, await put(null))).not.toHaveProperty('retentionDays');
  const { rows } = await database().query(
    `SELECT before, after FROM audit_log WHERE action = 'environments.update' AND organization_id = $1 ORDER BY id LIMIT 1`,
    [tenant.organizationId],
  );
  expect(rows).toMatchObject([{ before: { retentionDays: null }, after: { retentionDays: 7 } }]);
});

test('admins see and replace the secret that signs requests of steps', async ({ tenant, call }) => {
  const admin = await createPerson(tenant, 'admin');
  const developer = await createPerson(tenant, 'developer');
  const path = '/v1/environments/me/signing-secret';
  const { secret } = parsed(SigningSecret, await admin.call('GET', path));
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(parsed(SigningSecret, await admin.call('GET', path))).toEqual({ secret });
  const renewed = parsed(SigningSecret, await admin.call('POST', path));
  expect(renewed.secret).not.toBe(secret);
  expect(parsed(SigningSecret, await admin.call('GET', path))).toEqual(renewed);
  const other = parsed(
    SigningSecret,
    await admin.call('GET', path, { headers: { 'environment-id': tenant.productionId } }),
  );
  expect(other.secret).not.toBe(renewed.secret);
  for (const method of ['GET', 'POST'] as const) {
    expect((await developer.call(method, path)).status).toBe(403);
    expect((await call(method, path)).status).toBe(401);
  }
  const log = await admin.call('GET', '/v1/audit-log?resourceType=environments');
  const [reveal, renew] = ['environments.revealSigningSecret', 'environments.renewSigningSecret'];
  const actions = parsed(AuditPage, log).data.map(({ action }) => action);
  expect(actions, 'newest first').toEqual([reveal, reveal, renew, reveal, reveal]);
  expect(log.text).not.toContain(renewed.secret);
});

test('names, slugs and roles are validated', async ({ tenant, call }) => {
  const owner = await createPerson(tenant, 'owner');
  for (const slug of [
    '',
    'Settings',
    'settings',
    'sign-in',
    'invitation',
    'api',
    'a--b',
    '-a',
    'a b',
    'x'.repeat(41),
  ]) {
    const answer = await owner.call('POST', '/v1/environments', { body: { name: 'N', slug } });
    expect(answer, slug).toMatchObject({ status: 422, body: { errors: { slug: expect.anything() } } });
  }
  const body = { name: 'N', slug: 'n' };
  expect((await owner.call('POST', '/v1/environments', { body: { ...body, name: ' ' } })).status).toBe(422);
  for (const color of ['pink', '#12', 'url(x)', ''])
    expect((await owner.call('POST', '/v1/environments', { body: { ...body, color } })).status, color).toBe(422);
  const path = `/v1/environments/${tenant.environmentId}`;
  for (const role of ['developer', 'support'] as const) {
    const person = await createPerson(tenant, role);
    expect((await person.call('POST', '/v1/environments', { body })).status).toBe(403);
    expect((await person.call('PUT', path, { body })).status).toBe(403);
    parsed(EnvironmentUsageList, await person.call('GET', '/v1/environments/usage'));
  }
  expect((await call('POST', '/v1/environments', { body })).status).toBe(401);
  expect((await call('PUT', path, { body })).status).toBe(401);
  expect((await call('GET', '/v1/environments/usage')).status).toBe(401);
});

test('the body of the official client creates an environment', async ({ tenant }) => {
  const admin = await createPerson(tenant, 'admin');
  const body = { name: 'QA', color: '#7E52F4', parentId: tenant.environmentId };
  const made = parsed(Environment, await admin.call('POST', '/v1/environments', { body }), 201);
  expect(made).toMatchObject({ name: 'QA', slug: 'qa', type: 'dev', color: 'violet' });
  const marked = parsed(
    Environment,
    await admin.call('PUT', `/v1/environments/${made._id}`, { body: { type: 'prod' } }),
  );
  expect(marked).toEqual({ ...made, type: 'prod' });
});

test('a deleted environment is gone for keys, members and lists', async ({ tenant }) => {
  const admin = await createPerson(tenant, 'admin');
  const made = parsed(Environment, await admin.call('POST', '/v1/environments', { body: { name: 'QA' } }), 201);
  const headers = { 'environment-id': made._id };
  const { key } = parsed(
    CreatedApiKey,
    await admin.call('POST', '/v1/api-keys', { body: { name: 'K' }, headers }),
    201,
  );
  const byKey = caller(`ApiKey ${key}`);
  expect((await byKey('GET', '/v2/subscribers')).status).toBe(200);
  const path = `/v1/environments/${made._id}`;
  for (const role of ['developer', 'support'] as const)
    expect((await (await createPerson(tenant, role)).call('DELETE', path)).status).toBe(403);
  expect((await byKey('DELETE', path)).status).toBe(401);
  expect((await (await createPerson(await createTenant(), 'owner')).call('DELETE', path)).status).toBe(404);
  expect((await admin.call('DELETE', `/v1/environments/${tenant.productionId}`)).status, 'production').toBe(400);

  expect(await admin.call('DELETE', path)).toMatchObject({ status: 200 });
  expect((await byKey('GET', '/v2/subscribers')).status).toBe(401);
  const body = { name: 'hello', to: 'jane', payload: {} };
  expect((await byKey('POST', '/v1/events/trigger', { body })).status).toBe(401);
  expect((await admin.call('GET', '/v2/subscribers', { headers })).status).toBe(403);
  expect((await admin.call('DELETE', path)).status).toBe(404);
  const left = parsed(EnvironmentList, await admin.call('GET', '/v1/environments'));
  expect(left.map(({ slug }) => slug)).toEqual(['development', 'production']);
  const log = parsed(AuditPage, await admin.call('GET', '/v1/audit-log?action=environments.delete'));
  expect(log.data).toMatchObject([{ resource: { label: 'QA' }, before: { name: 'QA', slug: 'qa' } }]);
  parsed(Environment, await admin.call('POST', '/v1/environments', { body: { name: 'QA' } }), 201);
});
