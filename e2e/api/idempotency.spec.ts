import { randomUUID } from 'node:crypto';
import { database } from '#e2e/database.ts';
import { assertError } from '#e2e/error-answer.ts';
import { type Answer, type CallApi, caller, expect, test } from '#e2e/fixtures.ts';
import { createIntegration, createSubscribers } from '#e2e/rows.ts';
import { signedIn } from '#e2e/session.ts';
import { createApiKey } from '#e2e/tenant.ts';
import { createWorkflow } from '#e2e/workflow-rows.ts';

const keyed = (call: CallApi, key: string, body: unknown, path = '/v2/subscribers', method = 'POST') =>
  call(method, path, { body, headers: { 'idempotency-key': key } });

const isReplay = (answer: Answer) => answer.headers.get('idempotency-replay') === 'true';

const recordsOf = async (environmentId: string) =>
  (await database().query('SELECT 1 FROM idempotency_records WHERE environment_id = $1', [environmentId])).rowCount;

test('a repeated request runs once, and returns the same bytes and status, marked as a replay', async ({
  call,
  tenant,
}) => {
  const key = randomUUID();
  const first = await keyed(call, key, { subscriberId: 'a', firstName: 'Ann' });
  expect(first.status).toBe(201);
  expect(isReplay(first)).toBe(false);
  expect(first.headers.get('idempotency-key')).toBe(key);
  await call('POST', '/v2/subscribers', { body: { subscriberId: 'a', firstName: 'Changed' } });
  for (let n = 0; n < 3; n++) {
    const again = await keyed(call, key, { subscriberId: 'a', firstName: 'Ann' });
    expect(again.status).toBe(201);
    expect(again.text).toBe(first.text);
    expect(isReplay(again)).toBe(true);
    expect(again.headers.get('idempotency-key')).toBe(key);
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
  }
  const otherKey = caller(`ApiKey ${await createApiKey(tenant.environmentId)}`);
  const byAnother = await keyed(otherKey, key, { subscriberId: 'a', firstName: 'Ann' });
  expect(byAnother.text, 'another key of the environment goes on where the first left off').toBe(first.text);
  expect((await call('GET', '/v2/subscribers/a')).body).toMatchObject({ __v: 1, firstName: 'Changed' });
});

test('one of several simultaneous requests runs, and the others get 409 or its replay', async ({ call, tenant }) => {
  for (let round = 0; round < 5; round++) {
    const subscriberId = `s${round}`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => keyed(call, `at-once-${round}`, { subscriberId })),
    );
    const done = answers.filter((answer) => answer.status === 201);
    expect(done.filter((answer) => !isReplay(answer))).toHaveLength(1);
    expect(new Set(done.map((answer) => answer.text)).size).toBe(1);
    for (const answer of answers.filter((each) => each.status !== 201)) {
      const message = `Request with key "at-once-${round}" is currently being processed. Please retry after 1 second`;
      expect(assertError(answer, 409, 'in progress').message).toBe(message);
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    expect((await call('GET', `/v2/subscribers/${subscriberId}`)).body).toMatchObject({ __v: 0 });
  }
  expect(await recordsOf(tenant.environmentId)).toBe(5);
});

test('a second request during the first gets 409', async ({ call, tenant }) => {
  await createSubscribers(tenant, 1);
  const holder = await database().connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM subscribers WHERE environment_id = $1 FOR UPDATE', [tenant.environmentId]);
    const send = () => keyed(call, 'held', { subscriberId: 's0', firstName: 'Late' });
    const both = [send(), send()];
    expect((await Promise.race(both)).status).toBe(409);
    await holder.query('COMMIT');
    expect((await Promise.all(both)).map((answer) => answer.status).sort()).toEqual([201, 409]);
    expect(isReplay(await send())).toBe(true);
  } finally {
    holder.release(true);
  }
});

test('a key with another body is 422 and changes nothing', async ({ call }) => {
  const first = await keyed(call, 'k', { subscriberId: 'a' });
  const other = await keyed(call, 'k', { subscriberId: 'b' });
  const body = assertError(other, 422, 'another body', []);
  expect(body.message).toBe('Request with key "k" is being reused for a different body');
  assertError(await call('GET', '/v2/subscribers/b'), 404, 'not done');
  expect((await keyed(call, 'k', { subscriberId: 'a' })).text, 'the first answer still stands').toBe(first.text);
});

test('a key has at most 255 characters', async ({ call }) => {
  const error = assertError(await keyed(call, 'k'.repeat(256), { subscriberId: 'a' }), 400, 'too long');
  expect(error.message).toContain('has exceeded the maximum allowed length of 255 characters');
  assertError(await call('GET', '/v2/subscribers/a'), 404, 'not done');
  expect((await keyed(call, 'k'.repeat(255), { subscriberId: 'a' })).status).toBe(201);
});

test('a key counts separately for each environment, path and method', async ({ call, tenant }) => {
  const production = caller(`ApiKey ${tenant.productionApiKey}`);
  const inDevelopment = await keyed(call, 'same', { subscriberId: 'a' });
  const inProduction = await keyed(production, 'same', { subscriberId: 'a' });
  expect([isReplay(inDevelopment), isReplay(inProduction)]).toEqual([false, false]);
  expect(inProduction.body).toMatchObject({ _environmentId: tenant.productionId });
  const workflowId = await createWorkflow(tenant);
  const preferences = await keyed(
    call,
    'same',
    { preferences: [{ workflowId, channels: { email: false } }] },
    '/v2/subscribers/a/preferences/bulk',
    'PATCH',
  );
  expect(preferences.status, preferences.text).toBe(200);
  expect(isReplay(preferences)).toBe(false);
});

test('a person’s record is not replayed to an API key', async ({ call, tenant }) => {
  const owner = await signedIn(tenant, 'owner');
  await keyed(call, 'shared', { subscriberId: 'a' });
  expect(isReplay(await keyed(owner.call, 'shared', { subscriberId: 'a' }))).toBe(false);
});

test('a 4xx of the handler is replayed', async ({ call, tenant }) => {
  await call('POST', '/v2/subscribers', { body: { subscriberId: 'a' } });
  const conflict = await keyed(call, 'c', { subscriberId: 'a' }, '/v2/subscribers?failIfExists=true');
  expect(conflict.status).toBe(409);
  await database().query('DELETE FROM subscribers WHERE environment_id = $1', [tenant.environmentId]);
  const again = await keyed(call, 'c', { subscriberId: 'a' }, '/v2/subscribers?failIfExists=true');
  expect(again.text).toBe(conflict.text);
  expect(isReplay(again)).toBe(true);

  const id = await createIntegration(tenant, { provider_id: 'slack', channel: 'chat' });
  const path = `/v1/integrations/${id}/set-primary`;
  const error = assertError(await keyed(call, 'p', undefined, path), 400, 'chat has no primary');
  const replay = await keyed(call, 'p', undefined, path);
  expect(replay.body).toEqual(error);
  expect(isReplay(replay)).toBe(true);
});

test('401, 403 and errors before the handler are not stored', async ({ call, tenant }) => {
  const wrong = caller('ApiKey bf_not_a_valid_key');
  const body = { subscriberId: 'a' };
  assertError(await keyed(wrong, 'k', body), 401, 'unknown key');
  const named = { 'idempotency-key': 'k', 'environment-id': tenant.productionId };
  assertError(await call('POST', '/v2/subscribers', { body, headers: named }), 403, 'other environment');
  assertError(await keyed(call, 'k', { subscriberId: 7 }), 422, 'wrong field');
  assertError(await keyed(call, 'k', '{'), 400, 'malformed');
  expect(await recordsOf(tenant.environmentId)).toBe(0);
  const done = await keyed(call, 'k', body);
  expect(done.status).toBe(201);
  expect(isReplay(done)).toBe(false);
});

test('GET, PUT and DELETE ignore the key', async ({ call, tenant }) => {
  await createSubscribers(tenant, 1);
  await createIntegration(tenant, { provider_id: 'fcm', channel: 'push' });
  for (const token of ['a', 'b']) {
    const body = { providerId: 'fcm', credentials: { deviceTokens: [token] } };
    const answer = await keyed(call, 'k', body, '/v1/subscribers/s0/credentials', 'PUT');
    expect(answer.status, answer.text).toBe(200);
    expect(answer.text).toContain(`"${token}"`);
  }
  for (let n = 0; n < 2; n++)
    expect(isReplay(await keyed(call, 'k', undefined, '/v2/subscribers/s0', 'GET'))).toBe(false);
  expect(await recordsOf(tenant.environmentId)).toBe(0);
});

test('a failure rolls back the effect and the record', async ({ call, tenant }) => {
  await createSubscribers(tenant, 1);
  const workflowId = await createWorkflow(tenant);
  const preferences = [{ workflowId, channels: { email: false } }];
  const path = '/v2/subscribers/s0/preferences/bulk';
  const unknown = { preferences: [...preferences, { workflowId: 'nope', channels: {} }] };
  assertError(await keyed(call, 'k', unknown, path, 'PATCH'), 404, 'unknown workflow');
  const { rowCount } = await database().query('SELECT 1 FROM preferences WHERE environment_id = $1', [
    tenant.environmentId,
  ]);
  expect(rowCount).toBe(0);
  expect((await keyed(call, 'other', { preferences }, path, 'PATCH')).status).toBe(200);
});
