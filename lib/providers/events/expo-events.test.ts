import { expect, test } from 'vitest';
import { FATE_NOW, fateContract } from '#testing/fate-contract.ts';
import { readExpoFate } from './expo-events.ts';

const ID = '019f0a6b-1';

// https://docs.expo.dev/push-notifications/sending-notifications/#push-receipt-errors
const receipt = (given: object) => ({ status: 200, body: { data: { [ID]: given } } });
const failed = (error: string) =>
  receipt({
    status: 'error',
    message: 'The Apple Push Notification service failed to send the notification to ExponentPushToken[a-1]',
    details: { error },
  });

fateContract({
  id: 'expo',
  origins: ['https://exp.host'],
  credentials: () => ({ apiKey: 'expo-access-5d2' }),
  message: { providerMessageId: ID, to: '' },
  wire: [
    {
      method: 'POST',
      path: '/--/api/v2/push/getReceipts',
      headers: { authorization: 'Bearer expo-access-5d2', accept: 'application/json' },
      body: `{"ids":["${ID}"]}`,
    },
  ],
  answers: [
    [
      'accepted by Apple or Google',
      receipt({ status: 'ok' }),
      { state: 'ok', events: [{ id: `${ID} ok`, kind: 'accepted', at: FATE_NOW, isState: true }] },
    ],
    [
      'a device that is gone, without its token',
      failed('DeviceNotRegistered'),
      {
        state: 'error',
        events: [
          {
            id: `${ID} error`,
            kind: 'bounced',
            bounce: 'hard',
            code: 'DeviceNotRegistered',
            words: 'The device is no longer registered',
            raw: { status: 'error', 'details.error': 'DeviceNotRegistered' },
          },
        ],
      },
    ],
    ['too many', failed('MessageRateExceeded'), { state: 'error', events: [{ kind: 'bounced', bounce: 'soft' }] }],
    ['invalid credentials', failed('InvalidCredentials'), { state: 'error', events: [{ kind: 'rejected' }] }],
    ['too large', failed('MessageTooBig'), { state: 'error', events: [{ kind: 'rejected' }] }],
    [
      'an unknown error',
      failed('constructor'),
      { state: 'error', events: [{ kind: 'bounced', bounce: 'soft', words: undefined }] },
    ],
  ],
  unknown: { status: 200, body: { data: {} } },
  unauthorised: {
    answer: { status: 401, body: { errors: [{ code: 'UNAUTHORIZED', message: 'Insufficient permissions' }] } },
    words: 'Insufficient permissions',
  },
  secrets: ['expo-access-5d2'],
});

test.each([
  ['DeviceNotRegistered', true],
  ['MessageTooBig', undefined],
])('%s: the device is gone: %s', (error, isGone) => {
  const { body } = failed(error);
  const answer = { status: 200, headers: {}, body: '', json: body };
  const message = { id: 'm', providerMessageId: ID, to: '', sentAt: FATE_NOW };
  expect(readExpoFate(answer, { message, now: FATE_NOW })?.isDeviceGone).toBe(isGone);
});
