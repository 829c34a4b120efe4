import { createHmac } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { createOutbound } from '#lib/outbound/outbound.ts';
import { checkAccount, deliver } from '#lib/providers/deliver.ts';
import type { ChannelMessage } from '#lib/providers/message.ts';
import type { ProviderError } from '#lib/providers/send.ts';
import { setServiceName } from '#lib/providers/service-name.ts';
import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';
import { type Received, startVendor } from '#testing/vendor-server.ts';

const answers = {
  rejected: { answer: { status: 422, body: 'no such recipient' }, words: 'no such recipient' },
  unauthorised: { answer: { status: 401, body: 'who are you?' }, words: 'who are you?' },
  tooMany: { answer: { status: 429, headers: { 'retry-after': '3' } }, retryAfterMs: 3000 },
  withoutBody: 'sent',
  carriesId: true,
  override: { given: { priority: { level: 1 } }, sent: '"priority":{"level":1}' },
} as const;
const accepted = { answer: { status: 200, body: { id: 'theirs-1' } }, id: 'theirs-1' };
const signatures = { 'x-svc-signature': expect.any(String), 'x-svc-signature-v2': expect.any(String) };
const headers = { 'content-type': 'application/json', 'idempotency-key': MESSAGE_ID };

const mail = {
  channel: 'email',
  id: MESSAGE_ID,
  to: { email: 'jane@customer.example' },
  replyTo: { email: 'help@shop.example' },
  subject: 'Shipped',
  html: '<p>On its way</p>',
  text: 'On its way',
  attachments: [{ name: 'a.txt', contentType: 'text/plain', content: Buffer.from('A') }],
} as const satisfies ChannelMessage;
const mailCredentials = (at: string) => ({
  webhookUrl: `${at}/hooks/mail-key-1`,
  secretKey: 'hmac-secret-1',
  from: 'shop@shop.example',
  senderName: 'Shop',
});

providerContract({
  ...answers,
  id: 'email-webhook',
  credentials: mailCredentials,
  message: () => mail,
  accepted,
  secrets: ['hmac-secret-1', 'mail-key-1'],
  wire: {
    method: 'POST',
    path: '/hooks/mail-key-1',
    headers: { ...headers, ...signatures },
    body: {
      id: MESSAGE_ID,
      to: ['jane@customer.example'],
      from: 'shop@shop.example',
      senderName: 'Shop',
      replyTo: 'help@shop.example',
      subject: 'Shipped',
      html: '<p>On its way</p>',
      text: 'On its way',
      attachments: [{ name: 'a.txt', mime: 'text/plain', file: 'QQ==' }],
    },
  },
});

const push = { channel: 'push', id: MESSAGE_ID, token: 'device-1', title: 'Shipped', content: 'On its way' } as const;
const pushCredentials = (at: string) => ({ webhookUrl: `${at}/hooks/push-key-1`, secretKey: 'hmac-secret-2' });

providerContract({
  ...answers,
  id: 'push-webhook',
  credentials: pushCredentials,
  message: () => ({ ...push, data: { order: 'A-1' } }),
  accepted,
  secrets: ['hmac-secret-2', 'push-key-1'],
  wire: {
    method: 'POST',
    path: '/hooks/push-key-1',
    headers: { ...headers, ...signatures },
    body: { id: MESSAGE_ID, target: ['device-1'], title: 'Shipped', content: 'On its way', payload: { order: 'A-1' } },
  },
});

const chat = (at: string) =>
  ({
    channel: 'chat',
    id: MESSAGE_ID,
    target: { webhookUrl: `${at}/hooks/chat-key-1`, channel: 'orders' },
    content: 'On its way',
  }) as const;

providerContract({
  ...answers,
  id: 'chat-webhook',
  credentials: () => ({ secretKey: 'hmac-secret-3' }),
  message: chat,
  accepted,
  secrets: ['hmac-secret-3', 'chat-key-1'],
  wire: {
    method: 'POST',
    path: '/hooks/chat-key-1',
    headers: { ...headers, ...signatures },
    body: { id: MESSAGE_ID, content: 'On its way', webhookUrl: '{at}/hooks/chat-key-1', channel: 'orders' },
  },
});

const sms = { channel: 'sms', id: MESSAGE_ID, to: '+491700000001', content: 'On its way' } as const;
const smsCredentials = (at: string) => ({
  baseUrl: `${at}/sms`,
  apiKeyRequestHeader: 'X-Key',
  apiKey: 'api-key-1',
  secretKeyRequestHeader: 'X-Secret',
  secretKey: 'secret-key-1',
  idPath: 'data.messages.0.id',
  from: 'Shop',
});
const smsBody = { id: MESSAGE_ID, to: '+491700000001', from: 'Shop', sender: 'Shop', content: 'On its way' };
const smsAccepted = { answer: { status: 200, body: { data: { messages: [{ id: 77 }] } } }, id: '77' };

providerContract({
  ...answers,
  id: 'generic-sms',
  credentials: smsCredentials,
  message: () => sms,
  accepted: smsAccepted,
  secrets: ['api-key-1', 'secret-key-1'],
  wire: {
    method: 'POST',
    path: '/sms',
    headers: { ...headers, 'x-key': 'api-key-1', 'x-secret': 'secret-key-1' },
    body: smsBody,
  },
});

providerContract({
  ...answers,
  id: 'generic-sms',
  credentials: (at) => ({
    ...smsCredentials(at),
    baseUrl: `${at}/sms?token=url-token-1`,
    authenticateByToken: true,
    domain: `${at}/sign-in`,
    authenticationTokenKey: 'X-Token',
  }),
  message: () => sms,
  otherAnswers: ({ path }: Received) =>
    path === '/sign-in' ? { status: 200, body: { data: { 'X-Token': 'signed-in-1' } } } : undefined,
  accepted: smsAccepted,
  secrets: ['api-key-1', 'secret-key-1', 'signed-in-1', 'url-token-1'],
  wire: {
    method: 'POST',
    path: '/sms?token=url-token-1',
    headers: { ...headers, 'x-token': 'signed-in-1', 'x-key': 'api-key-1', 'x-secret': 'secret-key-1' },
    body: smsBody,
  },
});

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function vendorAndTools() {
  const vendor = await startVendor({ status: 200 });
  const outbound = createOutbound({ allow: ['127.0.0.1'], timeoutMs: 10_000 });
  cleanups.push(vendor.stop, outbound.close);
  return { vendor, tools: { outbound, now: () => new Date() } };
}

test.each([
  ['email-webhook', mailCredentials, () => mail, 'hmac-secret-1'],
  ['push-webhook', pushCredentials, () => push, 'hmac-secret-2'],
  ['chat-webhook', () => ({ secretKey: 'hmac-secret-3' }), chat, 'hmac-secret-3'],
] as const)('%s signs the bytes that it sends', async (providerId, credentials, message, secret) => {
  const { vendor, tools } = await vendorAndTools();
  setServiceName('acme');
  cleanups.push(() => setServiceName('svc'));
  await deliver({ providerId, sandbox: false, credentials: credentials(vendor.origin) }, message(vendor.origin), tools);
  const [received] = vendor.received;
  const wanted = createHmac('sha256', secret)
    .update(received?.body ?? '')
    .digest('hex');
  expect(received?.headers['x-acme-signature']).toBe(wanted);
  const [, time, second] = /^t=(\d+),v2=([0-9a-f]{64})$/.exec(String(received?.headers['x-acme-signature-v2'])) ?? [];
  const signed = `${time}.POST.${vendor.origin}${received?.path}.${received?.body}`;
  expect(second).toBe(createHmac('sha256', secret).update(signed).digest('hex'));
});

test('without a secret a chat webhook is not signed', async () => {
  const { vendor, tools } = await vendorAndTools();
  await deliver({ providerId: 'chat-webhook', sandbox: false, credentials: {} }, chat(vendor.origin), tools);
  expect(Object.keys(vendor.received[0]?.headers ?? {}).filter((name) => name.includes('signature'))).toEqual([]);
});

test.each([
  ['email-webhook', mailCredentials],
  ['push-webhook', pushCredentials],
  ['generic-sms', smsCredentials],
] as const)('the test of %s opens a connection and sends nothing', async (providerId, credentials) => {
  const { vendor, tools } = await vendorAndTools();
  const account = { providerId, sandbox: false, credentials: credentials(vendor.origin) };
  expect((await checkAccount(account, tools))?.words).toMatch(/^127\.0\.0\.1:\d+ accepts connections\./);
  expect(vendor.received).toEqual([]);
  const wrong = { ...account, credentials: credentials('not a url') };
  const caught = await checkAccount(wrong, tools).catch((error: ProviderError) => error);
  expect(caught).toMatchObject({ kind: 'configuration', words: 'The address is not an http or https URL' });
  await vendor.stop();
  const gone = await checkAccount(account, tools).catch((error: ProviderError) => error);
  expect(gone).toMatchObject({ kind: 'unavailable', unreachable: true });
});

test.each([
  [403, 'auth'],
  [400, 'auth'],
  [200, 'auth'],
  [429, 'rate_limited'],
  [408, 'unavailable'],
  [503, 'unavailable'],
])('a sign-in at an SMS service with status %d and no token counts as %s', async (status, kind) => {
  const { vendor, tools } = await vendorAndTools();
  vendor.behave({ status, body: { error: 'no' } });
  const token = { authenticateByToken: true, domain: `${vendor.origin}/refuse`, authenticationTokenKey: 'token' };
  const credentials = { ...smsCredentials(vendor.origin), ...token };
  const sent = deliver({ providerId: 'generic-sms', sandbox: false, credentials }, sms, tools);
  expect(await sent.catch((error: ProviderError) => error)).toMatchObject({ kind, status });
});

test.each([
  ['in the path', '/hooks/path-secret-1', 'path-secret-1'],
  ['in the query', '/sms?key=query-secret-1&format=json', 'query-secret-1'],
])('an SMS webhook hides a secret %s everywhere', async (_, path, secret) => {
  const { vendor, tools } = await vendorAndTools();
  // The secret is at the position where the response text is cut.
  vendor.behave({ status: 404, body: `${'x'.repeat(285)} ${vendor.origin}${path} api-key-1` });
  const credentials = { ...smsCredentials(vendor.origin), baseUrl: vendor.origin + path };
  const caught = await deliver({ providerId: 'generic-sms', sandbox: false, credentials }, sms, tools).catch(
    (error: ProviderError) => error,
  );
  expect(caught).toMatchObject({ kind: 'rejected', status: 404 });
  for (const part of [secret, secret.slice(0, 6), 'api-key']) expect(JSON.stringify(caught)).not.toContain(part);
});

test('half a secret at the end of a response is hidden, and so is one that is the beginning of another', async () => {
  const { vendor, tools } = await vendorAndTools();
  const credentials = { ...smsCredentials(vendor.origin), apiKey: 'canary-1', secretKey: 'canary-1-and-more' };
  vendor.behave({ status: 401, body: `${'x'.repeat(290)} canary-1-and-more` });
  const caught = await deliver({ providerId: 'generic-sms', sandbox: false, credentials }, sms, tools).catch(
    (error: ProviderError) => error,
  );
  expect(caught).toMatchObject({ kind: 'auth' });
  for (const part of ['canary', 'and-more']) expect(JSON.stringify(caught)).not.toContain(part);
});

test.each([
  ['a base URL that is none', { baseUrl: 'nowhere' }, 'The address is not an http or https URL'],
  ['a header that HTTP does not allow', { apiKeyRequestHeader: 'X Key' }, '“X Key” is not a valid HTTP header name'],
  ['a value that no header can hold', { apiKey: 'two\nlines' }, 'The value of the header X-Key is not allowed in HTTP'],
])('%s fails immediately as a misconfigured integration', async (_, wrong, words) => {
  const { vendor, tools } = await vendorAndTools();
  const credentials = { ...smsCredentials(vendor.origin), ...wrong };
  const caught = await deliver({ providerId: 'generic-sms', sandbox: false, credentials }, sms, tools).catch(
    (error: ProviderError) => error,
  );
  expect(caught).toMatchObject({ kind: 'configuration', retryable: false, words });
  expect(JSON.stringify(caught)).not.toContain('two');
  expect(vendor.received).toEqual([]);
});

test.each([
  ['without a secret', 'recipient', {}],
  ['with a secret', 'auth', { secretKey: 'hmac-secret-3' }],
] as const)('a refused chat webhook %s is a failure of kind %s', async (_, kind, credentials) => {
  const { vendor, tools } = await vendorAndTools();
  vendor.behave({ status: 403 });
  const sending = deliver({ providerId: 'chat-webhook', sandbox: false, credentials }, chat(vendor.origin), tools);
  await expect(sending).rejects.toMatchObject({ kind });
});
