// cspell:words Lltdqw RSOY
import { expect, test } from 'vitest';
import { fateContract } from '#testing/fate-contract.ts';

import { pushed, readEvents, refusal } from '#testing/pushed.ts';
import { formSignature } from './event-source.ts';

const URL = 'https://belfry.example/api/v2/inbound-webhooks/delivery-providers/e/i';
const KEY = 'auth-token-7c1';
const now = new Date('2026-11-28T10:00:00Z');

// https://www.twilio.com/docs/messaging/guides/track-outbound-message-status
const DELIVERED = {
  ApiVersion: '2010-04-01',
  MessageStatus: 'delivered',
  SmsSid: 'SM2xxxxxx',
  SmsStatus: 'delivered',
  To: '+15558675310',
  From: '+15557122661',
  MessageSid: 'SM2xxxxxx',
  AccountSid: 'AC1',
};

function request(fields: Record<string, string>, { key = KEY, url = URL } = {}) {
  const form = new URLSearchParams(fields);
  const headers = { 'x-twilio-signature': formSignature(key, url, form) };
  return pushed(form.toString(), headers, { url: URL, key: KEY, now });
}

const read = (fields: Record<string, string>) => readEvents('twilio', request({ ...DELIVERED, ...fields }));

// https://www.twilio.com/docs/usage/security#test-the-validity-of-your-webhook-signature, and an earlier form of the example
test.each([
  ['https://example.com/myapp.php?foo=1&bar=2', '+14158675310', 'L/OH5YylLD5NRKLltdqwSvS0BnU='],
  ['https://mycompany.com/myapp.php?foo=1&bar=2', '+14158675309', 'RSOYDt4T1cUTdK1PDd93/VVr8B8='],
])('the signature is that of the documented example: %s', (url, number, signature) => {
  const call = { Digits: '1234', CallSid: 'CA1234567890ABCDE', To: '+18005551212', Caller: number, From: number };
  expect(formSignature('12345', url, new URLSearchParams(call))).toBe(signature);
});

test('a delivered message, without its numbers in the stored part', async () => {
  expect(await read({})).toEqual([
    {
      id: 'SM2xxxxxx:delivered',
      kind: 'delivered',
      at: now,
      providerMessageId: 'SM2xxxxxx',
      recipient: '+15558675310',
      words: undefined,
      code: undefined,
      raw: { MessageSid: 'SM2xxxxxx', MessageStatus: 'delivered' },
    },
  ]);
});

test.each([
  ['sent', '', { kind: 'accepted' }],
  ['read', '', { kind: 'opened' }],
  ['undelivered', '30003', { kind: 'bounced', bounce: 'soft', words: 'The phone is unreachable', code: '30003' }],
  ['undelivered', '30005', { kind: 'bounced', bounce: 'hard' }],
  ['undelivered', '30006', { kind: 'bounced', bounce: 'hard' }],
  ['undelivered', '30007', { kind: 'bounced', bounce: 'block' }],
  ['undelivered', '30008', { kind: 'bounced', bounce: 'soft', words: 'Error 30008 of Twilio' }],
  ['failed', '', { kind: 'bounced', bounce: 'soft' }],
  ['failed', '21610', { kind: 'unsubscribed', words: 'The recipient replied STOP' }],
])('%s with the code %j', async (MessageStatus, ErrorCode, expected) => {
  expect(await read({ MessageStatus, ErrorCode })).toMatchObject([expected]);
});

test.each(['queued', 'sending', 'accepted', 'toString', ''])('%j is not an event', async (MessageStatus) => {
  expect(await read({ MessageStatus })).toEqual([]);
});

test('requests that Twilio did not sign are refused', async () => {
  expect(await refusal('twilio', request(DELIVERED, { key: 'another' }))).toContain('does not match');
  expect(await refusal('twilio', request(DELIVERED, { url: 'https://elsewhere.example/' }))).toContain('PUBLIC_URL');
  const forged = {
    ...request(DELIVERED),
    body: Buffer.from(new URLSearchParams({ ...DELIVERED, To: '+1' }).toString()),
  };
  expect(await refusal('twilio', forged)).toContain('does not match');
  expect(await refusal('twilio', pushed('', {}, { url: URL, key: KEY, now }))).toBe('The request has no signature');
});

// https://www.twilio.com/docs/messaging/api/message-resource#fetch-a-message-resource
const RESOURCE = {
  account_sid: 'AC1',
  body: 'Hello',
  date_created: 'Sat, 28 Nov 2026 09:58:00 +0000',
  date_sent: 'Sat, 28 Nov 2026 09:58:01 +0000',
  date_updated: 'Sat, 28 Nov 2026 09:58:05 +0000',
  error_code: null,
  error_message: null,
  sid: 'SM2xxxxxx',
  status: 'delivered',
  to: '+15558675310',
};
const at = new Date('2026-11-28T09:58:05Z');

fateContract({
  id: 'twilio',
  origins: ['https://api.twilio.com'],
  credentials: () => ({ accountSid: 'AC1', token: KEY, from: '+15557122661' }),
  message: { providerMessageId: 'SM2xxxxxx' },
  wire: [
    {
      path: '/2010-04-01/Accounts/AC1/Messages/SM2xxxxxx.json',
      headers: { authorization: `Basic ${btoa(`AC1:${KEY}`)}` },
    },
  ],
  answers: [
    // The ID equals the ID of the pushed event.
    [
      'delivered',
      { status: 200, body: RESOURCE },
      { state: 'delivered', events: [{ id: 'SM2xxxxxx:delivered', kind: 'delivered', at }] },
    ],
    [
      'bounced',
      {
        status: 200,
        body: { ...RESOURCE, status: 'undelivered', error_code: 30005, error_message: 'Unknown destination handset' },
      },
      {
        state: 'undelivered',
        events: [{ kind: 'bounced', bounce: 'hard', code: '30005', words: 'Unknown destination handset' }],
      },
    ],
    ['pending', { status: 200, body: { ...RESOURCE, status: 'queued' } }, { state: 'queued', events: [] }],
  ],
  unknown: { status: 404, body: { code: 20404, message: 'The requested resource was not found', status: 404 } },
  unauthorised: { answer: { status: 401, body: { code: 20003, message: 'Authenticate' } }, words: 'Authenticate' },
  secrets: [KEY],
});
