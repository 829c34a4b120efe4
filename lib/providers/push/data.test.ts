/** Tests the data of push notifications that each vendor receives from the payload and from overrides. */
import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Outbound } from '#lib/outbound/outbound.ts';
import { deliver } from '#lib/providers/deliver.ts';
import type { PushMessage } from '#lib/providers/message.ts';

const key = (type: 'ec' | 'rsa') => {
  const options = { namedCurve: 'P-256', modulusLength: 2048 };
  const { privateKey } = generateKeyPairSync(type as 'ec', options as { namedCurve: string });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
};
const CREDENTIALS: Record<string, Record<string, unknown>> = {
  apns: { secretKey: key('ec'), apiKey: 'K', projectName: 'T', applicationId: 'example.shop' },
  fcm: {
    serviceAccount: JSON.stringify({
      project_id: 'p',
      client_email: 'a@p',
      private_key: key('rsa'),
      token_uri: 'https://oauth2.googleapis.com/token',
    }),
  },
  expo: { apiKey: 'k' },
  'one-signal': { applicationId: 'a', apiKey: 'k' },
  'push-webhook': { webhookUrl: 'https://hook.example', secretKey: 's' },
  pushpad: { applicationId: 'a', apiKey: 'k' },
  'pusher-beams': { instanceId: 'a', secretKey: 'k' },
};
const push: PushMessage = { channel: 'push', id: 'm-1', token: 'device-1', title: 'Shipped', content: 'On its way' };
const payload = { order: 'A-1', count: 2 };

async function sent(providerId: string, changes: Partial<PushMessage>, options: Record<string, unknown> = {}) {
  const calls: { headers: Record<string, string>; body?: string }[] = [];
  const outbound = {
    fetch: async (url: string, request: { headers: Record<string, string>; body?: string }) => {
      if (!url.endsWith('/token')) calls.push(request);
      const answer = { access_token: 't', name: 'n', id: 'i', publishId: 'p', data: { status: 'ok', id: 'e' } };
      return { status: 200, headers: {}, body: JSON.stringify(answer), isCut: false };
    },
    connect: () => Promise.reject(new Error('connected')),
  } as unknown as Outbound;
  const account = { providerId, sandbox: false, credentials: { ...CREDENTIALS[providerId], ...options } };
  const { leftOut } = await deliver(account, { ...push, ...changes }, { outbound, now: () => new Date() });
  return { body: JSON.parse(calls[0]?.body ?? ''), headers: calls[0]?.headers, leftOut };
}

test('the payload is the data, at the place that apps of the vendor expect', async () => {
  const given = { data: payload, isPayload: true };
  expect((await sent('apns', given)).body).toMatchObject({
    order: 'A-1',
    count: 2,
    aps: { alert: { title: 'Shipped' } },
  });
  expect((await sent('expo', given)).body).toMatchObject({ data: payload });
  expect((await sent('one-signal', given)).body).toMatchObject({ data: payload });
  expect(
    (await sent('push-webhook', { ...given, subscriber: { subscriberId: 'jane' }, events: [{ id: 1 }] })).body.payload,
  ).toEqual({
    ...payload,
    subscriber: { subscriberId: 'jane' },
    step: { digest: true, events: [{ id: 1 }], total_count: 1 },
  });
  for (const id of ['fcm', 'pushpad', 'pusher-beams'])
    expect(JSON.stringify((await sent(id, given)).body), id).not.toContain('A-1');
});

test('FCM receives texts, and with `type: data` only data', async () => {
  const overridden = await sent('fcm', { overrides: { data: { n: 7, list: [1] }, android: { ttl: '5s' } } });
  expect(overridden.body.message).toMatchObject({
    notification: { title: 'Shipped', body: 'On its way' },
    data: { n: '7', list: '[1]' },
    android: { ttl: '5s', notification: { tag: 'm-1' } },
  });
  const { body } = await sent('fcm', { data: payload, isPayload: true, overrides: { type: 'data' } });
  expect(body.message).toEqual({
    token: 'device-1',
    data: { order: 'A-1', count: '2', title: 'Shipped', body: 'On its way', message: 'On its way' },
    android: {},
    apns: { headers: { 'apns-collapse-id': 'm-1', 'apns-priority': '5' } },
  });
});

test('an integration of FCM for data only sends data, unless a trigger chooses a notification', async () => {
  const given = { data: payload, isPayload: true };
  const options = { messageType: 'data' };
  const { body } = await sent('fcm', given, options);
  expect(body.message.data).toMatchObject({ order: 'A-1', title: 'Shipped', body: 'On its way' });
  expect(body.message).not.toHaveProperty('notification');
  const own = { apns: { headers: { 'apns-priority': '1' } } };
  const prior = await sent('fcm', { ...given, overrides: own }, options);
  expect(prior.body.message.apns.headers).toEqual({ 'apns-collapse-id': 'm-1', 'apns-priority': '1' });
  const shown = await sent('fcm', { ...given, overrides: { type: 'notification' } }, options);
  expect(shown.body.message).toMatchObject({ notification: { title: 'Shipped', body: 'On its way' } });
  expect(shown.body.message).not.toHaveProperty('type');
});

// https://developer.apple.com/documentation/usernotifications/pushing-background-updates-to-your-app
test.each([
  ['of the integration', { pushType: 'background' }, {}],
  ['of a trigger', {}, { pushType: 'background', badge: 3, sound: 'x.caf' }],
])('a background notification %s wakes the app and shows nothing', async (_, options, overrides) => {
  const { body, headers } = await sent('apns', { data: payload, isPayload: true, overrides }, options);
  expect(body).toEqual({ order: 'A-1', count: 2, aps: { 'content-available': 1 } });
  expect(headers).toMatchObject({ 'apns-push-type': 'background', 'apns-priority': '5' });
});

test('a trigger shows a notification of an integration for the background', async () => {
  const { body, headers } = await sent('apns', { overrides: { pushType: 'alert' } }, { pushType: 'background' });
  expect(body).toEqual({ aps: { alert: { title: 'Shipped', body: 'On its way' } } });
  expect(headers).toMatchObject({ 'apns-push-type': 'alert', 'apns-priority': '10' });
});

test('reserved keys of FCM and oversized payloads are omitted with a reason', async () => {
  const reserved = { from: 'x', message_type: 'y', 'google.a': 1, 'gcm.b': 2, fromage: 'z' };
  const own = await sent('fcm', { data: reserved, isPayload: true, overrides: { type: 'data' } });
  expect(own.body.message.data).toMatchObject({ fromage: 'z', title: 'Shipped' });
  expect(own.body.message.data).not.toHaveProperty('from');
  expect(own.leftOut).toBe('FCM reserves from, message_type, google.a and gcm.b for itself');
  const large = { data: { text: 'é'.repeat(3000) }, isPayload: true };
  for (const id of ['apns', 'expo', 'one-signal', 'fcm']) {
    const { body, leftOut } = await sent(id, { ...large, overrides: id === 'fcm' ? { type: 'data' } : {} });
    expect(JSON.stringify(body), id).not.toContain('ééé');
    expect(leftOut, id).toMatch(/^the payload has \d+ bytes, and \w+ accepts \d+$/);
  }
  // The data of an override is sent unchecked, because the vendor reports its problems.
  expect(await sent('expo', { data: { text: 'é'.repeat(3000) } })).not.toHaveProperty('leftOut', expect.any(String));
});

test('overrides of APNs use Apple’s names, and its headers become headers', async () => {
  const overrides = {
    threadId: 'orders',
    interruptionLevel: 'time-sensitive',
    contentAvailable: 1,
    mutableContent: 1,
    'target-content-id': 'w',
    alert: { titleLocKey: 'T', 'loc-key': 'L' },
    contentState: { homeScore: 1 },
    topic: 'example.shop.voip',
    priority: 5,
    pushType: 'voip',
    expiry: 1772359210,
    payload: { order: 'B-2' },
  };
  const { body, headers } = await sent('apns', { data: payload, isPayload: true, overrides });
  expect(body).toEqual({
    order: 'B-2',
    count: 2,
    aps: {
      'thread-id': 'orders',
      'interruption-level': 'time-sensitive',
      'content-available': 1,
      'mutable-content': 1,
      'target-content-id': 'w',
      alert: { title: 'Shipped', body: 'On its way', 'title-loc-key': 'T', 'loc-key': 'L' },
      'content-state': { homeScore: 1 },
    },
  });
  expect(headers).toMatchObject({
    'apns-topic': 'example.shop.voip',
    'apns-priority': '5',
    'apns-push-type': 'voip',
    'apns-expiration': '1772359210',
  });
});
