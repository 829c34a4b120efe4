import { database } from '#e2e/database.ts';
import { type CallApi, expect, parsed, test } from '#e2e/fixtures.ts';
import { createIntegration } from '#e2e/rows.ts';
import { signedIn } from '#e2e/session.ts';
import { newId } from '#lib/id.ts';
import { CREDENTIAL_MASK } from '#lib/integrations/credentials.ts';
import { Integration } from '#lib/integrations/schema.ts';
import { TrialResult } from '#lib/integrations/trial-schema.ts';

const mail = { providerId: 'sendgrid', sandbox: true } as const;
/** The discard port of this machine. The address is private, so nothing ever connects. */
const smtp = {
  providerId: 'nodemailer',
  credentials: { host: '127.0.0.2', port: '9', from: 'a@shop.example', senderName: 'Shop', password: 'smtp-secret-1' },
} as const;

const make = async (call: CallApi, body: object) =>
  parsed(Integration, await call('POST', '/v1/integrations', { body }), 201)._id ?? '';
const check = (call: CallApi, id: string) => call('POST', `/v1/integrations/${id}/test-connection`);
const send = (call: CallApi, id: string, body: object) => call('POST', `/v1/integrations/${id}/send-test`, { body });

async function auditOf(id: string) {
  const text = `SELECT action, actor_id, before, after FROM audit_log WHERE resource_id = $1 AND action LIKE '%est%' ORDER BY id`;
  return (await database().query(text, [id])).rows;
}

test.describe('the test of a connection', () => {
  test('reports in sandbox mode that nothing is sent', async ({ call }) => {
    const id = await make(call, mail);
    expect(parsed(TrialResult, await check(call, id))).toMatchObject({
      outcome: 'sandboxed',
      message: expect.stringMatching(/sandbox mode/i),
    });
  });

  test('does not reach a private address, and names it', async ({ call }) => {
    const id = await make(call, smtp);
    const result = parsed(TrialResult, await check(call, id));
    expect(result).toMatchObject({
      outcome: 'failed',
      kind: 'blocked',
      message: '127.0.0.2 is not a public address. To allow it, start Belfry with OUTBOUND_ALLOW=127.0.0.2.',
    });
    expect(JSON.stringify(result)).not.toContain('smtp-secret-1');
  });

  test('names missing credentials, and providers that cannot be tested', async ({ call }) => {
    const bare = await make(call, { providerId: 'twilio', credentials: { accountSid: 'AC1' } });
    expect(parsed(TrialResult, await check(call, bare))).toMatchObject({
      outcome: 'failed',
      kind: 'configuration',
      message: 'Auth token and From are missing',
    });
    const chat = await make(call, { providerId: 'chat-webhook' });
    expect(parsed(TrialResult, await check(call, chat))).toMatchObject({
      outcome: 'untestable',
      message: expect.stringMatching(/^Chat Webhook offers no way/),
    });
  });

  test('is rejected for in-app and agent integrations', async ({ call, tenant }) => {
    const inbox = await createIntegration(tenant, { provider_id: 'svc', channel: 'in_app' });
    const agent = await createIntegration(tenant, { provider_id: 'anthropic', kind: 'agent' });
    for (const id of [inbox, agent]) {
      for (const answer of [await check(call, id), await send(call, id, { to: 'x' })]) {
        expect(answer.status).toBe(400);
        expect(answer.body).toMatchObject({ message: expect.stringMatching(/nothing to test$/) });
      }
    }
    expect((await check(call, newId())).status).toBe(404);
  });
});

test.describe('a test message', () => {
  test('is accepted in sandbox mode, and fails for an address that the sandbox rejects', async ({ call }) => {
    const id = await make(call, mail);
    expect(parsed(TrialResult, await send(call, id, { to: 'jane@customer.example' }))).toMatchObject({
      outcome: 'sandboxed',
      providerMessageId: expect.stringMatching(/^sandbox-/),
    });
    expect(parsed(TrialResult, await send(call, id, { to: 'rejected@sandbox.example' }))).toMatchObject({
      outcome: 'failed',
      kind: 'rejected',
      providerStatus: 400,
      message: 'The recipient is not valid',
    });
  });

  test('requires an address of its channel', async ({ call }) => {
    const id = await make(call, mail);
    for (const body of [{}, { to: '' }, { to: 'jane' }, { to: 'a@b.example', content: '' }, { to: 7 }]) {
      const answer = await send(call, id, body);
      expect(answer.status, JSON.stringify(body)).toBe(422);
    }
    const sms = await make(call, { providerId: 'twilio', sandbox: true });
    expect((await send(call, sms, { to: 'jane@customer.example' })).status).toBe(422);
    parsed(TrialResult, await send(call, sms, { to: '+49 170 000' }));
  });

  test('is sent through providers without delivery only in sandbox mode', async ({ call }) => {
    const id = await make(call, { providerId: 'firetext', credentials: { apiKey: 'k', from: 'x' } });
    expect(parsed(TrialResult, await send(call, id, { to: '+491700000' }))).toMatchObject({
      outcome: 'failed',
      message: 'Belfry cannot send through Firetext yet',
    });
  });
});

test('both tests need the permission to change integrations, and are audited with their result', async ({ tenant }) => {
  const owner = await signedIn(tenant, 'owner');
  const id = await make(owner.call, smtp);
  for (const role of ['developer', 'support'] as const) {
    const { call } = await signedIn(tenant, role);
    expect((await check(call, id)).status).toBe(403);
    expect((await send(call, id, { to: 'a@b.example' })).status).toBe(403);
  }
  expect(await auditOf(id)).toEqual([]);
  await check(owner.call, id);
  await send(owner.call, id, { to: 'jane@customer.example' });
  const after = { outcome: 'failed', message: expect.stringMatching(/not a public address/) };
  expect(await auditOf(id)).toEqual([
    { action: 'integrations.testConnection', actor_id: owner.userId, before: null, after },
    {
      action: 'integrations.sendTest',
      actor_id: owner.userId,
      before: null,
      after: { ...after, to: 'jane@customer.example' },
    },
  ]);
});

test('a caller who may not see a secret cannot keep it with another address', async ({ call, tenant }) => {
  const { call: owner } = await signedIn(tenant, 'owner');
  const credentials = { webhookUrl: 'https://a.example/', secretKey: 'hmac', from: 'a@b.example', senderName: 'A' };
  const id = await make(owner, { providerId: 'email-webhook', credentials });
  const masked = { ...credentials, webhookUrl: 'https://evil.example/', secretKey: CREDENTIAL_MASK };
  const answer = await call('PUT', `/v1/integrations/${id}`, { body: { credentials: masked } });
  expect(answer.status).toBe(422);
  expect(answer.body).toMatchObject({
    errors: { 'credentials.secretKey': { messages: [expect.stringMatching(/mask/)] } },
  });
  expect((await owner('PUT', `/v1/integrations/${id}`, { body: { credentials: masked } })).status).toBe(200);
});
