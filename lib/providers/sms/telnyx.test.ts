import { providerContract } from '#testing/provider-contract.ts';
import { sms } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';

const error = (status: number, code: string, title: string, detail: string) => ({
  status,
  body: { errors: [{ code, title, detail }] },
});
const profile = '4000eba1-a0c0-4563-9925-b25e842a7cb6';

// https://developers.telnyx.com/api-reference/messages/send-a-message
// https://developers.telnyx.com/docs/api/v2/overview
providerContract({
  id: 'telnyx',
  origins: ['https://api.telnyx.com'],
  credentials: () => ({ apiKey: 'KEY5d2f', messageProfileId: profile, from: '+18665550001' }),
  message: () => sms,
  accepted: {
    answer: { status: 200, body: { data: { record_type: 'message', id: '40385f64-5717-4562-b3fc-2c963f66afa6' } } },
    id: '40385f64-5717-4562-b3fc-2c963f66afa6',
  },
  rejected: {
    answer: error(422, '10002', 'Invalid phone number', 'The phone number is invalid.'),
    words: 'The phone number is invalid.',
    code: '10002',
  },
  unauthorised: {
    answer: error(401, '10009', 'Authentication failed', 'The required authentication headers were invalid.'),
    words: 'The required authentication headers were invalid.',
  },
  tooMany: {
    answer: { ...error(429, '10011', 'Too many requests', 'Too many requests'), headers: { 'retry-after': '1' } },
    retryAfterMs: 1000,
  },
  secrets: ['KEY5d2f'],
  withoutBody: 'rejected',
  carriesId: false,
  override: { given: { webhookUrl: 'https://shop.example/w' }, sent: '"webhook_url":"https://shop.example/w"' },
  check: {
    request: { method: 'GET', path: `/v2/messaging_profiles/${profile}` },
    answer: { status: 200, body: { data: { id: profile, name: 'Orders', enabled: true } } },
    words: 'The key may use the messaging profile Orders',
  },
  wire: {
    method: 'POST',
    path: '/v2/messages',
    headers: { authorization: 'Bearer KEY5d2f', 'content-type': 'application/json' },
    body: {
      from: '+18665550001',
      messaging_profile_id: profile,
      to: '+15558675310',
      text: 'Your order & more: 100 % “shipped”',
    },
  },
});

const refused = (status: number, code: string) => ({ status, body: { errors: [{ code, detail: 'No' }] } });

answered('telnyx', [
  ['spent money', refused(403, '20100'), { kind: 'account' }],
  ['a profile that is switched off', refused(400, '40312'), { kind: 'account' }],
  ['a wrong sender', refused(400, '40305'), { kind: 'configuration' }],
  ['a full queue', refused(400, '40318'), { kind: 'rate_limited' }],
]);
