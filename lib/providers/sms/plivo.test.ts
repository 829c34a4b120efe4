import { expect, test } from 'vitest';
import { createOutbound } from '#lib/outbound/outbound.ts';
import { deliver } from '#lib/providers/deliver.ts';
import { providerContract } from '#testing/provider-contract.ts';
import { sms } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';
import { sendRecorded } from '#testing/vendor-requests.ts';
import { startVendor } from '#testing/vendor-server.ts';

const sid = 'MAXXXXXXXXXXXXXXXXXX';
const error = (status: number, text: string) => ({ status, body: { api_id: '97ceeb52', error: text } });

// https://docs.plivo.com/docs/messaging/api/message
// https://docs.plivo.com/docs/messaging/api/response
providerContract({
  id: 'plivo',
  origins: ['https://api.plivo.com'],
  credentials: () => ({ accountSid: sid, token: 'auth-token-7c1', from: '+14150000001' }),
  message: () => sms,
  accepted: {
    answer: {
      status: 202,
      body: { api_id: 'db342550', message: 'message(s) queued', message_uuid: ['db3ce55a-7f1d'] },
    },
    id: 'db3ce55a-7f1d',
  },
  rejected: { answer: error(400, '15558675310 is not a valid phone number'), words: 'is not a valid phone number' },
  unauthorised: { answer: error(401, 'authentication_failed'), words: 'authentication_failed' },
  tooMany: {
    answer: { ...error(429, 'rate_limit_exceeded'), headers: { 'retry-after': '2' } },
    retryAfterMs: 2000,
  },
  secrets: ['auth-token-7c1', `${sid}:auth-token-7c1`],
  withoutBody: 'rejected',
  carriesId: false,
  override: { given: { powerpackUuid: 'p-1' }, sent: '"powerpack_uuid":"p-1"' },
  check: {
    request: { method: 'GET', path: `/v1/Account/${sid}/` },
    answer: { status: 200, body: { name: 'Shop', cash_credits: '9.5', auth_id: sid } },
    words: 'The account is Shop',
  },
  wire: {
    method: 'POST',
    path: `/v1/Account/${sid}/Message/`,
    headers: {
      authorization: `Basic ${Buffer.from(`${sid}:auth-token-7c1`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: { src: '+14150000001', dst: '15558675310', text: 'Your order & more: 100 % “shipped”' },
  },
});

answered('plivo', [['spent credit', { status: 402, body: { error: 'no credit' } }, { kind: 'account' }]]);

// https://docs.plivo.com/docs/messaging/api/message/message-status-callbacks
test.each([
  ['https://belfry.example/events', { url: 'https://belfry.example/events', method: 'POST' }],
  [undefined, {}],
])('a message names the address for events: %s', async (eventsUrl, named) => {
  const vendor = await startVendor({ status: 202, body: { message_uuid: ['db3ce55a-7f1d'] } });
  const outbound = createOutbound({ allow: ['127.0.0.1'] });
  const credentials = { accountSid: sid, token: 'auth-token-7c1', from: '+14150000001' };
  const tools = { outbound, now: () => new Date(), origins: { 'https://api.plivo.com': vendor.origin } };
  await deliver({ providerId: 'plivo', sandbox: false, credentials, eventsUrl }, sms, tools);
  const { src: _src, dst: _dst, text: _text, ...rest } = JSON.parse(vendor.received[0]?.body ?? '');
  expect(rest).toEqual(named);
  await Promise.all([vendor.stop(), outbound.close()]);
});

// https://docs.plivo.com/docs/messaging/api/message. A message has a Powerpack or a sender, never both.
test.each([
  ['a Powerpack', { powerpackUuid: 'p-1' }, {}, { powerpack_uuid: 'p-1' }],
  ['a Powerpack and a sender', { powerpackUuid: 'p-1', from: '+1415' }, {}, { powerpack_uuid: 'p-1' }],
  ['a sender of the trigger', { powerpackUuid: 'p-1' }, { from: 'Shop' }, { src: 'Shop' }],
  ['a Powerpack of the trigger', { from: '+1415' }, { overrides: { powerpackUuid: 'p-2' } }, { powerpack_uuid: 'p-2' }],
])('the sender is %s', async (_, options, changes, sender) => {
  const credentials = { accountSid: sid, token: 'auth-token-7c1', ...options };
  const answer = { status: 202, body: { message_uuid: ['db3ce55a-7f1d'] } };
  const { requests } = await sendRecorded('plivo', credentials, { ...sms, ...changes }, { answer });
  const { dst: _dst, text: _text, ...rest } = JSON.parse(requests[0]?.body ?? '{}');
  expect(rest).toEqual(sender);
});
