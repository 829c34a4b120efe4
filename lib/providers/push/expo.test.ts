import { expect, test } from 'vitest';
import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';
import { push } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';
import { sendRecorded } from '#testing/vendor-requests.ts';

const token = 'ExponentPushToken[xxxxxxxxxxxxxxxxxxxxxx]';
const refused = (error: string, message: string) => ({
  status: 200,
  body: { data: { status: 'error', message, details: { error, expoPushToken: token } } },
});
const failed = (status: number, code: string, message: string) => ({
  status,
  body: { errors: [{ code, message, isTransient: false }] },
});

// https://docs.expo.dev/push-notifications/sending-notifications/ Fields and errors also follow the vendor's library:
// https://github.com/expo/expo-server-sdk-node
providerContract({
  id: 'expo',
  origins: ['https://exp.host'],
  credentials: () => ({ apiKey: 'expo-access-5d2' }),
  message: () => ({ ...push, token }),
  hasOneStatus: true,
  accepted: { answer: { status: 200, body: { data: { status: 'ok', id: '019f0a6b-1' } } }, id: '019f0a6b-1' },
  rejected: {
    answer: refused('MessageTooBig', 'The total notification payload was too large'),
    words: 'The total notification payload was too large',
    code: 'MessageTooBig',
  },
  unauthorised: {
    answer: failed(401, 'UNAUTHORIZED', 'Insufficient permissions to send push notifications to "@shop/app"'),
    words: 'Insufficient permissions',
  },
  tooMany: {
    answer: { ...failed(429, 'TOO_MANY_REQUESTS', 'Too many requests'), headers: { 'retry-after': '5' } },
    retryAfterMs: 5000,
  },
  secrets: ['expo-access-5d2'],
  withoutBody: 'rejected',
  carriesId: true,
  override: { given: { channelId: 'orders', ttl: 60 }, sent: '"channelId":"orders","ttl":60' },
  wire: {
    method: 'POST',
    path: '/--/api/v2/push/send',
    headers: {
      accept: 'application/json',
      authorization: 'Bearer expo-access-5d2',
      'content-type': 'application/json',
    },
    body: {
      to: token,
      title: 'Shipped',
      body: 'Your lamp is on its way',
      data: { order: 'A-1', items: 2, tags: ['a'] },
      tag: MESSAGE_ID,
      collapseId: MESSAGE_ID,
    },
  },
});

answered('expo', [
  ['a device that is gone', refused('DeviceNotRegistered', 'not a registered push recipient'), { kind: 'token_gone' }],
  ['too many to a device', refused('MessageRateExceeded', 'slow down'), { kind: 'rate_limited' }],
  ['wrong credentials at Apple or Google', refused('InvalidCredentials', 'invalid'), { kind: 'auth' }],
  ['a fault of its own', refused('ExpoError', 'internal'), { kind: 'unavailable' }],
  ['a malformed token', failed(400, 'VALIDATION_ERROR', 'not a valid Expo push token'), { kind: 'rejected' }],
  ['a list of tickets', { status: 200, body: { data: [{ status: 'ok', id: 't-1' }] } }, 't-1'],
]);

// https://docs.expo.dev/push-notifications/sending-notifications/#additional-security
test.each([{}, { apiKey: '' }])('without an access token, the request has no authorization', async (credentials) => {
  const answer = { status: 200, body: { data: { status: 'ok', id: 't-1' } } };
  const { requests, result } = await sendRecorded('expo', credentials, { ...push, token }, { answer });
  expect(requests).toHaveLength(1);
  expect(requests[0]?.headers).not.toHaveProperty('authorization');
  expect(result).toMatchObject({ providerMessageId: 't-1' });
});
