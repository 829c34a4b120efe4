import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';
import { mail, mailCredentials } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';

const error = (statusCode: number, name: string, message: string) => ({
  status: statusCode,
  body: { statusCode, name, message },
});

// https://resend.com/docs/api-reference/emails/send-email
// https://resend.com/docs/api-reference/errors
// https://resend.com/docs/dashboard/emails/idempotency-keys
providerContract({
  id: 'resend',
  origins: ['https://api.resend.com'],
  credentials: () => ({ apiKey: 're_key5d2', ...mailCredentials }),
  message: () => mail,
  accepted: { answer: { status: 200, body: { id: '49a3999c-0ce1' } }, id: '49a3999c-0ce1' },
  rejected: {
    answer: error(422, 'invalid_from_address', 'Invalid `from` field.'),
    words: 'Invalid `from` field.',
    code: 'invalid_from_address',
  },
  unauthorised: { answer: error(403, 'invalid_api_key', 'API key is invalid'), words: 'API key is invalid' },
  tooMany: {
    answer: { ...error(429, 'rate_limit_exceeded', 'Too many requests'), headers: { 'retry-after': '1' } },
    retryAfterMs: 1000,
  },
  secrets: ['re_key5d2'],
  withoutBody: 'rejected',
  carriesId: true,
  override: { given: { scheduledAt: '2026-04-01T10:00:00Z' }, sent: '"scheduled_at":"2026-04-01T10:00:00Z"' },
  check: {
    request: { method: 'GET', path: '/domains' },
    answer: error(401, 'restricted_api_key', 'This API key is restricted to only send emails'),
    words: 'The key works, but may only send',
  },
  wire: {
    method: 'POST',
    path: '/emails',
    headers: {
      authorization: 'Bearer re_key5d2',
      'content-type': 'application/json',
      'idempotency-key': MESSAGE_ID,
    },
    body: {
      from: '"Shop, Inc." <shop@shop.example>',
      to: ['jane@customer.example'],
      cc: ['ann@customer.example', 'bob@customer.example'],
      bcc: ['archive@shop.example'],
      reply_to: 'help@shop.example',
      subject: 'Shipped: “Lamp”',
      html: '<p>It is on its way.</p>',
      text: 'It is on its way.',
      headers: { 'List-Id': 'orders' },
      attachments: [
        { filename: 'invoice.pdf', content: 'UERG', content_type: 'application/pdf' },
        { filename: 'logo.png', content: 'UE5H', content_type: 'image/png', content_id: 'logo' },
      ],
      tags: [{ name: 'message_id', value: MESSAGE_ID }],
    },
  },
});

answered('resend', [
  [
    'a success without ID',
    { status: 200, body: {} },
    { kind: 'rejected', isOwn: true, words: 'The response (200) does not have the documented form' },
  ],
  [
    'the same key while the first attempt is under way',
    error(409, 'concurrent_idempotent_requests', 'Another request is in progress'),
    { kind: 'unavailable' },
  ],
  [
    'that an earlier attempt was accepted',
    error(409, 'invalid_idempotent_request', 'Same idempotency key used with a different payload'),
    undefined,
  ],
  ['a spent quota', error(429, 'monthly_quota_exceeded', 'Monthly quota'), { kind: 'account' }],
  ['a domain that is not verified', error(403, 'validation_error', 'The domain is not verified'), { kind: 'account' }],
]);
