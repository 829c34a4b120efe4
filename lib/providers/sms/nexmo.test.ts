import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';
import { sms } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';

const answer = (status: string, text: string) => ({
  status: 200,
  body: { 'message-count': '1', messages: [{ status, 'error-text': text }] },
});

// https://developer.vonage.com/en/api/sms#send-an-sms
// https://developer.vonage.com/en/api-errors/sms
providerContract({
  id: 'nexmo',
  origins: ['https://rest.nexmo.com'],
  credentials: () => ({ apiKey: 'abcd1234', secretKey: 'secret-7c1f', from: 'Shop' }),
  message: () => sms,
  hasOneStatus: true,
  accepted: {
    answer: {
      status: 200,
      body: { 'message-count': '1', messages: [{ to: '15558675310', 'message-id': '0C000000217B7F02', status: '0' }] },
    },
    id: '0C000000217B7F02',
  },
  rejected: {
    answer: answer('6', 'The message was rejected, unrecognised prefix'),
    words: 'unrecognised prefix',
    code: '6',
  },
  unauthorised: {
    answer: { status: 401, body: { type: 'unauthorized', detail: 'You did not provide correct credentials.' } },
    words: 'You did not provide correct credentials.',
  },
  tooMany: { answer: { status: 429, headers: { 'retry-after': '1' }, body: {} }, retryAfterMs: 1000 },
  secrets: ['abcd1234', 'secret-7c1f'],
  withoutBody: 'rejected',
  carriesId: true,
  override: { given: { ttl: 60_000 }, sent: 'ttl=60000' },
  check: {
    request: { method: 'GET', path: '/account/get-balance?api_key=abcd1234&api_secret=secret-7c1f' },
    answer: { status: 200, body: { value: 10.28, autoReload: false } },
    words: 'The key works. The balance is 10.28 EUR.',
  },
  wire: {
    method: 'POST',
    path: '/sms/json',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: {
      api_key: 'abcd1234',
      api_secret: 'secret-7c1f',
      from: 'Shop',
      to: '15558675310',
      text: 'Your order & more: 100 % “shipped”',
      type: 'unicode',
      'client-ref': MESSAGE_ID,
    },
  },
});

answered('nexmo', [
  ['throttled', answer('1', 'Throughput Rate Exceeded'), { kind: 'rate_limited', providerCode: '1' }],
  ['wrong credentials in an answer of 200', answer('4', 'Bad Credentials'), { kind: 'auth', words: 'Bad Credentials' }],
  ['an internal error', answer('5', 'Internal Error'), { kind: 'unavailable' }],
  ['a barred account', answer('8', 'Account barred'), { kind: 'account' }],
  ['a spent credit', answer('9', 'Quota Exceeded - rejected'), { kind: 'account' }],
]);
