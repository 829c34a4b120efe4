import { authorWorkflow } from '#e2e/authoring.ts';
import { database } from '#e2e/database.ts';
import { expect, parsed, test } from '#e2e/fixtures.ts';
import { createPerson, type Person } from '#e2e/person.ts';
import { createTenant, type Tenant } from '#e2e/tenant.ts';
import { createWorkflow } from '#e2e/workflow-rows.ts';
import { TriggerResult } from '#lib/events/schema.ts';
import { RequestLogDetails, RequestLogPage } from '#lib/request-log/schema.ts';

const CANARY = 'canary7f3a';

/** Returns the first call in the log that matches a query, as soon as it is written. */
async function logged(person: Person, query: string, headers = {}) {
  const list = async () =>
    parsed(RequestLogPage, await person.call('GET', `/v1/request-log?${query}`, { headers })).data;
  await expect.poll(async () => (await list()).length, { intervals: [50] }).toBeGreaterThan(0);
  const [entry] = await list();
  const path = `/v1/request-log/${entry?._id}`;
  return parsed(RequestLogDetails, await person.call('GET', path, { headers }));
}

/** Returns everything that the table contains about a tenant. */
async function stored({ environmentId }: Tenant): Promise<string> {
  const { rows } = await database().query('SELECT * FROM request_log WHERE environment_id = $1', [environmentId]);
  return JSON.stringify(rows);
}

test('a trigger shows its body with masked secrets, and its transaction; the table holds neither in clear', async ({
  tenant,
  call,
}) => {
  const developer = await createPerson(tenant, 'developer');
  const { workflowId } = await authorWorkflow(call);
  const payload = { order: `${CANARY} order`, apiKey: `${CANARY} key` };
  const body = { name: workflowId, to: 'jane', payload };
  const { transactionId } = parsed(TriggerResult, await call('POST', '/v1/events/trigger', { body }), 201);
  const entry = await logged(developer, 'method=post&status=2xx&path=/api/v1/events');
  expect(entry).toMatchObject({
    apiKey: { name: 'Test' },
    method: 'POST',
    body: { ...body, payload: { ...payload, apiKey: '••••••' } },
    transactionIds: [transactionId],
  });
  expect(await stored(tenant)).not.toContain(CANARY);
});

test('the content of a sensitive workflow, and of an unknown one, is left out', async ({ tenant, call }) => {
  const owner = await createPerson(tenant, 'owner');
  await createWorkflow(tenant, { identifier: 'sign-in-code', is_sensitive: true });
  for (const name of ['sign-in-code', 'unknown']) {
    const event = { name, to: 'jane', payload: { code: CANARY }, overrides: { email: { subject: CANARY } } };
    for (const [path, body] of [
      ['trigger', event],
      ['trigger/bulk', { events: [event] }],
      ['dry-run', event],
    ] as const) {
      const headers = { 'x-request-id': `${name}-${path}` };
      await call('POST', `/v1/events/${path}`, { body, headers });
      const entry = await logged(owner, `requestId=${headers['x-request-id']}`);
      expect(entry.omitted, `${name} ${path}`).toBe('sensitive');
      expect(JSON.stringify(entry)).toContain(name);
      expect(JSON.stringify(entry)).not.toContain(CANARY);
    }
  }
  expect(await stored(tenant)).not.toContain(CANARY);
});

test('calls that configure providers are stored without body', async ({ tenant, call }) => {
  const owner = await createPerson(tenant, 'owner');
  const body = { name: 'Mail', providerId: 'unknown', channel: 'email', credentials: { apiKey: CANARY } };
  expect((await call('POST', '/v1/integrations', { body })).status).toBeGreaterThanOrEqual(400);
  const entry = await logged(owner, 'path=/api/v1/integrations&status=4xx');
  expect(entry).toMatchObject({ omitted: 'kind', error: { message: expect.any(String) } });
  expect(JSON.stringify(entry) + (await stored(tenant))).not.toContain(CANARY);
});

test('failed calls of people are logged with their error, and successful ones are not', async ({ tenant }) => {
  const owner = await createPerson(tenant, 'owner');
  expect((await owner.call('GET', '/v1/me')).status).toBe(200);
  expect((await owner.call('POST', '/v2/subscribers', { body: { subscriberId: '' } })).status).toBe(422);
  const entry = await logged(owner, 'status=422');
  expect(entry.apiKey).toBeUndefined();
  expect(entry).toMatchObject({
    user: { name: expect.any(String) },
    error: { code: 'unprocessable', errors: { subscriberId: expect.anything() } },
  });
  const all = parsed(RequestLogPage, await owner.call('GET', `/v1/request-log?userId=${entry.user?._id}`));
  expect(all.data).toHaveLength(1);
});

test('a call of another tenant is not found, and support may not read the log', async ({ tenant, call }) => {
  const owner = await createPerson(tenant, 'owner');
  await call('GET', '/v2/subscribers/unknown');
  const { _id } = await logged(owner, 'status=404');
  const stranger = await createPerson(await createTenant(), 'owner');
  expect((await stranger.call('GET', `/v1/request-log/${_id}`)).status).toBe(404);
  const support = await createPerson(tenant, 'support');
  expect((await support.call('GET', `/v1/request-log/${_id}`)).status).toBe(403);
  for (const filter of ['status=6xx', 'status=40', 'createdGte=yesterday'])
    expect((await owner.call('GET', `/v1/request-log?${filter}`)).status, filter).toBe(422);
});
