import { generateKeyPairSync } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, importSPKI, jwtVerify } from 'jose';
import { afterEach, expect, test } from 'vitest';
import { createOutbound } from '#lib/outbound/outbound.ts';
import { deliver } from '#lib/providers/deliver.ts';
import type { ProviderError } from '#lib/providers/send.ts';
import { uuidOf } from '#lib/providers/uuid.ts';
import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';
import { push } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';
import { startVendor } from '#testing/vendor-server.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const credentials = {
  secretKey: pem,
  apiKey: 'ABC123DEFG',
  projectName: 'DEF123GHIJ',
  applicationId: 'example.shop.app',
  secure: true,
};
const origins = ['https://api.push.apple.com', 'https://api.sandbox.push.apple.com'];
const reason = (status: number, text: string) => ({ status, body: { reason: text } });

// https://developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns
// https://developer.apple.com/documentation/usernotifications/handling-notification-responses-from-apns
providerContract({
  id: 'apns',
  http2: true,
  origins,
  credentials: () => credentials,
  message: () => push,
  hasOneStatus: true,
  accepted: { answer: { status: 200, headers: { 'apns-id': 'EC1BF194-B3B2' } }, id: 'EC1BF194-B3B2' },
  rejected: { answer: reason(413, 'PayloadTooLarge'), words: 'PayloadTooLarge', code: 'PayloadTooLarge' },
  unauthorised: { answer: reason(403, 'InvalidProviderToken'), words: 'InvalidProviderToken' },
  tooMany: {
    answer: { ...reason(429, 'TooManyRequests'), headers: { 'retry-after': '30' } },
    retryAfterMs: 30_000,
  },
  secrets: ['ABC123DEFG', pem.split('\n')[1] ?? ''],
  withoutBody: 'sent',
  carriesId: true,
  override: { given: { badge: 3, 'mutable-content': 1 }, sent: '"badge":3,"mutable-content":1' },
  check: {
    request: { method: 'POST', path: `/3/device/${'0'.repeat(64)}` },
    answer: reason(400, 'BadDeviceToken'),
    words: 'Apple accepts the key for example.shop.app',
  },
  wire: {
    method: 'POST',
    path: '/3/device/device-token-1',
    headers: {
      authorization: expect.stringMatching(/^Bearer eyJ/),
      'apns-topic': 'example.shop.app',
      'apns-push-type': 'alert',
      'apns-priority': '10',
      'apns-id': uuidOf(MESSAGE_ID),
      'apns-collapse-id': MESSAGE_ID,
      'content-type': 'application/json',
    } as Record<string, string>,
    body: {
      aps: { alert: { title: 'Shipped', body: 'Your lamp is on its way' } },
      order: 'A-1',
      items: 2,
      tags: ['a'],
    },
  },
});

answered(
  'apns',
  [
    ['a device that is gone', reason(410, 'Unregistered'), { kind: 'token_gone', words: 'Unregistered' }],
    ['an expired device token', reason(410, 'ExpiredToken'), { kind: 'token_gone' }],
    // The token may belong to Apple's other environment, so the device is kept.
    ['a device token that it does not know', reason(400, 'BadDeviceToken'), { kind: 'rejected' }],
    ['a device of another application', reason(400, 'DeviceTokenNotForTopic'), { kind: 'rejected' }],
    ['a topic that the key may not use', reason(400, 'TopicDisallowed'), { kind: 'configuration' }],
    ['a connection that idled', reason(400, 'IdleTimeout'), { kind: 'unavailable' }],
    ['a shutdown', reason(503, 'Shutdown'), { kind: 'unavailable' }],
  ],
  { credentials, http2: true },
);

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

/** A separate team, so that no token is cached from another test. */
async function service(changes: object) {
  const vendors = await Promise.all(origins.map(() => startVendor({ status: 200 }, { http2: true })));
  const outbound = createOutbound({ allow: ['127.0.0.1'] });
  cleanups.push(outbound.close, ...vendors.map(({ stop }) => stop));
  let now = new Date('2026-03-01T10:00:00Z');
  const account = {
    providerId: 'apns',
    sandbox: false,
    credentials: { ...credentials, projectName: `TEAM-${performance.now()}`, ...changes },
  };
  const tools = {
    outbound,
    now: () => now,
    origins: Object.fromEntries(origins.map((origin, at) => [origin, vendors[at]?.origin ?? ''])),
  };
  return {
    vendors,
    account,
    advance: (minutes: number) => {
      now = new Date(now.getTime() + minutes * 60_000);
    },
    send: () => deliver(account, push, tools),
  };
}

const tokensOf = (received: { headers: Record<string, unknown> }[] = []) =>
  received.map(({ headers }) => String(headers.authorization).replace(/^Bearer /, ''));

test('one token, signed with the key, is used for most of an hour', async () => {
  const { vendors, account, advance, send } = await service({});
  await Promise.all([send(), send(), send()]);
  advance(40);
  await send();
  advance(15);
  await send();
  const tokens = tokensOf(vendors[0]?.received);
  expect(tokens).toHaveLength(5);
  expect(new Set(tokens.slice(0, 4)).size).toBe(1);
  const [first = '', last = ''] = [tokens[0], tokens[4]];
  expect(last).not.toBe(first);
  expect(decodeProtectedHeader(first)).toEqual({ alg: 'ES256', kid: 'ABC123DEFG' });
  const issued = Date.parse('2026-03-01T10:00:00Z') / 1000;
  expect(decodeJwt(first)).toEqual({ iss: account.credentials.projectName, iat: issued });
  expect(decodeJwt(last).iat).toBe(issued + 55 * 60);
  const key = await importSPKI(publicKey.export({ type: 'spki', format: 'pem' }).toString(), 'ES256');
  for (const token of [first, last]) await jwtVerify(token, key);
});

test.each([
  [true, 0],
  ['true', 0],
  [false, 1],
  [undefined, 1],
])('production: %s chooses the host', async (secure, index) => {
  const { vendors, send } = await service({ secure });
  await send();
  expect(vendors.map(({ received }) => received.length)).toEqual(index === 0 ? [1, 0] : [0, 1]);
});

test('a key that is not Apple’s file is reported, and nothing is sent', async () => {
  const { vendors, send } = await service({ secretKey: 'nonsense' });
  expect(await send().catch((error: ProviderError) => error)).toMatchObject({
    kind: 'auth',
    words: 'The private key is not the .p8 file that Apple offers for download',
  });
  expect(vendors.flatMap(({ received }) => received)).toEqual([]);
});
