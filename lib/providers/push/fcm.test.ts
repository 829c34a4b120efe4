import { generateKeyPairSync } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, importSPKI, jwtVerify } from 'jose';
import { afterEach, expect, test } from 'vitest';
import { createOutbound } from '#lib/outbound/outbound.ts';
import { checkAccount, deliver } from '#lib/providers/deliver.ts';
import type { ProviderError } from '#lib/providers/send.ts';
import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';
import { type Answer, type Received, startVendor } from '#testing/vendor-server.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const account = {
  type: 'service_account',
  project_id: 'shop-app',
  private_key_id: 'k1',
  private_key: pem,
  client_email: 'push@shop-app.iam.gserviceaccount.com',
  token_uri: 'https://oauth2.googleapis.com/token',
};
const credentials = () => ({ serviceAccount: JSON.stringify(account) });
const origins = ['https://fcm.googleapis.com', 'https://oauth2.googleapis.com'];
const message = () =>
  ({
    channel: 'push',
    id: MESSAGE_ID,
    token: 'device-token-1',
    title: 'Shipped',
    content: 'Your lamp is on its way',
    data: { order: 'A-1', items: 2, tags: ['a'] },
  }) as const;

/** https://developers.google.com/identity/protocols/oauth2/service-account#httprest */
function signIn({ path, body }: Received): Answer | undefined {
  if (path !== '/token') return undefined;
  const form = new URLSearchParams(body);
  expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
  return { status: 200, body: { access_token: 'ya29.token-91', expires_in: 3599, token_type: 'Bearer' } };
}

/** https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode */
const error = (code: number, status: string, text: string, errorCode?: string) => ({
  status: code,
  body: {
    error: {
      code,
      message: text,
      status,
      ...(errorCode && { details: [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }] }),
    },
  },
});

// https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages/send
providerContract({
  id: 'fcm',
  origins,
  credentials,
  message,
  otherAnswers: signIn,
  accepted: {
    answer: { status: 200, body: { name: 'projects/shop-app/messages/0:15' } },
    id: 'projects/shop-app/messages/0:15',
  },
  rejected: {
    answer: error(400, 'INVALID_ARGUMENT', 'Invalid value at message.data', 'INVALID_ARGUMENT'),
    words: 'Invalid value at message.data',
    code: 'INVALID_ARGUMENT',
  },
  unauthorised: {
    answer: error(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.'),
    words: 'Request had invalid authentication credentials.',
  },
  tooMany: {
    answer: {
      ...error(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded', 'QUOTA_EXCEEDED'),
      headers: { 'retry-after': '60' },
    },
    retryAfterMs: 60_000,
  },
  secrets: ['ya29.token-91', pem.split('\n')[1] ?? ''],
  withoutBody: 'rejected',
  carriesId: true,
  override: {
    given: { android: { priority: 'HIGH' } },
    sent: `"android":{"notification":{"tag":"${MESSAGE_ID}"},"priority":"HIGH"}`,
  },
  wire: {
    method: 'POST',
    path: '/v1/projects/shop-app/messages:send',
    headers: { authorization: 'Bearer ya29.token-91', 'content-type': 'application/json' },
    body: {
      message: {
        token: 'device-token-1',
        notification: { title: 'Shipped', body: 'Your lamp is on its way' },
        data: { order: 'A-1', items: '2', tags: '["a"]' },
        android: { notification: { tag: MESSAGE_ID } },
        apns: { headers: { 'apns-collapse-id': MESSAGE_ID } },
      },
    },
  },
});

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

/** A separate account, so that no token is cached from another test. */
async function service(behaviour: (received: Received) => Answer, changes: object = {}) {
  const vendor = await startVendor(behaviour);
  const outbound = createOutbound({ allow: ['127.0.0.1'], timeoutMs: 10_000 });
  cleanups.push(vendor.stop, outbound.close);
  const own = {
    ...account,
    client_email: `${cleanups.length}-${Math.floor(performance.now() * 1000)}@x.example`,
    ...changes,
  };
  let now = new Date('2026-03-01T10:00:00Z');
  const tools = {
    outbound,
    now: () => now,
    origins: Object.fromEntries(origins.map((origin) => [origin, vendor.origin])),
  };
  const fcm = { providerId: 'fcm', sandbox: false, credentials: { serviceAccount: JSON.stringify(own) } };
  return {
    vendor,
    own,
    advance: (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000);
    },
    send: () => deliver(fcm, message(), tools),
    check: () => checkAccount(fcm, tools),
  };
}

const ok = { status: 200, body: { name: 'n' } };
const tokens = ({ path }: Received) => path === '/token';

test('signs in with the service account, once for the lifetime of the token', async () => {
  const { vendor, own, send, advance } = await service((received) => signIn(received) ?? ok);
  await Promise.all([send(), send(), send()]);
  await send();
  const [only, ...more] = vendor.received.filter(tokens);
  expect(more).toEqual([]);
  const assertion = new URLSearchParams(only?.body).get('assertion') ?? '';
  expect(decodeProtectedHeader(assertion)).toEqual({ alg: 'RS256', typ: 'JWT' });
  const key = await importSPKI(publicKey.export({ type: 'spki', format: 'pem' }).toString(), 'RS256');
  await jwtVerify(assertion, key, { currentDate: new Date('2026-03-01T10:00:10Z') });
  const issued = Date.parse('2026-03-01T10:00:00Z') / 1000;
  expect(decodeJwt(assertion)).toEqual({
    iss: own.client_email,
    aud: account.token_uri,
    scope: 'https://www.googleapis.com/auth/firebase.messaging',
    iat: issued,
    exp: issued + 3600,
  });
  advance(3600);
  await send();
  expect(vendor.received.filter(tokens)).toHaveLength(2);
});

test('signs in again once after the token has expired', async () => {
  let refusals = 1;
  const refused = error(401, 'UNAUTHENTICATED', 'expired');
  const { vendor, send } = await service((received) => signIn(received) ?? (refusals-- > 0 ? refused : ok));
  await send();
  expect(vendor.received.map(({ path }) => path.split(':').at(-1))).toEqual(['/token', 'send', '/token', 'send']);
  refusals = 9;
  vendor.received.length = 0;
  expect(await send().catch((caught: ProviderError) => caught.kind)).toBe('auth');
  expect(vendor.received).toHaveLength(3);
});

test.each([
  ['UNREGISTERED', error(404, 'NOT_FOUND', 'Requested entity was not found.', 'UNREGISTERED'), 'token_gone'],
  [
    'malformed token',
    error(400, 'INVALID_ARGUMENT', 'The registration token is not a valid FCM registration token', 'INVALID_ARGUMENT'),
    'token_gone',
  ],
  ['SENDER_ID_MISMATCH', error(403, 'PERMISSION_DENIED', 'SenderId mismatch', 'SENDER_ID_MISMATCH'), 'rejected'],
  ['THIRD_PARTY_AUTH_ERROR', error(401, 'UNAUTHENTICATED', 'Auth error from APNS', 'THIRD_PARTY_AUTH_ERROR'), 'auth'],
  ['INTERNAL', error(500, 'INTERNAL', 'Internal error', 'INTERNAL'), 'unavailable'],
])('recognises %s', async (_, answer, kind) => {
  const { send } = await service((received) => signIn(received) ?? answer);
  expect(await send().catch((caught: ProviderError) => caught)).toMatchObject({
    kind,
    words: answer.body.error.message,
  });
});

test('a rejected sign-in is reported with Google’s text, and without the assertion', async () => {
  const refused = { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' } };
  const { vendor, send, check } = await service(() => refused);
  const caught = (await send().catch((caught: ProviderError) => caught)) as ProviderError;
  expect(caught).toMatchObject({ kind: 'auth', words: 'Invalid JWT Signature.' });
  const assertion = new URLSearchParams(vendor.received[0]?.body).get('assertion') ?? '';
  expect(assertion.length).toBeGreaterThan(100);
  expect(caught.exchange.request).not.toContain(assertion);
  expect(await check().catch(({ words }: ProviderError) => words)).toBe('Invalid JWT Signature.');
  expect(vendor.received.every(tokens)).toBe(true);
});

test.each([
  ['no JSON', '{'],
  ['something else', '{"web":{}}'],
  ['a malformed key', JSON.stringify({ ...account, private_key: 'nonsense' })],
])('a service account that is %s is reported, and nothing is sent', async (_, serviceAccount) => {
  const outbound = createOutbound();
  cleanups.push(outbound.close);
  const fcm = { providerId: 'fcm', sandbox: false, credentials: { serviceAccount } };
  const sent = deliver(fcm, message(), { outbound, now: () => new Date() });
  expect(await sent.catch((caught: ProviderError) => caught)).toMatchObject({
    kind: 'auth',
    words: expect.stringMatching(/service account/),
  });
});

test('the test of the connection signs in and sends nothing', async () => {
  const { vendor, own, check } = await service((received) => signIn(received) ?? ok);
  expect((await check())?.words).toBe(`Google accepts ${own.client_email} for the project shop-app`);
  expect(vendor.received.every(tokens)).toBe(true);
});
