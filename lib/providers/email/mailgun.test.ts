import { expect, test } from 'vitest';
import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';
import { mail, mailCredentials } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';
import { sendRecorded } from '#testing/vendor-requests.ts';

const domain = 'mg.shop.example';

// https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages/post-v3--domain-name--messages
// https://documentation.mailgun.com/docs/mailgun/user-manual/sending-messages/send-http
providerContract({
  id: 'mailgun',
  credentials: (at) => ({ apiKey: 'key-5d2f', baseUrl: `${at}/v3/`, user: 'api', domain, ...mailCredentials }),
  message: () => mail,
  accepted: {
    answer: { status: 200, body: { id: '<20260301.1@mg.shop.example>', message: 'Queued. Thank you.' } },
    id: '20260301.1@mg.shop.example',
  },
  rejected: {
    answer: { status: 400, body: { message: "'to' parameter is not a valid address. please check documentation" } },
    words: "'to' parameter is not a valid address.",
  },
  unauthorised: { answer: { status: 401, body: 'Forbidden' }, words: 'Forbidden' },
  tooMany: {
    answer: { status: 429, headers: { 'retry-after': '4' }, body: { message: 'Too many requests' } },
    retryAfterMs: 4000,
  },
  secrets: ['key-5d2f'],
  withoutBody: 'rejected',
  carriesId: true,
  override: { given: { 'o:tag': 'orders' }, sent: 'name="o:tag"\r\n\r\norders\r\n' },
  check: {
    answer: { status: 400, body: { message: 'to parameter is missing. please check documentation' } },
    request: { method: 'POST', path: `/v3/${domain}/messages` },
    words: 'The key may send for mg.shop.example',
  },
  wire: {
    method: 'POST',
    path: `/v3/${domain}/messages`,
    headers: {
      authorization: `Basic ${Buffer.from('api:key-5d2f').toString('base64')}`,
      'content-type': expect.stringMatching(/^multipart\/form-data; boundary=/),
    },
    body: {
      from: '"Shop, Inc." <shop@shop.example>',
      to: 'jane@customer.example',
      cc: 'ann@customer.example, bob@customer.example',
      bcc: 'archive@shop.example',
      subject: 'Shipped: “Lamp”',
      text: 'It is on its way.',
      html: '<p>It is on its way.</p>',
      'h:Reply-To': 'help@shop.example',
      'h:List-Id': 'orders',
      'v:message_id': MESSAGE_ID,
      attachment: [{ name: 'invoice.pdf', type: 'application/pdf', text: 'PDF' }],
      inline: [{ name: 'logo', type: 'image/png', text: 'PNG' }],
    },
  },
});

answered(
  'mailgun',
  [
    [
      'a domain of another region',
      { status: 404, body: { message: 'Domain not found: x' } },
      { kind: 'configuration' },
    ],
    [
      'a domain that may not send',
      { status: 403, body: { message: 'Domain x is not allowed to send: The domain is unverified' } },
      { kind: 'account' },
    ],
    [
      'a limit of the domain',
      { status: 429, body: { message: 'Domain x is not allowed to send: recipient limit exceeded' } },
      { kind: 'rate_limited' },
    ],
    ['a spent plan', { status: 402, body: { message: 'Payment required' } }, { kind: 'account' }],
  ],
  { credentials: { baseUrl: '' } },
);

// https://documentation.mailgun.com/docs/mailgun/api-reference/mg-base-url
test.each([
  [{}, 'https://api.mailgun.net'],
  [{ region: 'eu' }, 'https://api.eu.mailgun.net'],
  [{ baseUrl: 'https://api.eu.mailgun.net/v3' }, 'https://api.eu.mailgun.net'],
  [{ region: 'eu', baseUrl: 'https://mail.shop.example' }, 'https://mail.shop.example'],
])('%j has the host %s', async (options, origin) => {
  const credentials = { apiKey: 'key-5d2f', user: 'api', domain, ...mailCredentials, ...options };
  const answer = { status: 200, body: { id: '<20260301.1@mg.shop.example>' } };
  const { requests } = await sendRecorded('mailgun', credentials, mail, { answer });
  expect(requests.map(({ url }) => url)).toEqual([`${origin}/v3/${domain}/messages`]);
});
