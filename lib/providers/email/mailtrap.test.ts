import { expect, test } from 'vitest';
import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';
import { mail, mailCredentials } from '#testing/sample-messages.ts';
import { checkRecorded, sendRecorded } from '#testing/vendor-requests.ts';

const refused = (status: number, error: string) => ({ status, body: { success: false, errors: [error] } });

// https://docs.mailtrap.io/developers/email-sending/transactional Fields and responses also follow the vendor's
// library: https://github.com/mailtrap/mailtrap-nodejs
providerContract({
  id: 'mailtrap',
  origins: ['https://send.api.mailtrap.io'],
  credentials: () => ({ apiKey: 'mt-token5d2f', ...mailCredentials }),
  message: () => mail,
  accepted: { answer: { status: 200, body: { success: true, message_ids: ['0c7fd939-02cf'] } }, id: '0c7fd939-02cf' },
  rejected: { answer: refused(400, "'subject' is required"), words: "'subject' is required" },
  unauthorised: { answer: refused(401, 'Unauthorized'), words: 'Unauthorized' },
  tooMany: {
    answer: { ...refused(429, 'Rate limit exceeded'), headers: { 'retry-after': '6' } },
    retryAfterMs: 6000,
  },
  secrets: ['mt-token5d2f'],
  withoutBody: 'rejected',
  carriesId: true,
  override: { given: { category: 'orders' }, sent: '"category":"orders"' },
  check: {
    request: { method: 'POST', path: '/api/send' },
    answer: refused(400, "'from' is required"),
    words: 'The token may send mail',
  },
  wire: {
    method: 'POST',
    path: '/api/send',
    headers: { authorization: 'Bearer mt-token5d2f', 'content-type': 'application/json' },
    body: {
      from: { email: 'shop@shop.example', name: 'Shop, Inc.' },
      to: [{ email: 'jane@customer.example' }],
      cc: [{ email: 'ann@customer.example' }, { email: 'bob@customer.example' }],
      bcc: [{ email: 'archive@shop.example' }],
      reply_to: { email: 'help@shop.example' },
      subject: 'Shipped: “Lamp”',
      html: '<p>It is on its way.</p>',
      text: 'It is on its way.',
      headers: { 'List-Id': 'orders' },
      attachments: [
        { filename: 'invoice.pdf', content: 'UERG', type: 'application/pdf', disposition: 'attachment' },
        { filename: 'logo.png', content: 'UE5H', type: 'image/png', disposition: 'inline', content_id: 'logo' },
      ],
      custom_variables: { message_id: MESSAGE_ID },
    },
  },
});

// The hosts follow the vendor's library: https://github.com/mailtrap/mailtrap-nodejs
test.each([
  [{}, 'https://send.api.mailtrap.io/api/send'],
  [{ stream: 'bulk' }, 'https://bulk.api.mailtrap.io/api/send'],
  [{ inboxId: '1234567' }, 'https://sandbox.api.mailtrap.io/api/send/1234567'],
  [{ inboxId: '1234567', stream: 'bulk' }, 'https://sandbox.api.mailtrap.io/api/send/1234567'],
])('the options %j have the address %s', async (options, url) => {
  const credentials = { apiKey: 'mt-token5d2f', ...mailCredentials, ...options };
  const answer = { status: 200, body: { success: true, message_ids: ['0c7fd939-02cf'] } };
  const sent = await sendRecorded('mailtrap', credentials, mail, { answer });
  expect(sent.requests.map((request) => request.url)).toEqual([url]);
  const checked = await checkRecorded('mailtrap', credentials, { answer: refused(400, "'from' is required") });
  expect(checked.requests.map((request) => request.url)).toEqual([url]);
  expect(checked.result).toMatchObject({ words: expect.stringMatching('inboxId' in options ? /sandbox/ : /mail$/) });
});
