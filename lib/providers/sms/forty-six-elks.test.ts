import { providerContract } from '#testing/provider-contract.ts';
import { sms } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';

// https://46elks.com/docs/send-sms
providerContract({
  id: 'forty-six-elks',
  origins: ['https://api.46elks.com'],
  credentials: () => ({ user: 'u123', password: 'elk-password-5d2', from: 'Shop' }),
  message: () => sms,
  accepted: {
    answer: {
      status: 200,
      body: { id: 's70df59406a1b4643b96f3f91e0bfb7b0', status: 'created', direction: 'outgoing' },
    },
    id: 's70df59406a1b4643b96f3f91e0bfb7b0',
  },
  rejected: { answer: { status: 400, body: 'Invalid parameter: to' }, words: 'Invalid parameter: to' },
  unauthorised: {
    answer: { status: 401, body: 'API access requires Basic HTTP authentication.' },
    words: 'API access requires Basic HTTP authentication.',
  },
  tooMany: { answer: { status: 429, headers: { 'retry-after': '2' } }, retryAfterMs: 2000 },
  secrets: ['elk-password-5d2', 'u123:elk-password-5d2'],
  withoutBody: 'rejected',
  carriesId: false,
  override: { given: { flashsms: 'yes' }, sent: 'flashsms=yes' },
  check: {
    request: { method: 'GET', path: '/a1/me' },
    answer: { status: 200, body: { id: 'u123', displayname: 'Shop', balance: 1, currency: 'SEK' } },
    words: 'The account is Shop',
  },
  wire: {
    method: 'POST',
    path: '/a1/sms',
    headers: {
      authorization: `Basic ${Buffer.from('u123:elk-password-5d2').toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: { from: 'Shop', to: '+15558675310', message: 'Your order & more: 100 % “shipped”' },
  },
});

answered('forty-six-elks', [
  ['spent credit', { status: 403, body: 'Not enough credits' }, { kind: 'account', words: '403: Not enough credits' }],
]);
