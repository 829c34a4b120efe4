import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';
import { mail, mailCredentials } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';

const error = (status: number, code: string, message: string, rest: object = {}) => ({
  status,
  body: { success: false, error: { code, message, statusCode: status, requestId: 'f47ac10b', ...rest } },
});
const emails = [{ contact: { id: 'c-1', email: 'jane@customer.example' }, email: 'ebd44b76-9e1d' }];
const reused = (originalStatusCode: number | null) =>
  error(409, 'IDEMPOTENCY_KEY_REUSED', 'Idempotency-Key has already been used', { details: { originalStatusCode } });

// https://docs.useplunk.com/api-reference/public-api/sendEmail
providerContract({
  id: 'plunk',
  origins: ['https://api.useplunk.com'],
  credentials: () => ({ apiKey: 'sk_plunk5d2f', ...mailCredentials }),
  message: () => mail,
  accepted: { answer: { status: 200, body: { success: true, data: { emails } } }, id: 'ebd44b76-9e1d' },
  rejected: {
    answer: error(422, 'VALIDATION_ERROR', 'Request validation failed', {
      errors: [{ field: 'to', message: 'Invalid email', code: 'invalid_string' }],
    }),
    words: 'Invalid email',
    code: 'VALIDATION_ERROR',
  },
  unauthorised: { answer: error(401, 'INVALID_API_KEY', 'Invalid API key'), words: 'Invalid API key' },
  tooMany: {
    answer: { ...error(429, 'RATE_LIMIT_EXCEEDED', 'Too many'), headers: { 'retry-after': '6' } },
    retryAfterMs: 6000,
  },
  secrets: ['sk_plunk5d2f'],
  withoutBody: 'rejected',
  carriesId: true,
  override: { given: { subscribed: true }, sent: '"subscribed":true' },
  check: {
    request: { method: 'POST', path: '/v1/send' },
    answer: error(422, 'VALIDATION_ERROR', 'Request validation failed'),
    words: 'The key may send mail',
  },
  wire: {
    method: 'POST',
    path: '/v1/send',
    headers: {
      authorization: 'Bearer sk_plunk5d2f',
      'content-type': 'application/json',
      'idempotency-key': MESSAGE_ID,
    },
    body: {
      to: ['jane@customer.example', 'ann@customer.example', 'bob@customer.example', 'archive@shop.example'],
      subject: 'Shipped: “Lamp”',
      body: '<p>It is on its way.</p>',
      from: 'shop@shop.example',
      name: 'Shop, Inc.',
      reply: 'help@shop.example',
      headers: { 'List-Id': 'orders' },
      attachments: [
        { filename: 'invoice.pdf', content: 'UERG', contentType: 'application/pdf' },
        { filename: 'logo.png', content: 'UE5H', contentType: 'image/png' },
      ],
    },
  },
});

answered('plunk', [
  ['in its earlier form', { status: 200, body: { success: true, emails } }, 'ebd44b76-9e1d'],
  ['that an earlier attempt was accepted', reused(200), undefined],
  ['that an earlier attempt is in progress', reused(null), { kind: 'unavailable' }],
  ['that an earlier attempt failed in the middle', reused(500), { kind: 'unavailable' }],
  ['a domain that is not verified', error(403, 'FORBIDDEN', 'Domain is not verified'), { kind: 'account' }],
]);
