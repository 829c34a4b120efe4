import { providerContract } from '#testing/provider-contract.ts';
import { sms } from '#testing/sample-messages.ts';

// https://developers.brevo.com/reference/sendtransacsms
// https://developers.brevo.com/docs/limit-headers
providerContract({
  id: 'brevo-sms',
  origins: ['https://api.brevo.com'],
  credentials: () => ({ apiKey: 'xkeysib-5d2', from: 'Shop' }),
  message: () => sms,
  accepted: {
    answer: { status: 201, body: { reference: 'ab1cde2fgh3i4jklmno', messageId: 1511882900176220, smsCount: 2 } },
    id: '1511882900176220',
  },
  rejected: {
    answer: { status: 400, body: { code: 'invalid_parameter', message: 'Invalid telephone number' } },
    words: 'Invalid telephone number',
    code: 'invalid_parameter',
  },
  unauthorised: {
    answer: { status: 401, body: { code: 'unauthorized', message: 'Key not found' } },
    words: 'Key not found',
  },
  tooMany: {
    answer: { status: 429, headers: { 'x-sib-ratelimit-reset': '12' }, body: { message: 'Too many requests' } },
    retryAfterMs: 12_000,
  },
  secrets: ['xkeysib-5d2'],
  withoutBody: 'rejected',
  carriesId: false,
  override: { given: { organisationPrefix: 'Shop' }, sent: '"organisationPrefix":"Shop"' },
  check: {
    request: { method: 'GET', path: '/v3/account' },
    answer: { status: 200, body: { email: 'shop@shop.example', companyName: 'Shop' } },
    words: 'The key belongs to Shop',
  },
  wire: {
    method: 'POST',
    path: '/v3/transactionalSMS/sms',
    headers: { accept: 'application/json', 'api-key': 'xkeysib-5d2', 'content-type': 'application/json' },
    body: {
      sender: 'Shop',
      recipient: '15558675310',
      content: 'Your order & more: 100 % “shipped”',
      type: 'transactional',
      unicodeEnabled: true,
    },
  },
});
