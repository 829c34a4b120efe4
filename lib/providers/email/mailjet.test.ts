import { expect, test } from 'vitest';
import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';
import { mail, mailCredentials } from '#testing/sample-messages.ts';
import { checkRecorded, sendRecorded } from '#testing/vendor-requests.ts';

const sent = { Email: 'jane@customer.example', MessageUUID: '5e42957d-51f1', MessageID: 1, MessageHref: 'https://…' };

// https://dev.mailjet.com/email/guides/send-api-v31/
providerContract({
  id: 'mailjet',
  origins: ['https://api.mailjet.com'],
  credentials: () => ({ apiKey: 'public-5d2f', secretKey: 'private-7c1f', ...mailCredentials }),
  message: () => mail,
  hasOneStatus: true,
  accepted: {
    answer: { status: 200, body: { Messages: [{ Status: 'success', CustomID: MESSAGE_ID, To: [sent] }] } },
    id: '5e42957d-51f1',
  },
  rejected: {
    answer: {
      status: 400,
      body: {
        Messages: [
          {
            Status: 'error',
            Errors: [{ ErrorCode: 'mj-0013', StatusCode: 400, ErrorMessage: '"a@b" is an invalid email address.' }],
          },
        ],
      },
    },
    words: 'is an invalid email address.',
    code: 'mj-0013',
  },
  unauthorised: {
    answer: {
      status: 401,
      body: { ErrorCode: 'mj-0002', StatusCode: 401, ErrorMessage: 'API key authentication failure.' },
    },
    words: 'API key authentication failure.',
  },
  tooMany: {
    answer: { status: 429, headers: { 'retry-after': '3' }, body: { ErrorMessage: 'Too many requests.' } },
    retryAfterMs: 3000,
  },
  secrets: ['public-5d2f', 'private-7c1f', 'public-5d2f:private-7c1f'],
  withoutBody: 'rejected',
  carriesId: true,
  override: { given: { globals: { templateID: 5 } }, sent: '"Globals":{"TemplateID":5}' },
  check: {
    request: { method: 'GET', path: '/v3/REST/sender?Limit=1' },
    answer: { status: 200, body: { Count: 1, Data: [{ ID: 1 }], Total: 1 } },
    words: 'The key works',
  },
  wire: {
    method: 'POST',
    path: '/v3.1/send',
    headers: {
      authorization: `Basic ${Buffer.from('public-5d2f:private-7c1f').toString('base64')}`,
      'content-type': 'application/json',
    },
    body: {
      Messages: [
        {
          From: { Email: 'shop@shop.example', Name: 'Shop, Inc.' },
          To: [{ Email: 'jane@customer.example' }],
          Cc: [{ Email: 'ann@customer.example' }, { Email: 'bob@customer.example' }],
          Bcc: [{ Email: 'archive@shop.example' }],
          ReplyTo: { Email: 'help@shop.example' },
          Subject: 'Shipped: “Lamp”',
          TextPart: 'It is on its way.',
          HTMLPart: '<p>It is on its way.</p>',
          Headers: { 'List-Id': 'orders' },
          Attachments: [{ ContentType: 'application/pdf', Filename: 'invoice.pdf', Base64Content: 'UERG' }],
          InlinedAttachments: [
            { ContentType: 'image/png', Filename: 'logo.png', Base64Content: 'UE5H', ContentID: 'logo' },
          ],
          CustomID: MESSAGE_ID,
        },
      ],
    },
  },
});

// https://github.com/mailjet/mailjet-apiv3-nodejs#host
test.each([
  [undefined, 'https://api.mailjet.com'],
  ['us', 'https://api.us.mailjet.com'],
])('the region %s has the host %s', async (region, origin) => {
  const credentials = { apiKey: 'public-5d2f', secretKey: 'private-7c1f', ...mailCredentials, region };
  const answer = { status: 200, body: { Messages: [{ Status: 'success', To: [sent] }] } };
  const { requests } = await sendRecorded('mailjet', credentials, mail, { answer });
  const checked = await checkRecorded('mailjet', credentials, { answer });
  const urls = [...requests, ...checked.requests].map(({ url }) => url);
  expect(urls).toEqual([`${origin}/v3.1/send`, `${origin}/v3/REST/sender?Limit=1`]);
});
