import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';
import { mail, mailCredentials } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';

const error = (name: string, message: string) => ({ status: 500, body: { status: 'error', code: -1, name, message } });
const resultOf = (status: string, reject_reason?: string) => ({
  status: 200,
  body: [{ email: 'jane@customer.example', status, _id: 'abc123', reject_reason: reject_reason ?? null }],
});

// https://mailchimp.com/developer/transactional/api/messages/send-new-message/
// https://mandrillapp.com/api/docs/messages.html
providerContract({
  id: 'mandrill',
  origins: ['https://mandrillapp.com'],
  credentials: () => ({ apiKey: 'md-key5d2f', ...mailCredentials }),
  message: () => mail,
  hasOneStatus: true,
  accepted: { answer: resultOf('sent'), id: 'abc123' },
  rejected: {
    answer: error('ValidationError', 'You must specify a from_email value'),
    words: 'You must specify a from_email value',
    code: 'ValidationError',
  },
  unauthorised: { answer: error('Invalid_Key', 'Invalid API key'), words: 'Invalid API key' },
  tooMany: { answer: { status: 429, headers: { 'retry-after': '2' }, body: {} }, retryAfterMs: 2000 },
  secrets: ['md-key5d2f'],
  withoutBody: 'rejected',
  carriesId: true,
  override: { given: { trackOpens: true }, sent: '"track_opens":true' },
  check: {
    request: { method: 'POST', path: '/api/1.0/users/ping2' },
    answer: { status: 200, body: { PING: 'PONG!' } },
    words: 'The key works',
  },
  wire: {
    method: 'POST',
    path: '/api/1.0/messages/send',
    headers: { 'content-type': 'application/json' },
    body: {
      key: 'md-key5d2f',
      message: {
        from_email: 'shop@shop.example',
        from_name: 'Shop, Inc.',
        to: [
          { email: 'jane@customer.example', type: 'to' },
          { email: 'ann@customer.example', type: 'cc' },
          { email: 'bob@customer.example', type: 'cc' },
          { email: 'archive@shop.example', type: 'bcc' },
        ],
        preserve_recipients: true,
        subject: 'Shipped: “Lamp”',
        html: '<p>It is on its way.</p>',
        text: 'It is on its way.',
        headers: { 'List-Id': 'orders', 'Reply-To': 'help@shop.example' },
        attachments: [{ type: 'application/pdf', name: 'invoice.pdf', content: 'UERG' }],
        images: [{ type: 'image/png', name: 'logo', content: 'UE5H' }],
        metadata: { message_id: MESSAGE_ID },
      },
    },
  },
});

answered('mandrill', [
  ['that it is queued', resultOf('queued'), 'abc123'],
  [
    'that the recipient is rejected',
    resultOf('rejected', 'hard-bounce'),
    { kind: 'rejected', providerCode: 'hard-bounce' },
  ],
  ['that the address is invalid', resultOf('invalid'), { kind: 'rejected', providerCode: 'invalid' }],
  ['a wrong key, with status 500', error('Invalid_Key', 'Invalid API key'), { kind: 'auth' }],
  ['an account that must pay', error('PaymentRequired', 'Pay'), { kind: 'account' }],
  ['a fault of its own', error('GeneralError', 'An unexpected error occurred'), { kind: 'unavailable' }],
]);
