import { database } from '#e2e/database.ts';
import { caller, expect, parsed, test } from '#e2e/fixtures.ts';
import { createPerson } from '#e2e/person.ts';
import { createIntegration } from '#e2e/rows.ts';
import type { Tenant } from '#e2e/tenant.ts';
import { AlertPage, AlertRule, AlertRuleList, AlertTestResult } from '#lib/alerts/schema.ts';
import { newId } from '#lib/id.ts';
import { sealCredentials } from '#lib/integrations/credentials.ts';
import { mailServer, stopMailServers } from '#testing/mail-server.ts';

test.afterEach(stopMailServers);

/** An integration that sends email to a server on this machine. */
async function mailIntegration(tenant: Tenant, port: number): Promise<string> {
  const id = newId();
  const credentials = { host: '127.0.0.1', port: String(port), from: 'belfry@shop.example', senderName: 'Belfry' };
  const owner = { environmentId: tenant.environmentId, integrationId: id };
  const columns = { provider_id: 'nodemailer', channel: 'email', name: 'Mail' };
  await createIntegration(tenant, { id, ...columns, credentials: sealCredentials(credentials, owner) });
  return id;
}

const NO_WORKER = { kind: 'no_worker', minutes: 2 };

test('only owners and admins create, test, change and delete rules', async ({ tenant }) => {
  const server = await mailServer();
  const integrationId = await mailIntegration(tenant, server.port);
  const admin = await createPerson(tenant, 'admin');
  const body = { name: 'No worker', condition: NO_WORKER, integrationId, to: 'ops@shop.example' };
  for (const role of ['developer', 'support'] as const) {
    const person = await createPerson(tenant, role);
    expect((await person.call('POST', '/v1/alert-rules', { body })).status).toBe(403);
    expect((await person.call('GET', '/v1/alerts')).status).toBe(403);
  }
  expect((await caller(`ApiKey ${tenant.apiKey}`)('GET', '/v1/alert-rules')).status).toBe(401);
  const created = await admin.call('POST', '/v1/alert-rules', { body });
  const rule = parsed(AlertRule, created, 201);
  expect(rule).toMatchObject({
    phrase: 'No worker has been alive for 2 minutes',
    integration: { name: 'Mail' },
    active: true,
  });
  const path = `/v1/alert-rules/${rule._id}`;
  expect(parsed(AlertTestResult, await admin.call('POST', `${path}/test`)).outcome).toBe('succeeded');
  expect(server.mails.map(({ to }) => to)).toEqual([['ops@shop.example']]);
  const watched = { kind: 'integration_failures', integrationId, percent: 20, minutes: 15, messages: 10 };
  const refused = await admin.call('POST', '/v1/alert-rules', { body: { ...body, condition: watched } });
  expect([refused.status, refused.body]).toMatchObject([422, { errors: { integrationId: expect.anything() } }]);
  const quietHours = { from: '22:00', to: '07:00', timezone: 'Europe/Berlin' };
  const changed = await admin.call('PATCH', path, { body: { quietHours, active: false } });
  expect(parsed(AlertRule, changed)).toMatchObject({ quietHours, active: false, name: 'No worker' });
  expect((await admin.call('DELETE', path)).status).toBeLessThan(300);
  expect(parsed(AlertRuleList, await admin.call('GET', '/v1/alert-rules'))).toEqual([]);
});

test('the web process itself checks rules about workers, and sends alerts', async ({ tenant }) => {
  test.setTimeout(90_000);
  const server = await mailServer();
  const integrationId = await mailIntegration(tenant, server.port);
  const owner = await createPerson(tenant, 'owner');
  const body = { name: 'No worker', condition: NO_WORKER, integrationId, to: 'ops@shop.example' };
  const { _id: ruleId } = parsed(AlertRule, await owner.call('POST', '/v1/alert-rules', { body }), 201);
  // An alert from before this run started a worker. A worker is alive now, so the alert must end.
  const raisedAt = new Date(Date.now() - 3_600_000);
  await database().query(
    `INSERT INTO alerts (environment_id, id, rule_id, rule_name, kind, words, raised_at, held_at, next_try_at)
     VALUES ($1, $2, $3, 'No worker', 'no_worker', 'No worker has been alive for 2 min', $4, $4, $4)`,
    [tenant.environmentId, newId(raisedAt), ruleId, raisedAt],
  );
  await expect
    .poll(() => server.mails.map(({ raw }) => /Subject: (.*)\r\n/.exec(raw)?.[1]), { timeout: 60_000 })
    .toEqual(['Resolved: No worker']);
  const history = parsed(AlertPage, await owner.call('GET', `/v1/alerts?ruleId=${ruleId}`));
  expect(history.data).toMatchObject([
    { endCause: 'resolved', notices: [{ about: 'resolved', to: 'ops@shop.example' }] },
  ]);
});
