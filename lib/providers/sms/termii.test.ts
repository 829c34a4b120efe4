import { providerContract } from '#testing/provider-contract.ts';
import { sms } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';

const error = (status: number, message: string) => ({ status, body: { code: status, message } });

// https://developers.termii.com/messaging-api
providerContract({
  id: 'termii',
  origins: ['https://api.ng.termii.com'],
  credentials: () => ({ apiKey: 'TL-key5d2f', from: 'Shop' }),
  message: () => sms,
  accepted: {
    answer: {
      status: 200,
      body: { code: 'ok', message_id: '9122821270554876574', message: 'Successfully Sent', balance: 9, user: 'Shop' },
    },
    id: '9122821270554876574',
  },
  rejected: { answer: error(400, 'Invalid phone number'), words: 'Invalid phone number' },
  unauthorised: { answer: error(401, 'Unauthorized'), words: 'Unauthorized' },
  tooMany: { answer: { ...error(429, 'Too many'), headers: { 'retry-after': '2' } }, retryAfterMs: 2000 },
  secrets: ['TL-key5d2f'],
  withoutBody: 'rejected',
  carriesId: false,
  override: { given: { channel: 'dnd' }, sent: '"channel":"dnd"' },
  wire: {
    method: 'POST',
    path: '/api/sms/send',
    headers: { 'content-type': 'application/json' },
    body: {
      api_key: 'TL-key5d2f',
      to: '15558675310',
      from: 'Shop',
      sms: 'Your order & more: 100 % “shipped”',
      type: 'plain',
      channel: 'generic',
    },
  },
});

answered(
  'termii',
  [
    ['an account without credit', error(400, 'Insufficient balance'), { kind: 'account' }],
    ['a sender of another account', error(404, 'Invalid Sender Id'), { kind: 'configuration' }],
    ['a route that is off', error(400, 'You are not set up on this route'), { kind: 'account' }],
    ['a fault of its own', error(500, 'Insufficient resources'), { kind: 'unavailable' }],
  ],
  { credentials: { baseUrl: 'shop.api.termii.com' } },
);
