import { database } from '#e2e/database.ts';
import { type CallApi, expect, parsed, test } from '#e2e/fixtures.ts';
import { createIntegration } from '#e2e/rows.ts';
import type { Tenant } from '#e2e/tenant.ts';
import { createTenant } from '#e2e/tenant.ts';
import { GradualSwitch, GradualSwitchList } from '#lib/gradual-switch/schema.ts';

const email = (tenant: Tenant, columns: Record<string, unknown> = {}) =>
  createIntegration(tenant, { provider_id: 'sendgrid', channel: 'email', sandbox: true, ...columns });

const set = (call: CallApi, id: string, body: object = { share: 5 }) =>
  call('PUT', `/v1/integrations/${id}/gradual-switch`, { body });
const end = (call: CallApi, id: string) => call('DELETE', `/v1/integrations/${id}/gradual-switch`);
const list = async (call: CallApi) => parsed(GradualSwitchList, await call('GET', '/v1/integrations/gradual-switches'));

async function actions(id: string): Promise<string[]> {
  const text = 'SELECT action FROM audit_log WHERE resource_id = $1 ORDER BY id';
  return (await database().query<{ action: string }>(text, [id])).rows.map(({ action }) => action);
}

test('a switch is started, raised, shown with figures, and ended', async ({ call, tenant }) => {
  const former = await email(tenant, { name: 'SendGrid', primary: true });
  const next = await email(tenant, { name: 'SES', provider_id: 'ses' });
  expect(await list(call)).toEqual([]);
  const started = parsed(GradualSwitch, await set(call, next));
  expect(started).toMatchObject({ channel: 'email', share: 5, margin: 5, minMessages: 20 });
  expect(started.former).toMatchObject({ integrationId: former, name: 'SendGrid', accepted: 0, failed: 0 });
  expect(started.next).toMatchObject({ integrationId: next, name: 'SES', sampled: 0, delivered: 0, bounced: 0 });
  expect(started).not.toHaveProperty('endedAt');

  const raised = parsed(GradualSwitch, await set(call, next, { share: 25, margin: 10 }));
  expect(raised).toMatchObject({ share: 25, margin: 10, minMessages: 20, startedAt: started.startedAt });
  expect(await list(call)).toMatchObject([{ share: 25, margin: 10 }]);
  const ended = parsed(GradualSwitch, await end(call, next));
  expect(ended).toMatchObject({ ending: 'returned', why: 'Returned to SendGrid manually' });
  expect(await list(call)).toMatchObject([{ ending: 'returned' }]);
  expect((await end(call, next)).status).toBe(404);
  expect(await actions(next)).toEqual([
    'integrations.startSwitch',
    'integrations.setSwitchShare',
    'integrations.endSwitch',
  ]);

  await set(call, next);
  expect(parsed(GradualSwitch, await set(call, next, { share: 100 }))).toMatchObject({ ending: 'finished' });
  const { rows } = await database().query('SELECT id FROM integrations WHERE environment_id = $1 AND "primary"', [
    tenant.environmentId,
  ]);
  expect(rows).toEqual([{ id: next }]);
});

test('an impossible switch is rejected with the reason', async ({ call, tenant }) => {
  const next = await email(tenant, { name: 'SES', provider_id: 'ses' });
  const refused = async (id: string, status: number, message: RegExp, body?: object) => {
    const answer = await set(call, id, body);
    expect([answer.status, answer.body]).toEqual([
      status,
      expect.objectContaining({ message: expect.stringMatching(message) }),
    ]);
  };
  await refused(next, 400, /^Cannot start a gradual switch: make an integration of the channel primary first/);
  const former = await email(tenant, { name: 'SendGrid', primary: true, sandbox: false });
  await refused(next, 400, /SES is in sandbox mode/);
  await refused(former, 400, /SendGrid is already primary/);
  await refused(await email(tenant, { name: 'Off', active: false }), 400, /Off is inactive/);
  const condition = JSON.stringify([{ isNegated: false, type: 'GROUP', value: 'AND', children: [] }]);
  const conditional = await email(tenant, { name: 'Conditional', conditions: condition, sandbox: false });
  await refused(conditional, 400, /Conditional has conditions/);
  const push = await createIntegration(tenant, { provider_id: 'fcm', channel: 'push' });
  await refused(push, 400, /^Channel push does not support primary/);
  for (const body of [{ share: 7 }, { share: '5' }, {}, { share: 5, margin: 0 }, { share: 5, minMessages: 0.5 }])
    await refused(former, 422, /Validation/, body);
  await database().query('UPDATE integrations SET sandbox = true WHERE id = $1', [former]);
  await refused(next, 422, /Validation/, { share: 100 });
  await refused(await email(tenant, { name: 'Real', sandbox: false }), 400, /SendGrid is in sandbox mode/);
  await set(call, next);
  const other = await email(tenant, { name: 'Other' });
  await refused(other, 409, /^A gradual switch of email is already running/);
  expect((await end(call, other)).status).toBe(404);
  const stranger = await createTenant();
  await refused(await email(stranger), 404, /not found/);
});
