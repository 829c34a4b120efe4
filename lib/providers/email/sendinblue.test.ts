import { uuidOf } from '#lib/providers/uuid.ts';
import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';
import { mail, mailCredentials } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';

// https://developers.brevo.com/reference/sendtransacemail
// https://developers.brevo.com/docs/limit-headers
// https://developers.brevo.com/docs/heterogenous-versions-batch-emails
providerContract({
  id: 'sendinblue',
  origins: ['https://api.brevo.com'],
  credentials: () => ({ apiKey: 'xkeysib-5d2', ...mailCredentials }),
  message: () => mail,
  accepted: {
    answer: { status: 201, body: { messageId: '<202603011000.1@smtp-relay.mailin.fr>' } },
    id: '<202603011000.1@smtp-relay.mailin.fr>',
  },
  rejected: {
    answer: { status: 400, body: { code: 'invalid_parameter', message: 'email is not valid in to' } },
    words: 'email is not valid in to',
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
  carriesId: true,
  override: { given: { templateId: 5, params: { a: 1 } }, sent: '"templateId":5,"params":{"a":1}' },
  check: {
    request: { method: 'GET', path: '/v3/account' },
    answer: { status: 200, body: { email: 'shop@shop.example', companyName: 'Shop' } },
    words: 'The key belongs to Shop',
  },
  wire: {
    method: 'POST',
    path: '/v3/smtp/email',
    headers: { accept: 'application/json', 'api-key': 'xkeysib-5d2', 'content-type': 'application/json' },
    body: {
      sender: { email: 'shop@shop.example', name: 'Shop, Inc.' },
      to: [{ email: 'jane@customer.example' }],
      cc: [{ email: 'ann@customer.example' }, { email: 'bob@customer.example' }],
      bcc: [{ email: 'archive@shop.example' }],
      replyTo: { email: 'help@shop.example' },
      subject: 'Shipped: “Lamp”',
      htmlContent: '<p>It is on its way.</p>',
      textContent: 'It is on its way.',
      attachment: [
        { name: 'invoice.pdf', content: 'UERG' },
        { name: 'logo.png', content: 'UE5H' },
      ],
      headers: {
        'List-Id': 'orders',
        'X-Mailin-custom': MESSAGE_ID,
        idempotencyKey: uuidOf(MESSAGE_ID),
      },
    },
  },
});

answered('sendinblue', [
  [
    'that an earlier attempt was accepted',
    { status: 400, body: { code: 'duplicate_parameter', message: 'Duplicate idempotencyKey' } },
    undefined,
  ],
  [
    'that the credits are spent',
    { status: 402, body: { code: 'not_enough_credits', message: 'c' } },
    { kind: 'account' },
  ],
  [
    'an account under validation',
    { status: 400, body: { code: 'account_under_validation', message: 'c' } },
    { kind: 'account' },
  ],
]);
