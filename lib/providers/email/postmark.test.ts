import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';
import { mail, mailCredentials } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';

// https://postmarkapp.com/developer/api/email-api#send-a-single-email
// https://postmarkapp.com/developer/api/overview#error-codes
providerContract({
  id: 'postmark',
  origins: ['https://api.postmarkapp.com'],
  credentials: () => ({ apiKey: 'server-token-5d2', messageStream: 'orders', ...mailCredentials }),
  message: () => mail,
  hasOneStatus: true,
  accepted: {
    answer: {
      status: 200,
      body: { To: 'jane@customer.example', MessageID: '0a129aee-e1cd', ErrorCode: 0, Message: 'OK' },
    },
    id: '0a129aee-e1cd',
  },
  rejected: {
    answer: {
      status: 422,
      body: { ErrorCode: 406, Message: 'You tried to send to a recipient that has been marked as inactive.' },
    },
    words: 'marked as inactive',
    code: '406',
  },
  unauthorised: {
    answer: { status: 401, body: { ErrorCode: 10, Message: 'No Account or Server API tokens were supplied.' } },
    words: 'No Account or Server API tokens were supplied.',
  },
  tooMany: {
    answer: { status: 429, headers: { 'retry-after': '2' }, body: { ErrorCode: 429, Message: 'Rate limit exceeded' } },
    retryAfterMs: 2000,
  },
  secrets: ['server-token-5d2'],
  withoutBody: 'rejected',
  carriesId: true,
  override: { given: { messageStream: 'receipts' }, sent: '"MessageStream":"receipts"' },
  check: {
    request: { method: 'GET', path: '/server' },
    answer: { status: 200, body: { ID: 1, Name: 'Production' } },
    words: 'The token belongs to the server Production',
  },
  wire: {
    method: 'POST',
    path: '/email',
    headers: {
      accept: 'application/json',
      'x-postmark-server-token': 'server-token-5d2',
      'content-type': 'application/json',
    },
    body: {
      From: '"Shop, Inc." <shop@shop.example>',
      To: 'jane@customer.example',
      Cc: 'ann@customer.example,bob@customer.example',
      Bcc: 'archive@shop.example',
      ReplyTo: 'help@shop.example',
      Subject: 'Shipped: “Lamp”',
      HtmlBody: '<p>It is on its way.</p>',
      TextBody: 'It is on its way.',
      Headers: [{ Name: 'List-Id', Value: 'orders' }],
      Attachments: [
        { Name: 'invoice.pdf', Content: 'UERG', ContentType: 'application/pdf' },
        { Name: 'logo.png', Content: 'UE5H', ContentType: 'image/png', ContentID: 'cid:logo' },
      ],
      MessageStream: 'orders',
      Metadata: { message_id: MESSAGE_ID },
    },
  },
});

answered('postmark', [
  ...['400', '401', '405', '412', '413'].map(
    (code): [string, { status: number; body: object }, { kind: 'account' }] => [
      `an account that may not send (${code})`,
      { status: 422, body: { ErrorCode: Number(code), Message: 'Not allowed to send' } },
      { kind: 'account' },
    ],
  ),
  ['maintenance', { status: 422, body: { ErrorCode: 100, Message: 'Maintenance' } }, { kind: 'unavailable' }],
  ['an error in an answer of 200', { status: 200, body: { ErrorCode: 300, Message: 'Invalid' } }, { kind: 'rejected' }],
]);
