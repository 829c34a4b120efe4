import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';
import { sms } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';

const code = (success: string, error_text?: string) => ({
  status: 200,
  body: { success, messages: error_text ? [{ id: null, success: false, error_text }] : [] },
});

// https://docs.seven.io/en/rest-api/endpoints/sms
// Responses and codes follow the vendor's library: https://github.com/seven-io/js-client
providerContract({
  id: 'sms77',
  origins: ['https://gateway.seven.io'],
  credentials: () => ({ apiKey: 'seven-key5d2', from: 'Shop' }),
  message: () => sms,
  hasOneStatus: true,
  accepted: {
    answer: { status: 200, body: { success: '100', messages: [{ id: '77229135982', success: true, error: null }] } },
    id: '77229135982',
  },
  rejected: { answer: code('202', 'Invalid recipient number'), words: 'Invalid recipient number', code: '202' },
  unauthorised: { answer: { status: 401, body: { message: 'Unauthorized' } }, words: 'Unauthorized' },
  tooMany: { answer: { status: 429, headers: { 'retry-after': '1' }, body: {} }, retryAfterMs: 1000 },
  secrets: ['seven-key5d2'],
  withoutBody: 'rejected',
  carriesId: true,
  override: { given: { performanceTracking: true }, sent: '"performance_tracking":true' },
  check: {
    request: { method: 'GET', path: '/api/balance' },
    answer: { status: 200, body: { amount: 9.5, currency: 'EUR' } },
    words: 'The key works. The balance is 9.5 EUR.',
  },
  wire: {
    method: 'POST',
    path: '/api/sms',
    headers: { accept: 'application/json', 'x-api-key': 'seven-key5d2', 'content-type': 'application/json' },
    body: { to: '+15558675310', from: 'Shop', text: 'Your order & more: 100 % “shipped”', foreign_id: MESSAGE_ID },
  },
});

answered('sms77', [
  ['a wrong key, alone', { status: 200, body: '900' }, { kind: 'auth', words: 'The API key is not valid' }],
  ['a spent credit', code('500'), { kind: 'account', words: 'The credit is spent' }],
  ['a daily limit', code('403'), { kind: 'rate_limited' }],
  ['a carrier that failed', code('600'), { kind: 'unavailable' }],
]);
