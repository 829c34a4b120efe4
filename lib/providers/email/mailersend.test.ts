import { providerContract } from '#testing/provider-contract.ts';
import { mail, mailCredentials } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';

// https://developers.mailersend.com/api/v1/email.html#send-an-email
// https://developers.mailersend.com/general.html#api-response
// https://www.mailersend.com/help/rest-api-response-codes
providerContract({
  id: 'mailersend',
  origins: ['https://api.mailersend.com'],
  credentials: () => ({ apiKey: 'mlsn.key5d2', ...mailCredentials }),
  message: () => mail,
  hasOneStatus: true,
  accepted: {
    answer: { status: 202, headers: { 'x-message-id': '5e42957d51f1d94a1070a733' } },
    id: '5e42957d51f1d94a1070a733',
  },
  rejected: {
    answer: {
      status: 422,
      body: {
        message: 'The given data was invalid.',
        errors: { 'to.0.email': ['The to.0.email must be a valid email address. #MS42208'] },
      },
    },
    words: 'The to.0.email must be a valid email address',
  },
  unauthorised: { answer: { status: 401, body: { message: 'Unauthenticated.' } }, words: 'Unauthenticated.' },
  tooMany: {
    answer: { status: 429, headers: { 'retry-after': '59' }, body: { message: 'Too Many Attempts.' } },
    retryAfterMs: 59_000,
  },
  secrets: ['mlsn.key5d2'],
  withoutBody: 'sent',
  carriesId: false,
  override: { given: { templateId: 't1' }, sent: '"template_id":"t1"' },
  check: {
    request: { method: 'POST', path: '/v1/email' },
    answer: { status: 422, body: { message: 'The from field is required.' } },
    words: 'The token may send mail',
  },
  wire: {
    method: 'POST',
    path: '/v1/email',
    headers: { authorization: 'Bearer mlsn.key5d2', 'content-type': 'application/json' },
    body: {
      from: { email: 'shop@shop.example', name: 'Shop, Inc.' },
      to: [{ email: 'jane@customer.example' }],
      cc: [{ email: 'ann@customer.example' }, { email: 'bob@customer.example' }],
      bcc: [{ email: 'archive@shop.example' }],
      reply_to: { email: 'help@shop.example' },
      subject: 'Shipped: “Lamp”',
      html: '<p>It is on its way.</p>',
      text: 'It is on its way.',
      headers: [{ name: 'List-Id', value: 'orders' }],
      attachments: [
        { filename: 'invoice.pdf', content: 'UERG', disposition: 'attachment' },
        { filename: 'logo.png', content: 'UE5H', disposition: 'inline', id: 'logo' },
      ],
    },
  },
});

const warning = (type: string, message: string) => ({
  status: 202,
  headers: { 'x-message-id': 'm1' },
  body: {
    message: 'There are some warnings for your request.',
    warnings: [{ type, message, recipients: [{ email: 'jane@customer.example', reasons: ['hard_bounced'] }] }],
  },
});

answered('mailersend', [
  [
    'that all recipients are suppressed',
    warning('ALL_SUPPRESSED', 'All of the recipients provided have been suppressed.'),
    { kind: 'rejected', words: 'All of the recipients provided have been suppressed. hard_bounced' },
  ],
  [
    'that the recipient is among those suppressed',
    warning('SOME_SUPPRESSED', 'Some are suppressed.'),
    { kind: 'rejected', words: 'Some are suppressed. hard_bounced' },
  ],
  [
    'a domain that is not verified',
    {
      status: 422,
      body: { message: 'The from.email domain must be verified in your account to send emails. #MS42207' },
    },
    { kind: 'account' },
  ],
  ['maintenance', { status: 421 }, { kind: 'unavailable' }],
]);
