import { database } from '#e2e/database.ts';
import { type CallApi, expect, parsed, test } from '#e2e/fixtures.ts';
import { insertRows } from '#e2e/history-rows.ts';
import { createIntegration } from '#e2e/rows.ts';
import { signedIn } from '#e2e/session.ts';
import type { Tenant } from '#e2e/tenant.ts';
import { newId } from '#lib/id.ts';
import { CREDENTIAL_MASK, sealCredentials } from '#lib/integrations/credentials.ts';
import { Integration, IntegrationHealthList, IntegrationList } from '#lib/integrations/schema.ts';

const setPrimary = (call: CallApi, id: string, query = '') =>
  call('POST', `/v1/integrations/${id}/set-primary${query}`);

const email = (tenant: Tenant, columns: Record<string, unknown> = {}) =>
  createIntegration(tenant, { provider_id: 'sendgrid', channel: 'email', sandbox: true, ...columns });

const secrets = {
  apiKey: 'SG.very-secret',
  webhookUrl: 'https://hooks.example.com/T1',
  from: 'hello@example.com',
  senderName: 'Shop',
  unlisted: 'is-a-secret-too',
};

async function withSecrets(tenant: Tenant): Promise<string> {
  const id = newId();
  const sealed = sealCredentials(secrets, { environmentId: tenant.environmentId, integrationId: id });
  await email(tenant, { id, credentials: sealed, sandbox: false });
  return id;
}

async function primaries(environmentId: string): Promise<string[]> {
  const { rows } = await database().query<{ id: string }>(
    'SELECT id FROM integrations WHERE environment_id = $1 AND "primary" ORDER BY id',
    [environmentId],
  );
  return rows.map((row) => row.id);
}

async function auditOf(id: string) {
  const { rows } = await database().query('SELECT * FROM audit_log WHERE resource_id = $1 ORDER BY id', [id]);
  return rows as { action: string; actor_id: string; before: unknown; after: unknown }[];
}

test.describe('set an integration as primary (4.4)', () => {
  test('the mark moves, the target becomes active and loses its conditions', async ({ call, tenant }) => {
    const conditions = [
      {
        isNegated: false,
        type: 'GROUP',
        value: 'AND',
        children: [{ field: 'plan', value: 'pro', operator: 'EQUAL', on: 'payload' }],
      },
    ];
    const first = await email(tenant, { primary: true, priority: 3 });
    const second = await email(tenant, { active: false });
    const third = await email(tenant, { priority: 2 });
    await database().query('UPDATE integrations SET conditions = $2 WHERE id = $1', [
      second,
      JSON.stringify(conditions),
    ]);

    const made = parsed(Integration, await setPrimary(call, second));
    expect(made).toMatchObject({
      _id: second,
      _environmentId: tenant.environmentId,
      _organizationId: tenant.organizationId,
      channel: 'email',
      kind: 'delivery',
      providerId: 'sendgrid',
      active: true,
      primary: true,
      conditions: [],
      deleted: false,
    });
    expect(await primaries(tenant.environmentId)).toEqual([second]);
    const { rows } = await database().query(
      'SELECT id, priority, active FROM integrations WHERE environment_id = $1 ORDER BY priority DESC',
      [tenant.environmentId],
    );
    expect(rows).toEqual([
      { id: second, priority: 3, active: true },
      { id: first, priority: 2, active: true },
      { id: third, priority: 1, active: true },
    ]);
    expect(await auditOf(second)).toMatchObject([
      {
        action: 'integrations.setPrimary',
        before: { channel: 'email', active: false, primary: false, conditions, primaryIntegrationId: first },
        after: { active: true, primary: true, conditions: [], primaryIntegrationId: second },
      },
    ]);
  });

  test('an integration that is already primary stays unchanged', async ({ call, tenant }) => {
    const id = await email(tenant, { primary: true, priority: 7 });
    const before = await database().query('SELECT * FROM integrations WHERE id = $1', [id]);
    expect(parsed(Integration, await setPrimary(call, id))).toMatchObject({ primary: true });
    expect((await database().query('SELECT * FROM integrations WHERE id = $1', [id])).rows).toEqual(before.rows);
    expect(await auditOf(id)).toEqual([]);
  });

  test('missing required credentials are 422 for each, except in sandbox mode', async ({ call, tenant }) => {
    const first = await email(tenant, { primary: true });
    const credentials = { apiKey: 'k', from: '' };
    const bare = await email(tenant, { active: false, sandbox: false, credentials });
    const answer = await setPrimary(call, bare);
    expect(answer.status).toBe(422);
    const { errors } = answer.body as { errors: Record<string, { messages: string[] }> };
    expect(Object.keys(errors)).toEqual(['credentials.from', 'credentials.senderName']);
    expect(errors['credentials.from']?.messages.join()).toMatch(/From email address is required/);
    expect(await primaries(tenant.environmentId)).toEqual([first]);
    const { rows } = await database().query('SELECT active FROM integrations WHERE id = $1', [bare]);
    expect(rows).toEqual([{ active: false }]);
    expect(await auditOf(bare)).toEqual([]);

    await database().query('UPDATE integrations SET sandbox = true WHERE id = $1', [bare]);
    expect(parsed(Integration, await setPrimary(call, bare))).toMatchObject({ active: true, primary: true });
  });

  test('each channel has its own primary', async ({ call, tenant }) => {
    const mail = await email(tenant, { primary: true });
    const sms = await createIntegration(tenant, { provider_id: 'twilio', channel: 'sms', sandbox: true });
    parsed(Integration, await setPrimary(call, sms));
    expect(await primaries(tenant.environmentId)).toEqual([mail, sms].sort());
  });

  test('a malformed ID is 422, and an unknown, deleted or foreign one 404', async ({ call, tenant }) => {
    const malformed = await setPrimary(call, 'not-an-id');
    expect(malformed.status).toBe(422);
    expect(malformed.body).toMatchObject({ errors: { integrationId: { messages: [expect.any(String)] } } });
    const elsewhere = await createIntegration(
      { ...tenant, environmentId: tenant.productionId },
      { provider_id: 'sendgrid', channel: 'email' },
    );
    const deleted = await email(tenant, { deleted_at: new Date() });
    for (const id of [newId(), elsewhere, deleted]) {
      const answer = await setPrimary(call, id);
      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({ code: 'not_found', message: `Integration with id ${id} not found` });
    }
    expect(await primaries(tenant.productionId)).toEqual([]);
  });

  for (const channel of ['in_app', 'chat', 'push']) {
    test(`${channel} has no primary`, async ({ call, tenant }) => {
      const id = await createIntegration(tenant, { provider_id: 'svc', channel });
      const answer = await setPrimary(call, id);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ message: `Channel ${channel} does not support primary` });
    });
  }

  test('an agent has no channel and no primary', async ({ call, tenant }) => {
    const id = await createIntegration(tenant, { provider_id: 'anthropic', kind: 'agent' });
    const answer = await setPrimary(call, id);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ message: 'Channel unknown does not support primary' });
  });

  test('100 concurrent calls over two integrations never leave zero or two primaries', async ({ call, tenant }) => {
    const ids = [await email(tenant, { primary: true }), await email(tenant)];
    let running = true;
    const seen = new Set<number>();
    const watch = (async () => {
      while (running) seen.add((await primaries(tenant.environmentId)).length);
    })();
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => setPrimary(call, ids[n % 2] as string)));
    running = false;
    await watch;
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    for (const answer of answers) expect(parsed(Integration, answer).primary).toBe(true);
    expect([...seen]).toEqual([1]);
    expect(await primaries(tenant.environmentId)).toHaveLength(1);
  });

  test('a second call with an idempotency key returns the first response', async ({ call, tenant }) => {
    const [first, second] = [await email(tenant), await email(tenant)];
    const headers = { 'idempotency-key': newId() };
    const once = await call('POST', `/v1/integrations/${first}/set-primary`, { headers });
    await setPrimary(call, second);
    const again = await call('POST', `/v1/integrations/${first}/set-primary`, { headers });
    expect(again.text).toBe(once.text);
    expect(again.headers.get('idempotency-replay')).toBe('true');
    expect(await primaries(tenant.environmentId)).toEqual([second]);
  });

  test('only roles that may change integrations can do it', async ({ tenant }) => {
    const id = await email(tenant);
    for (const role of ['developer', 'support'] as const) {
      const { call } = await signedIn(tenant, role);
      expect((await setPrimary(call, id)).status).toBe(403);
    }
    expect(await primaries(tenant.environmentId)).toEqual([]);
    const { call, userId } = await signedIn(tenant, 'admin');
    expect(parsed(Integration, await setPrimary(call, id, '?credentials=masked'))).toMatchObject({ primary: true });
    expect(await auditOf(id)).toMatchObject([{ action: 'integrations.setPrimary', actor_id: userId }]);
  });
});

test.describe('list and retrieve integrations', () => {
  test('deleted and foreign integrations are hidden', async ({ call, tenant }) => {
    const first = await email(tenant, { active: false });
    const second = await email(tenant, { configurations: { inboundWebhookEnabled: true } });
    const agent = await createIntegration(tenant, { provider_id: 'anthropic', kind: 'agent' });
    await email(tenant, { deleted_at: new Date() });
    await email({ ...tenant, environmentId: tenant.productionId });

    const all = parsed(IntegrationList, await call('GET', '/v1/integrations'));
    expect(all.map((integration) => integration._id)).toEqual([first, second, agent]);
    expect(all[1]).toMatchObject({ configurations: { inboundWebhookEnabled: true } });
    expect(all[2]).toMatchObject({ kind: 'agent' });
    expect(all[2]).not.toHaveProperty('channel');
    const active = parsed(IntegrationList, await call('GET', '/v1/integrations/active'));
    expect(active.map((integration) => integration._id)).toEqual([second, agent]);
    expect(parsed(Integration, await call('GET', `/v1/integrations/${second}`))).toEqual(all[1]);
  });

  test('an unknown ID is 404, a malformed one 422', async ({ call }) => {
    expect((await call('GET', `/v1/integrations/${newId()}`)).status).toBe(404);
    expect((await call('GET', '/v1/integrations/x')).status).toBe(422);
    expect((await call('GET', '/v1/integrations?credentials=plain')).status).toBe(422);
  });
});

test.describe('credentials of an integration (section 5)', () => {
  const reads = (id: string) => ['/v1/integrations', '/v1/integrations/active', `/v1/integrations/${id}`];
  const credentialsIn = (body: unknown) => [body].flat().map((item) => (item as Integration).credentials);

  test('an API key receives none through any route', async ({ call, tenant }) => {
    const id = await withSecrets(tenant);
    const paths = reads(id).flatMap((path) => [path, `${path}?credentials=masked`]);
    const answers = [await setPrimary(call, id), ...(await Promise.all(paths.map((path) => call('GET', path))))];
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(answer.text).not.toContain('credentials');
      expect(answer.text).not.toContain('secret');
    }
  });

  for (const role of ['developer', 'support'] as const) {
    test(`a ${role} receives none`, async ({ tenant }) => {
      const id = await withSecrets(tenant);
      const { call } = await signedIn(tenant, role);
      for (const path of reads(id).flatMap((path) => [path, `${path}?credentials=masked`])) {
        const answer = await call('GET', path);
        expect(answer.status).toBe(200);
        expect(answer.text).not.toContain('credentials');
      }
    });
  }

  for (const role of ['owner', 'admin'] as const) {
    test(`an ${role} receives plain text, and every such read is audited`, async ({ tenant }) => {
      const id = await withSecrets(tenant);
      const { call, userId } = await signedIn(tenant, role);
      for (const path of reads(id)) expect(credentialsIn((await call('GET', path)).body)).toEqual([secrets]);
      expect(parsed(Integration, await setPrimary(call, id)).credentials).toEqual(secrets);
      const { rows } = await database().query(
        'SELECT resource_id, action FROM audit_log WHERE actor_id = $1 ORDER BY id',
        [userId],
      );
      expect(rows).toEqual([
        { resource_id: '*', action: 'integrations.revealCredentials' },
        { resource_id: '*', action: 'integrations.revealCredentials' },
        { resource_id: id, action: 'integrations.revealCredentials' },
        { resource_id: id, action: 'integrations.setPrimary' },
        { resource_id: id, action: 'integrations.revealCredentials' },
      ]);
    });
  }

  test('masked ones show which secrets exist, without an audit record', async ({ tenant }) => {
    const id = await withSecrets(tenant);
    const { call, userId } = await signedIn(tenant, 'admin');
    const { from, senderName } = secrets;
    const hidden = { apiKey: CREDENTIAL_MASK, webhookUrl: CREDENTIAL_MASK, unlisted: CREDENTIAL_MASK };
    const masked = { ...hidden, from, senderName };
    for (const path of reads(id)) {
      expect(credentialsIn((await call('GET', `${path}?credentials=masked`)).body)).toEqual([masked]);
    }
    expect((await database().query('SELECT 1 FROM audit_log WHERE actor_id = $1', [userId])).rowCount).toBe(0);
  });

  test('the signing key is shown under the same rules as the credentials', async ({ call, tenant }) => {
    const id = newId();
    const configurations = { inboundWebhookEnabled: true, inboundWebhookSigningKey: 'signing-secret' };
    const sealed = sealCredentials(configurations, { environmentId: tenant.environmentId, integrationId: id });
    await email(tenant, { id, configurations: sealed });
    const masked = { inboundWebhookEnabled: true, inboundWebhookSigningKey: CREDENTIAL_MASK };
    const { call: admin } = await signedIn(tenant, 'admin');
    const of = async (caller: CallApi, query = '') =>
      parsed(Integration, await caller('GET', `/v1/integrations/${id}${query}`)).configurations;
    expect(await of(call)).toEqual(masked);
    expect(await of((await signedIn(tenant, 'support')).call)).toEqual(masked);
    expect(await of(admin, '?credentials=masked')).toEqual(masked);
    expect(await of(admin)).toEqual(configurations);
  });

  test('secrets are encrypted in the database', async ({ tenant }) => {
    const id = await withSecrets(tenant);
    const { rows } = await database().query('SELECT credentials::text FROM integrations WHERE id = $1', [id]);
    for (const value of Object.values(secrets)) expect(rows[0].credentials).not.toContain(value);
    expect(rows[0].credentials).not.toContain('very-secret');
    expect(rows[0].credentials).not.toContain('hooks.example.com');
  });
});

test('health counts the messages of the last 24 hours by integration', async ({ call, tenant }) => {
  const [used, unused] = [await email(tenant, { primary: true }), await email(tenant)];
  const at = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const row = (environment_id: string, minute: Date, sent: number) => ({
    ...{ environment_id, minute, integration_id: used },
    ...{ sent, failed: 1, retried: 2 },
  });
  const counted = [row(tenant.environmentId, at(0.5), 10), row(tenant.environmentId, at(23.9), 20)];
  const others = [row(tenant.environmentId, at(25), 400), row(tenant.productionId, at(1), 8000)];
  await insertRows('integration_stats', [...counted, ...others]);
  const { since, integrations } = parsed(IntegrationHealthList, await call('GET', '/v1/integrations/health'));
  expect(integrations).toEqual([{ _id: used, sent: 30, failed: 2, retried: 4 }]);
  expect(integrations.map(({ _id }) => _id)).not.toContain(unused);
  const breaker = { environment_id: tenant.environmentId, opened_at: at(1), probe_at: at(1), words: 'no answer' };
  await insertRows(
    'circuit_breakers',
    [used, unused].map((id) => ({ ...breaker, integration_id: id })),
  );
  const health = parsed(IntegrationHealthList, await call('GET', '/v1/integrations/health'));
  const unreachableSince = breaker.opened_at.toISOString();
  expect(health.integrations).toEqual([
    { _id: used, sent: 30, failed: 2, retried: 4, unreachableSince },
    { _id: unused, sent: 0, failed: 0, retried: 0, unreachableSince },
  ]);
  expect(Date.now() - Date.parse(since)).toBeLessThan(86_400_000 + 60_000);
  expect(Date.now() - Date.parse(since)).toBeGreaterThanOrEqual(86_400_000);
});
