import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';
import { sms } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';

const error = (status: number, code: number, description: string) => ({
  status,
  body: { errors: [{ code, description, parameter: null }] },
});

// https://developers.messagebird.com/api/sms-messaging/#send-outbound-sms
// https://developers.messagebird.com/api/#api-errors
// Requests and answers also as the vendor's library has them: https://github.com/messagebird/messagebird-nodejs
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
