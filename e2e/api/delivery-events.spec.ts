import { createHash, createHmac } from 'node:crypto';
import { clientOf, packages, type Version } from '#e2e/client/clients.ts';
import { database } from '#e2e/database.ts';
import { assertError } from '#e2e/error-answer.ts';
import { type CallApi, caller, expect, parsed, serviceUrl, test } from '#e2e/fixtures.ts';
import { signedIn } from '#e2e/session.ts';
import { createTenant } from '#e2e/tenant.ts';
import { EventAddress, ReceivedEvents } from '#lib/delivery-events/schema.ts';
import { env } from '#lib/env.ts';
import { newId } from '#lib/id.ts';
import { Message, MessagePage } from '#lib/messages/schema.ts';
import { NotificationPage } from '#lib/notifications/schema.ts';
import { formSignature } from '#lib/providers/events/event-source.ts';

const KEY = 'signing-key-of-mailgun';
const anonymous = caller(null);

const mailgun = {
  ...{ name: 'Mailgun', providerId: 'mailgun', channel: 'email', kind: 'delivery', active: true, sandbox: true },
  credentials: { apiKey: 'k', user: 'api', domain: 'shop.example', from: 'a@shop.example', senderName: 'Shop' },
  configurations: { inboundWebhookSigningKey: KEY },
};

async function createIntegration(call: CallApi, body: object = mailgun): Promise<string> {
  const answer = await call<{ _id: string }>('POST', '/v1/integrations', { body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body._id;
}

const addressPath = (integrationId: string) => `/v1/integrations/${integrationId}/event-address`;

async function createAddress(call: CallApi, integrationId: string): Promise<string> {
  const { address = '' } = parsed(EventAddress, await call('POST', addressPath(integrationId)));
  return address.replace(/^.*\/api\//, '/');
}

function signed(event: object, key = KEY): string {
  const [timestamp, token] = [String(Math.floor(Date.now() / 1000)), newId()];
  const signature = createHmac('sha256', key)
    .update(timestamp + token)
    .digest('hex');
  return JSON.stringify({ signature: { timestamp, token, signature }, 'event-data': event });
}

const event = (kind: string, more: object = {}) => ({
  event: kind,
  id: newId(),
  timestamp: Date.now() / 1000,
  ...more,
});

async function sentMessage(call: CallApi): Promise<Message> {
  const workflowId = `mail-${newId()}`;
  const steps = [{ name: 'Mail', type: 'email', controlValues: { subject: 'Hi', body: 'Hi', editorType: 'html' } }];
  await call('POST', '/v2/workflows', { body: { name: 'Mail', workflowId, active: true, steps } });
  const to = { subscriberId: 'jane', email: 'jane@shop.example' };
  const { body } = await call<{ transactionId: string }>('POST', '/v1/events/trigger', {
    body: { name: workflowId, to },
  });
  const path = `/v1/messages?transactionId=${body.transactionId}`;
  await expect.poll(async () => parsed(MessagePage, await call('GET', path)).data[0]?.status).toBe('sent');
  return parsed(MessagePage, await call('GET', path)).data[0] as Message;
}

test('pushed events are on the message and its run, with the words of the provider', async ({ call }) => {
  const integrationId = await createIntegration(call);
  const path = await createAddress(call, integrationId);
  const message = await sentMessage(call);
  const about = { 'user-variables': { message_id: message._id }, recipient: 'jane@shop.example' };
  const words = { 'delivery-status': { code: 550, message: 'mailbox unknown' } };
  const bounced = event('failed', { ...about, ...words, severity: 'permanent', reason: 'bounce' });
  const answer = await anonymous('POST', path, { body: signed(bounced), headers: { 'content-type': 'text/plain' } });
  expect(parsed(ReceivedEvents, answer)).toEqual({ received: 1, stored: 1 });
  expect(parsed(ReceivedEvents, await anonymous('POST', path, { body: signed(bounced) }))).toEqual({
    received: 1,
    stored: 0,
  });
  const opened = event('opened', about);
  await anonymous('POST', `/v2/inbound-webhooks/delivery-providers/${message._environmentId}/${integrationId}`, {
    body: signed(opened),
  });

  const read = async () => parsed(Message, await call('GET', `/v1/messages/${message._id}`));
  await expect.poll(async () => (await read()).events?.length).toBe(2);
  expect((await read()).events).toMatchObject([
    { kind: 'bounced', bounce: 'hard', words: 'mailbox unknown', code: '550' },
    { kind: 'opened' },
  ]);
  expect((await read()).status, 'our own record stays').toBe('sent');
  const run = parsed(NotificationPage, await call('GET', `/v1/notifications?transactionId=${message.transactionId}`));
  const details = run.data[0]?.jobs?.[0]?.executionDetails ?? [];
  expect(details.find(({ source }) => source === 'Webhook')).toMatchObject({
    detail: 'Message bounced',
    status: 'Failed',
    reason: { code: 'bounced', evidence: { words: 'mailbox unknown', provider: 'Mailgun' } },
  });
});

test('a request that does not prove its sender is refused, and the integration shows why', async ({ call }) => {
  const integrationId = await createIntegration(call);
  const path = await createAddress(call, integrationId);
  const of = async () => parsed(EventAddress, await call('GET', addressPath(integrationId)));
  expect(await of()).not.toHaveProperty('refusedAt');
  const opened = event('opened');
  for (const body of [signed(opened, 'another key'), JSON.stringify({ 'event-data': opened }), '{', '', '[]', 'null'])
    assertError(await anonymous('POST', path, { body, headers: { 'content-type': 'application/json' } }), 401, body);
  await expect.poll(async () => (await of()).refusedWords).toMatch(/signature/);
  expect(await of()).not.toHaveProperty('arrivedAt');
  expect((await anonymous('POST', path, { body: signed(opened) })).status).toBe(200);
  await expect.poll(async () => (await of()).arrivedKind).toBe('opened');
});

test('hostile bodies are answered, and store nothing', async ({ call, tenant }) => {
  const path = await createAddress(call, await createIntegration(call));
  const long = 'x'.repeat(100_000);
  const odd = [
    event('delivered', { id: long, timestamp: '1e999' }),
    event('delivered', { id: { toString: 1 }, 'user-variables': [] }),
    event('__proto__'),
    event('delivered', { timestamp: -1 }),
    event('delivered', { timestamp: 9e15 }),
    event('delivered', { timestamp: 0 }),
  ];
  for (const one of odd) {
    const answer = await anonymous('POST', path, { body: signed(one) });
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"stored":0')]);
  }
  const kept = event('delivered', {
    'delivery-status': { message: `\u0000${long}` },
    message: { headers: { 'message-id': long } },
  });
  expect((await anonymous('POST', path, { body: signed(kept) })).status).toBe(200);
  const { rows } = await database().query('SELECT * FROM delivery_events WHERE environment_id = $1', [
    tenant.environmentId,
  ]);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows).length).toBeLessThan(3000);
  assertError(await anonymous('POST', path, { body: 'x'.repeat(4_200_000) }), 413, 'too large');
  expect((await anonymous('GET', path)).status).toBe(405);
});

test('an unknown address is not found', async ({ call, tenant }) => {
  const integrationId = await createIntegration(call);
  const path = await createAddress(call, integrationId);
  const other = await createTenant();
  const signedPath = '/v2/inbound-webhooks/delivery-providers';
  const wrong = [
    `${path}x`,
    path.slice(0, -1),
    `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`,
    path.replace(tenant.environmentId, other.environmentId),
    path.replace(integrationId, newId()),
    '/v1/inbound/x',
    '/v1/inbound/%00',
    `${signedPath}/${other.environmentId}/${integrationId}`,
    `${signedPath}/${tenant.environmentId}/${newId()}`,
    `${signedPath}/x/y`,
  ];
  for (const each of wrong) {
    const { status } = await anonymous('POST', each, { body: signed(event('opened')) });
    expect([404, 422], each).toContain(status);
  }
  const replaced = await createAddress(call, integrationId);
  expect(replaced).not.toBe(path);
  expect((await anonymous('POST', path, { body: signed(event('opened')) })).status, 'the former address').toBe(404);
  expect((await anonymous('POST', replaced, { body: signed(event('opened')) })).status).toBe(200);
  await call('PUT', `/v1/integrations/${integrationId}`, {
    body: { configurations: { inboundWebhookEnabled: false } },
  });
  expect((await anonymous('POST', replaced, { body: signed(event('opened')) })).status, 'switched off').toBe(404);
  await call('DELETE', `/v1/integrations/${integrationId}`);
  expect((await anonymous('POST', replaced, { body: signed(event('opened')) })).status, 'deleted').toBe(404);
});

test('only callers who may change integrations see the secret address', async ({ call, tenant }) => {
  const integrationId = await createIntegration(call);
  const path = await createAddress(call, integrationId);
  const support = await signedIn(tenant, 'support');
  const seen = parsed(EventAddress, await support.call('GET', addressPath(integrationId)));
  expect(seen).toMatchObject({ supported: true, exists: true, key: { entered: true, required: true } });
  expect(JSON.stringify(seen)).not.toContain(path.slice(-43));
  assertError(await support.call('POST', addressPath(integrationId)), 403, 'support');
  const { rows } = await database().query('SELECT * FROM event_addresses WHERE integration_id = $1', [integrationId]);
  expect(JSON.stringify(rows), 'it is stored encrypted').not.toContain(path.slice(-43));
  const log = await database().query('SELECT * FROM audit_log WHERE organization_id = $1', [tenant.organizationId]);
  expect(JSON.stringify(log.rows)).not.toContain(path.slice(-43));
});

for (const version of Object.keys(packages) as Version[]) {
  test(`the official client ${version} passes events on, and reads the response`, async ({ call, tenant }) => {
    const integrationId = await createIntegration(call);
    const client = clientOf(version, serviceUrl, tenant.apiKey);
    const kinds = ['accepted', 'delivered', 'opened', 'clicked', 'unsubscribed', 'complained'];
    for (const kind of kinds) {
      const requestBody = JSON.parse(signed(event(kind, { 'delivery-status': { message: 'OK' } })));
      const result = await client.activity.track({
        environmentId: tenant.environmentId,
        integrationId,
        requestBody,
      });
      const status = kind === 'complained' ? 'complaint' : kind;
      expect(result).toMatchObject([{ event: { status, response: 'OK', date: expect.stringMatching(/Z$/) } }]);
    }
  });
}

test('without a signing key, only a provider that does not sign is accepted, and only at its secret address', async ({
  call,
  tenant,
}) => {
  const unsigned = await createAddress(call, await createIntegration(call, { ...mailgun, configurations: undefined }));
  assertError(await anonymous('POST', unsigned, { body: signed(event('opened'), '') }), 401, 'an empty key');
  const credentials = { apiKey: 'k', from: 'a@shop.example', senderName: 'Shop' };
  const postmark = await createIntegration(call, {
    ...mailgun,
    providerId: 'postmark',
    credentials,
    configurations: undefined,
  });
  const body = {
    RecordType: 'Open',
    MessageID: newId(),
    Recipient: 'a@b.example',
    ReceivedAt: new Date().toISOString(),
  };
  const path = await createAddress(call, postmark);
  expect(parsed(ReceivedEvents, await anonymous('POST', path, { body }))).toEqual({ received: 1, stored: 1 });
  const open = `/v2/inbound-webhooks/delivery-providers/${tenant.environmentId}/${postmark}`;
  assertError(await anonymous('POST', open, { body }), 401, 'no secret');
});

test('a provider whose events are not read has no address', async ({ call }) => {
  const slack = { name: 'Slack', providerId: 'slack', channel: 'chat', kind: 'delivery', credentials: {} };
  const integrationId = await createIntegration(call, slack);
  const answer = await call('GET', addressPath(integrationId));
  expect(parsed(EventAddress, answer)).toEqual({ supported: false, exists: false });
  assertError(await call('POST', addressPath(integrationId)), 400, 'create');
});

test('messages name the address to Twilio, which signs with the auth token', async ({ call, tenant }) => {
  const credentials = { accountSid: 'AC1', token: 'auth-token-7c1', from: '+15557122661' };
  const twilio = { name: 'Twilio', providerId: 'twilio', channel: 'sms', kind: 'delivery', sandbox: true, credentials };
  const integrationId = await createIntegration(call, { ...twilio, configurations: { inboundWebhookEnabled: true } });
  const address = () => call('GET', addressPath(integrationId));
  expect(parsed(EventAddress, await address())).toMatchObject({
    ...{ supported: true, exists: false },
    byMessage: { isNamed: true },
  });
  assertError(await call('POST', addressPath(integrationId)), 400, 'a secret address');
  const path = `/v2/inbound-webhooks/delivery-providers/${tenant.environmentId}/${integrationId}`;
  const url = `${env().PUBLIC_URL ?? ''}/api${path}`;
  const form = new URLSearchParams({ MessageSid: 'SM1', MessageStatus: 'delivered', To: '+15558675310' });
  const push = (key: string) => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const headers = { ...type, 'x-twilio-signature': formSignature(key, url, form) };
    return anonymous('POST', path, { body: form.toString(), headers });
  };
  expect((await push('another')).status).toBe(401);
  expect((await push('auth-token-7c1')).status).toBe(200);
  expect(parsed(EventAddress, await address())).toMatchObject({ arrivedKind: 'delivered' });
  const off = { configurations: { inboundWebhookEnabled: false } };
  await call('PUT', `/v1/integrations/${integrationId}`, { body: off });
  expect(parsed(EventAddress, await address())).toMatchObject({ supported: true, byMessage: { isNamed: false } });
  expect((await push('auth-token-7c1')).status).toBe(404);
});

test('the test of a vendor that shows its key later is answered, and is not an arrival', async ({ call }) => {
  const credentials = { apiKey: 'k', from: 'a@shop.example', senderName: 'Shop' };
  const mandrill = { ...mailgun, providerId: 'mandrill', credentials, configurations: undefined };
  const integrationId = await createIntegration(call, mandrill);
  const { address = '' } = parsed(EventAddress, await call('POST', addressPath(integrationId)));
  const post = (events: string) => {
    const form = new URLSearchParams({ mandrill_events: events });
    const signature = formSignature('test-webhook', address, form);
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-mandrill-signature': signature };
    return anonymous('POST', address.replace(/^.*\/api\//, '/'), { body: form.toString(), headers });
  };
  expect(parsed(ReceivedEvents, await post('[]'))).toEqual({ received: 0, stored: 0 });
  expect(parsed(EventAddress, await call('GET', addressPath(integrationId)))).not.toHaveProperty('arrivedAt');
  assertError(await post('[{"event":"open"}]'), 401, 'events');
});

test('reports in the query of GET requests are read from providers that send such requests', async ({
  call,
  tenant,
}) => {
  const credentials = { accessKey: 'k', from: 'Shop' };
  const texts = { ...mailgun, providerId: 'messagebird', channel: 'sms', credentials, configurations: undefined };
  const integrationId = await createIntegration(call, texts);
  const path = await createAddress(call, integrationId);
  const at = new Date().toISOString();
  const query = new URLSearchParams({ id: newId(), recipient: '15558675310', status: 'delivered', statusDatetime: at });
  expect(parsed(ReceivedEvents, await anonymous('GET', `${path}?${query}`))).toEqual({ received: 1, stored: 1 });
  expect(parsed(ReceivedEvents, await anonymous('GET', `${path}?${query}`))).toEqual({ received: 1, stored: 0 });
  await call('PUT', `/v1/integrations/${integrationId}`, {
    body: { configurations: { inboundWebhookSigningKey: 'signing-key-of-bird' } },
  });
  assertError(await anonymous('GET', `${path}?${query}`), 401, 'unsigned');
  const time = String(Math.floor(Date.now() / 1000));
  query.sort();
  const older = createHmac('sha256', 'signing-key-of-bird')
    .update(`${time}\n${query}\n`)
    .update(createHash('sha256').digest())
    .digest('base64');
  const headers = { 'messagebird-signature': older, 'messagebird-request-timestamp': time };
  const open = `/v2/inbound-webhooks/delivery-providers/${tenant.environmentId}/${integrationId}`;
  expect((await anonymous('GET', `${path}?${query}`, { headers })).status, 'the older signature').toBe(200);
  expect((await anonymous('GET', `${open}?${query}`, { headers })).status, 'the address of the interface').toBe(200);
  assertError(await anonymous('GET', `${open}?${query}`), 401, 'unsigned, at the address of the interface');
  assertError(await anonymous('GET', `/v1/inbound/${'0'.repeat(91)}?${query}`), 404, 'an unknown address');
});

test('Bird pushes signed JSON to the address that also reads the reports of MessageBird’s former API', async ({
  call,
}) => {
  const credentials = { accessKey: 'k', workspaceId: 'w', channelId: 'c' };
  const configurations = { inboundWebhookSigningKey: 'signing-key-of-bird' };
  const texts = { ...mailgun, providerId: 'messagebird', channel: 'sms', credentials, configurations };
  const path = await createAddress(call, await createIntegration(call, texts));
  const payload = { id: newId(), status: 'delivered', lastStatusAt: new Date().toISOString() };
  const body = JSON.stringify({ service: 'channels', event: 'sms.outbound', payload });
  const time = String(Math.floor(Date.now() / 1000));
  const push = (address: string) => {
    const hash = createHash('sha256').update(body).digest();
    const mac = createHmac('sha256', 'signing-key-of-bird').update(`${time}\n${address}\n`).update(hash);
    const signature = { 'messagebird-signature': mac.digest('base64'), 'messagebird-request-timestamp': time };
    return anonymous('POST', path, { body, headers: { 'content-type': 'application/json', ...signature } });
  };
  assertError(await push('https://elsewhere.example/'), 401, 'another address');
  const address = `${env().PUBLIC_URL ?? ''}/api${path}`;
  expect(parsed(ReceivedEvents, await push(address))).toEqual({ received: 1, stored: 1 });
  expect(parsed(ReceivedEvents, await push(address))).toEqual({ received: 1, stored: 0 });
});

test('Vonage may test the address before it reports, by GET or POST, also if a secret is entered', async ({ call }) => {
  const credentials = { apiKey: 'k', secretKey: 's', from: 'Shop' };
  const texts = { ...mailgun, providerId: 'nexmo', channel: 'sms', credentials };
  const path = await createAddress(call, await createIntegration(call, texts));
  expect((await anonymous('GET', path)).status).toBe(200);
  expect((await anonymous('POST', path)).status).toBe(200);
  const at = new Date().toISOString().slice(0, 19).replace('T', ' ');
  const receipt = new URLSearchParams({ messageId: newId(), status: 'delivered', 'message-timestamp': at });
  assertError(await anonymous('GET', `${path}?${receipt}`), 401, 'unsigned');
});

test('Meta confirms the address with the verify token, and signs statuses with the app secret', async ({
  call,
  tenant,
}) => {
  const credentials = {
    ...{ apiToken: 't', phoneNumberIdentification: '1', businessAccountId: '2' },
    ...{ secretKey: 'app-secret-1', token: 'verify-token-1' },
  };
  const chat = { ...mailgun, providerId: 'whatsapp-business', channel: 'chat', credentials, configurations: undefined };
  const integrationId = await createIntegration(call, chat);
  const path = await createAddress(call, integrationId);
  const shown = parsed(EventAddress, await call('GET', addressPath(integrationId)));
  expect(shown).not.toHaveProperty('key');
  const challenge = (token: string) =>
    anonymous('GET', `${path}?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${token}`);
  const confirmed = await challenge('verify-token-1');
  expect([confirmed.status, confirmed.text, confirmed.headers.get('content-type')]).toEqual([
    200,
    '1158201444',
    expect.stringContaining('text/plain'),
  ]);
  assertError(await challenge('another'), 401, 'another token');
  const open = `/v2/inbound-webhooks/delivery-providers/${tenant.environmentId}/${integrationId}`;
  const query = 'hub.mode=subscribe&hub.challenge=7&hub.verify_token=';
  expect((await anonymous('GET', `${open}?${query}verify-token-1`)).text, 'the address of the interface').toBe('7');
  assertError(await anonymous('GET', `${open}?${query}another`), 401, 'another token');
  assertError(await anonymous('GET', open.replace(integrationId, newId())), 404, 'an unknown integration');
  await expect
    .poll(async () => parsed(EventAddress, await call('GET', addressPath(integrationId))).refusedWords)
    .toMatch(/Verify Token/);
  const statuses = [{ id: 'wamid.1', status: 'delivered', timestamp: String(Math.floor(Date.now() / 1000)) }];
  const body = JSON.stringify({ entry: [{ changes: [{ field: 'messages', value: { statuses } }] }] });
  const push = (key: string) => {
    const signature = `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;
    return anonymous('POST', path, { body, headers: { 'x-hub-signature-256': signature } });
  };
  expect(parsed(ReceivedEvents, await push('app-secret-1'))).toEqual({ received: 1, stored: 1 });
  assertError(await push('another secret'), 401, 'another secret');
});
