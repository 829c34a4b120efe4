import { expect, test } from 'vitest';
import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';
import { sms } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';
import { sendRecorded } from '#testing/vendor-requests.ts';

const error = (status: number, code: number, description: string) => ({
  status,
  body: { errors: [{ code, description, parameter: null }] },
});

// https://developers.messagebird.com/api/sms-messaging/#send-outbound-sms
// https://developers.messagebird.com/api/#api-errors
// Requests and responses also follow the vendor's library: https://github.com/messagebird/messagebird-nodejs
providerContract({
  id: 'messagebird',
  origins: ['https://rest.messagebird.com'],
  credentials: () => ({ accessKey: 'live_key5d2', from: 'Shop' }),
  message: () => sms,
  accepted: {
    answer: { status: 201, body: { id: 'e8077d803532c0b5937c639b60216938' } },
    id: 'e8077d803532c0b5937c639b60216938',
  },
  rejected: {
    answer: error(422, 9, 'no (correct) recipients found'),
    words: 'no (correct) recipients found',
    code: '9',
  },
  unauthorised: {
    answer: error(401, 2, 'Request not allowed (incorrect access_key)'),
    words: 'Request not allowed (incorrect access_key)',
  },
  tooMany: {
    answer: { ...error(429, 429, 'Too many requests'), headers: { 'retry-after': '3' } },
    retryAfterMs: 3000,
  },
  secrets: ['live_key5d2'],
  withoutBody: 'rejected',
  carriesId: true,
  override: { given: { reportUrl: 'https://shop.example/r' }, sent: '"reportUrl":"https://shop.example/r"' },
  check: {
    request: { method: 'GET', path: '/balance' },
    answer: { status: 200, body: { payment: 'prepaid', type: 'euros', amount: 9.5 } },
    words: 'The key works. The balance is 9.5 euros.',
  },
  wire: {
    method: 'POST',
    path: '/messages',
    headers: { accept: 'application/json', authorization: 'AccessKey live_key5d2', 'content-type': 'application/json' },
    body: {
      originator: 'Shop',
      recipients: ['15558675310'],
      body: 'Your order & more: 100 % “shipped”',
      datacoding: 'auto',
      reference: MESSAGE_ID,
    },
  },
});

answered('messagebird', [
  [
    'a balance that is spent',
    { status: 422, body: { errors: [{ code: 25, description: 'no' }] } },
    { kind: 'account' },
  ],
  ['an account that must pay', { status: 402 }, { kind: 'account' }],
]);

const channel = { accessKey: 'bird-key-7c2', workspaceId: 'w/1', channelId: 'c-1' };
const birdError = (status: number, code: string, message: string, details?: object) => ({
  status,
  body: { code, message, ...(details && { details }) },
});
const ID = '3fa85f64-5717-4562-b3fc-2c963f66afa6';

// https://docs.bird.com/api/channels-api/api-reference/messaging
// https://docs.bird.com/api/api-access/common-api-usage
providerContract({
  id: 'messagebird',
  origins: ['https://api.bird.com'],
  credentials: () => channel,
  message: () => sms,
  accepted: { answer: { status: 202, body: { id: ID, status: 'accepted' } }, id: ID },
  rejected: {
    answer: birdError(422, 'InvalidPayload', 'Validation failed', { '.receiver.contacts': ['is not a phone number'] }),
    words: 'is not a phone number',
    code: 'InvalidPayload',
  },
  unauthorised: { answer: birdError(401, 'Unauthorized', 'Invalid access key'), words: 'Invalid access key' },
  tooMany: {
    answer: { ...birdError(429, 'TooManyRequests', 'Slow down'), headers: { 'retry-after': '3' } },
    retryAfterMs: 3000,
  },
  secrets: ['bird-key-7c2'],
  withoutBody: 'rejected',
  carriesId: true,
  override: { given: { enableLinkTracking: true }, sent: '"enableLinkTracking":true' },
  check: {
    // https://docs.bird.com/api/channels-api/api-reference/channels-management
    request: { method: 'GET', path: '/workspaces/w%2F1/channels/c-1' },
    answer: { status: 200, body: { id: 'c-1', platformId: 'sms-messagebird', name: 'Shop', status: 'active' } },
    words: 'The channel Shop is active',
  },
  wire: {
    method: 'POST',
    path: '/workspaces/w%2F1/channels/c-1/messages',
    headers: {
      accept: 'application/json',
      authorization: 'AccessKey bird-key-7c2',
      'content-type': 'application/json',
    },
    body: {
      receiver: { contacts: [{ identifierKey: 'phonenumber', identifierValue: '+15558675310' }] },
      body: { type: 'text', text: { text: 'Your order & more: 100 % “shipped”' } },
      reference: MESSAGE_ID,
    },
  },
});

answered(
  'messagebird',
  [
    ['an unknown channel', birdError(404, 'NotFound', 'Not found'), { kind: 'configuration', words: 'Not found' }],
    ['a key without the right', birdError(403, 'AccessDenied', 'No'), { kind: 'auth', words: 'No' }],
    ['a spent balance', birdError(402, 'InsufficientBalance', 'No balance'), { kind: 'account', words: 'No balance' }],
    [
      'the invalid field',
      birdError(422, 'InvalidPayload', 'Invalid', { '.body': ['is missing', 'is short'] }),
      { kind: 'rejected', words: 'Invalid. .body: is missing', providerCode: 'InvalidPayload' },
    ],
    [
      'details in other forms',
      birdError(400, 'InvalidPayload', 'Invalid', { body: 'is missing' }),
      { kind: 'rejected', words: 'Invalid. body: is missing' },
    ],
    ['details without texts', birdError(409, 'Conflict', 'Conflict', { body: null }), { words: 'Conflict' }],
  ],
  { credentials: channel },
);

test('the channel determines the sender: a sender of the trigger is left out, with a note', async () => {
  const answer = { status: 202, body: { id: ID } };
  const { requests, result } = await sendRecorded('messagebird', channel, { ...sms, from: '+15558675399' }, { answer });
  expect(result).toMatchObject({ leftOut: 'the channel determines the sender, instead of +15558675399' });
  expect(requests[0]?.body).not.toContain('5558675399');
  const former = { accessKey: 'k', from: 'Shop' };
  const other = await sendRecorded('messagebird', former, { ...sms, from: 'Club' }, { answer });
  expect(other.requests[0]?.url).toBe('https://rest.messagebird.com/messages');
  expect(other.requests[0]?.body).toContain('"originator":"Club"');
});
