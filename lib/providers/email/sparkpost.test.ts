import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';
import { mail, mailCredentials } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';

const error = (status: number, message: string, code?: string, description?: string) => ({
  status,
  body: { errors: [{ message, ...(code && { code }), ...(description && { description }) }] },
});

// https://developers.sparkpost.com/api/transmissions/
// https://developers.sparkpost.com/api/#header-errors
providerContract({
  id: 'sparkpost',
  origins: ['https://api.eu.sparkpost.com'],
  credentials: () => ({ apiKey: 'sp-key5d2f', region: 'eu', ...mailCredentials }),
  message: () => mail,
  hasOneStatus: true,
  accepted: {
    answer: {
      status: 200,
      body: { results: { total_rejected_recipients: 0, total_accepted_recipients: 4, id: '11668787484950529' } },
    },
    id: '11668787484950529',
  },
  rejected: {
    answer: error(422, 'Message generation rejected', '1902', 'recipient address suppressed due to customer policy'),
    words: 'recipient address suppressed',
    code: '1902',
  },
  unauthorised: { answer: error(401, 'Unauthorized.'), words: 'Unauthorized.' },
  tooMany: {
    answer: { ...error(429, 'Too many requests'), headers: { 'retry-after': '5' } },
    retryAfterMs: 5000,
  },
  secrets: ['sp-key5d2f'],
  withoutBody: 'rejected',
  carriesId: true,
  override: { given: { campaignId: 'orders' }, sent: '"campaign_id":"orders"' },
  check: {
    request: { method: 'POST', path: '/api/v1/transmissions' },
    answer: error(422, 'required field is missing', '1400'),
    words: 'The key may send mail',
  },
  wire: {
    method: 'POST',
    path: '/api/v1/transmissions',
    headers: { authorization: 'sp-key5d2f', 'content-type': 'application/json' },
    body: {
      options: { transactional: true },
      recipients: [
        { address: { email: 'jane@customer.example' } },
        { address: { email: 'ann@customer.example', header_to: 'jane@customer.example' } },
        { address: { email: 'bob@customer.example', header_to: 'jane@customer.example' } },
        { address: { email: 'archive@shop.example', header_to: 'jane@customer.example' } },
      ],
      content: {
        from: { email: 'shop@shop.example', name: 'Shop, Inc.' },
        reply_to: 'help@shop.example',
        subject: 'Shipped: “Lamp”',
        html: '<p>It is on its way.</p>',
        text: 'It is on its way.',
        headers: { 'List-Id': 'orders', CC: 'ann@customer.example, bob@customer.example' },
        attachments: [{ name: 'invoice.pdf', type: 'application/pdf', data: 'UERG' }],
        inline_images: [{ name: 'logo', type: 'image/png', data: 'UE5H' }],
      },
      metadata: { message_id: MESSAGE_ID },
    },
  },
});

answered('sparkpost', [
  [
    'a domain that is not verified',
    error(400, 'Invalid domain', '7001', 'Unconfigured Sending Domain <shop.example>'),
    { kind: 'account' },
  ],
  ['the limit of the plan', error(420, 'Exceed Sending Limit', '2101'), { kind: 'rate_limited' }],
  [
    'that no recipient was accepted',
    { status: 200, body: { results: { total_rejected_recipients: 1, total_accepted_recipients: 0, id: '1' } } },
    { kind: 'rejected', words: 'No recipient was accepted' },
  ],
]);
