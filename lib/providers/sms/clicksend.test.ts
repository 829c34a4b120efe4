import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';
import { sms } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';

const resultOf = (status: string) => ({
  status: 200,
  body: {
    http_code: 200,
    response_code: 'SUCCESS',
    response_msg: 'Messages queued for delivery.',
    data: { messages: [{ message_id: 'BF7AD270-0DE2', status }] },
  },
});
const error = (http_code: number, response_code: string, response_msg: string) => ({
  status: http_code,
  body: { http_code, response_code, response_msg, data: null },
});

// https://developers.clicksend.com/docs/messaging/sms
providerContract({
  id: 'clicksend',
  origins: ['https://rest.clicksend.com'],
  credentials: () => ({ user: 'shop', apiKey: 'cs-key5d2f', from: 'Shop' }),
  message: () => sms,
  hasOneStatus: true,
  accepted: { answer: resultOf('SUCCESS'), id: 'BF7AD270-0DE2' },
  rejected: {
    answer: error(400, 'BAD_REQUEST', 'The messages are required.'),
    words: 'The messages are required.',
    code: 'BAD_REQUEST',
  },
  unauthorised: {
    answer: error(401, 'UNAUTHORIZED', 'Authorization failed.'),
    words: 'Authorization failed.',
  },
  tooMany: {
    answer: { ...error(429, 'TOO_MANY_REQUESTS', 'Slow down'), headers: { 'retry-after': '2' } },
    retryAfterMs: 2000,
  },
  secrets: ['cs-key5d2f', 'shop:cs-key5d2f'],
  withoutBody: 'rejected',
  carriesId: true,
  override: { given: { shortenUrls: true }, sent: '"shorten_urls":true' },
  check: {
    request: { method: 'GET', path: '/v3/account' },
    answer: { status: 200, body: { http_code: 200, data: { username: 'shop' } } },
    words: 'The key belongs to shop',
  },
  wire: {
    method: 'POST',
    path: '/v3/sms/send',
    headers: {
      authorization: `Basic ${Buffer.from('shop:cs-key5d2f').toString('base64')}`,
      'content-type': 'application/json',
    },
    body: {
      messages: [
        { from: 'Shop', to: '+15558675310', body: 'Your order & more: 100 % “shipped”', custom_string: MESSAGE_ID },
      ],
    },
  },
});

answered('clicksend', [
  [
    'a message that is not queued',
    resultOf('INVALID_RECIPIENT'),
    { kind: 'rejected', providerCode: 'INVALID_RECIPIENT', words: 'The message is not queued: INVALID_RECIPIENT' },
  ],
]);

const state = (status: string) => ({ status: 200, body: { data: { messages: [{ message_id: 'B', status }] } } });

answered('clicksend', [
  ['spent credit', state('INSUFFICIENT_CREDIT'), { kind: 'account' }],
  ['a sender that is not registered', state('INVALID_SENDER_ID'), { kind: 'configuration' }],
]);
