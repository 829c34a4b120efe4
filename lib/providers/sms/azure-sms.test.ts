import { createHash, createHmac } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { createOutbound } from '#lib/outbound/outbound.ts';
import { deliver } from '#lib/providers/deliver.ts';
import { uuidOf } from '#lib/providers/uuid.ts';
import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';
import { sms } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';
import { type Received, startVendor } from '#testing/vendor-server.ts';

const key = Buffer.from('azure-key-5d2').toString('base64');
const recipient = (httpStatusCode: number, rest: object) => ({
  status: 202,
  body: { value: [{ to: '+15558675310', httpStatusCode, successful: httpStatusCode === 202, ...rest }] },
});
const error = (status: number, code: string, message: string) => ({ status, body: { error: { code, message } } });
const credentials = (at: string) => ({ accessKey: `endpoint=${at}/;accesskey=${key}`, from: '+18001110000' });

// https://learn.microsoft.com/en-us/rest/api/communication/sms/sms/send
providerContract({
  id: 'azure-sms',
  credentials,
  message: () => sms,
  hasOneStatus: true,
  accepted: { answer: recipient(202, { messageId: 'Outgoing_20200610203725' }), id: 'Outgoing_20200610203725' },
  rejected: {
    answer: error(400, 'BadRequest', 'The request is invalid.'),
    words: 'The request is invalid.',
    code: 'BadRequest',
  },
  unauthorised: { answer: error(401, 'Denied', 'Denied by the resource provider.'), words: 'Denied by the resource' },
  tooMany: {
    answer: { ...error(429, 'TooManyRequests', 'Too many'), headers: { 'retry-after': '6' } },
    retryAfterMs: 6000,
  },
  secrets: [key],
  withoutBody: 'rejected',
  carriesId: true,
  override: { given: { smsSendOptions: { tag: 'orders' } }, sent: '"tag":"orders"' },
  check: {
    request: { method: 'GET', path: '/phoneNumbers?api-version=2022-12-01' },
    answer: { status: 200, body: { phoneNumbers: [] } },
    words: 'The access key works',
  },
  wire: {
    method: 'POST',
    path: '/sms?api-version=2021-03-07',
    headers: {
      authorization: expect.stringMatching(/^HMAC-SHA256 SignedHeaders=x-ms-date;host;x-ms-content-sha256&Signature=/),
      'content-type': 'application/json',
      'x-ms-content-sha256': expect.any(String),
      'x-ms-date': 'Sun, 01 Mar 2026 10:00:00 GMT',
    },
    body: {
      from: '+18001110000',
      smsRecipients: [
        {
          to: '+15558675310',
          repeatabilityRequestId: uuidOf(MESSAGE_ID),
          repeatabilityFirstSent: 'Wed, 13 Mar 2024 12:57:23 GMT',
        },
      ],
      message: 'Your order & more: 100 % “shipped”',
      smsSendOptions: { enableDeliveryReport: true, tag: MESSAGE_ID },
    },
  },
});

const resource = { accessKey: `endpoint=https://shop.communication.azure.com/;accesskey=${key}` };

answered(
  'azure-sms',
  [
    [
      'a number that is none',
      recipient(400, { errorMessage: 'Invalid To phone number format.' }),
      { kind: 'rejected', words: 'Invalid To phone number format.', providerCode: '400' },
    ],
    ['a recipient for later', recipient(503, { errorMessage: 'ServiceUnavailable' }), { kind: 'unavailable' }],
    ['too many to the recipient', recipient(429, { errorMessage: 'Too many' }), { kind: 'rate_limited' }],
  ],
  { credentials: resource },
);
answered('azure-sms', [['no connection string', { status: 202 }, { kind: 'configuration', isOwn: true }]]);

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

// https://learn.microsoft.com/en-us/azure/communication-services/tutorials/hmac-header-tutorial
test('signs method, path, date, host and body', async () => {
  const vendor = await startVendor(recipient(202, { messageId: 'm-1' }));
  const outbound = createOutbound({ allow: ['127.0.0.1'] });
  cleanups.push(vendor.stop, outbound.close);
  const account = { providerId: 'azure-sms', sandbox: false, credentials: credentials(vendor.origin) };
  await deliver(account, sms, { outbound, now: () => new Date('2026-03-01T10:00:00Z') });
  const { headers, body, path } = vendor.received[0] as Received;
  const hash = createHash('sha256').update(body).digest('base64');
  const text = `POST\n${path}\nSun, 01 Mar 2026 10:00:00 GMT;${headers.host};${hash}`;
  const signature = createHmac('sha256', 'azure-key-5d2').update(text).digest('base64');
  expect(headers['x-ms-content-sha256']).toBe(hash);
  expect(headers.authorization).toBe(
    `HMAC-SHA256 SignedHeaders=x-ms-date;host;x-ms-content-sha256&Signature=${signature}`,
  );
});
