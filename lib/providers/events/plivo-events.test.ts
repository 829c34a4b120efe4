import { expect, test } from 'vitest';
import { FATE_NOW, fateContract } from '#testing/fate-contract.ts';
import { pushed, readEvents, refusal } from '#testing/pushed.ts';
import { plivoSignature, signedForm } from './plivo-events.ts';

const URL = 'https://belfry.example/api/v2/inbound-webhooks/delivery-providers/e/i';
const KEY = 'auth-token-7c1';
const NONCE = '31627761595286130198';
const now = new Date('2026-11-28T10:00:00Z');

/** Test vectors of the vendor’s SDKs: https://github.com/plivo/plivo-go, `utils_test.go` */
test('the signatures are those of the vendor’s libraries', () => {
  const v2 = plivoSignature('my_auth_token', `https://answer.url${12_345}`);
  expect(v2).toBe('ehV3IKhLysWBxC1sy8INm0qGoQYdYsHwuoKjsX7FsXc='); // cspell:disable-line
  const uuid = '3e82ae9d-2c78-4d85-b1a4-6eae7dbafb36';
  const sip = 'sip:PlivoSignature382029104058171078704104@';
  const form = new URLSearchParams({
    Direction: 'outbound',
    From: '19792014278',
    ALegUUID: uuid,
    CallStatus: 'in-progress',
    BillRate: '0.002',
    ParentAuthID: 'MANWVLYTK4ZWU1YTY4QA', // cspell:disable-line
    To: `${sip}phone-qa.voice.plivodev.com`, // cspell:disable-line
    ALegRequestUUID: uuid,
    CallUUID: uuid,
    RequestUUID: uuid,
    'SIP-H-To': `<${sip}52.9.11.55;transport=udp>;tag=1`,
    SessionStart: '2020-04-08 11:34:33.238707',
    Event: 'StartApp',
  });
  const url = 'https://plivobin.non-prod.plivops.com/api/v1/validate_signature03.xml'; // cspell:disable-line
  const token = 'Y2Q2ZDgxZmY5YWRiOTI5YmQ1Njg0MTAxZWIyOTc4'; // cspell:disable-line
  const v3 = plivoSignature(token, `${signedForm(url, form)}.${NONCE}`);
  expect(v3).toBe('iAjE5QqI37mbkYe4w3jTMudqEzbDufdqi7sYwTu64e0='); // cspell:disable-line
});

// https://docs.plivo.com/docs/messaging/api/message/message-status-callbacks
const DELIVERED = {
  MessageUUID: '0936ec98-7c4c-11e8-9bd8-12313f016a39',
  To: '15558675310',
  From: '14150000001',
  Type: 'sms',
  Status: 'delivered',
  Units: '1',
  TotalRate: '0.00350',
  Sequence: '3',
  DeliveryReportTime: '2026-11-28 09:58:05.123456',
};

interface Signing {
  key?: string;
  url?: string;
}

function v2({ key = KEY, url = URL }: Signing = {}) {
  return { 'x-plivo-signature-v2': plivoSignature(key, url + NONCE), 'x-plivo-signature-v2-nonce': NONCE };
}

function v3(form: URLSearchParams, { key = KEY, url = URL }: Signing = {}) {
  const signature = plivoSignature(key, `${signedForm(url, form)}.${NONCE}`);
  return { 'x-plivo-signature-v3': signature, 'x-plivo-signature-v3-nonce': NONCE };
}

function request(fields: Record<string, string>, headers: Record<string, string> = v2()) {
  return pushed(new URLSearchParams(fields).toString(), headers, { url: URL, key: KEY, now });
}

const read = (fields: Record<string, string>) => readEvents('plivo', request({ ...DELIVERED, ...fields }));

test('a delivered message, without its numbers in the stored part', async () => {
  expect(await read({})).toEqual([
    {
      // The fetched state has the same ID.
      id: '0936ec98-7c4c-11e8-9bd8-12313f016a39 delivered',
      kind: 'delivered',
      at: now,
      providerMessageId: '0936ec98-7c4c-11e8-9bd8-12313f016a39',
      recipient: '+15558675310',
      words: undefined,
      code: undefined,
      raw: {
        MessageUUID: '0936ec98-7c4c-11e8-9bd8-12313f016a39',
        Status: 'delivered',
        Sequence: '3',
        Units: '1',
      },
    },
  ]);
});

test.each([
  ['sent', '', { kind: 'accepted' }],
  ['undelivered', '80', { kind: 'bounced', bounce: 'soft', words: 'Destination temporarily unavailable', code: '80' }],
  ['failed', '50', { kind: 'bounced', bounce: 'hard', words: 'Invalid destination number' }],
  ['failed', '30', { kind: 'bounced', bounce: 'block' }],
  ['failed', '9999', { kind: 'bounced', bounce: 'soft', words: undefined, code: '9999' }],
  ['failed', '200', { kind: 'unsubscribed', words: 'The recipient replied STOP' }],
])('%s with the code %j', async (Status, ErrorCode, expected) => {
  expect(await read({ Status, ErrorCode })).toMatchObject([expected]);
});

test.each<Record<string, string>>([
  { Status: 'queued' },
  { Status: 'constructor' },
  { Status: '' },
  { MessageUUID: '' },
])('%j is not an event', async (fields) => {
  expect(await read(fields)).toEqual([]);
});

test('requests that Plivo did not sign are refused', async () => {
  const form = new URLSearchParams(DELIVERED);
  const accepted = [v2(), v3(form), { ...v3(form), ...v2({ key: 'another' }) }];
  for (const headers of accepted) expect(await refusal('plivo', request(DELIVERED, headers))).toBe('accepted');
  // An account with two auth tokens.
  const both = {
    ...v2(),
    'x-plivo-signature-v2': `${plivoSignature('another', URL + NONCE)},${plivoSignature(KEY, URL + NONCE)}`,
  };
  expect(await refusal('plivo', request(DELIVERED, both))).toBe('accepted');
  const elsewhere = { url: 'https://elsewhere.example/' };
  for (const headers of [
    v2({ key: 'another' }),
    v2(elsewhere),
    { ...v2(), 'x-plivo-signature-v2-nonce': '1' },
    v3(form, { key: 'another' }),
    v3(form, elsewhere),
    // A V3 signature that does not match is an error, even if the V2 signature matches.
    { ...v2(), ...v3(form, { key: 'another' }) },
    v3(new URLSearchParams({ ...DELIVERED, Status: 'failed' })),
  ])
    expect(await refusal('plivo', request(DELIVERED, headers))).toContain('does not match');
  const unsigned: Record<string, string>[] = [
    {},
    { 'x-plivo-signature-v2': 'a' },
    { ...v2(), 'x-plivo-signature-v2': '' },
  ];
  for (const headers of unsigned)
    expect(await refusal('plivo', request(DELIVERED, headers))).toBe('The request has no signature');
});

// https://www.plivo.com/docs/messaging/api/messages/
const detail = (message_state: string, error_code = '000') => ({
  status: 200,
  body: {
    api_id: 'c990ac8a-0ae1-11e1-8ba3-12313f016a39',
    message_uuid: '0936ec98-7c4c-11e8-9bd8-12313f016a39',
    message_direction: 'outbound',
    message_time: '2026-11-28 09:58:00+00:00',
    message_type: 'sms',
    to_number: '15558675310',
    message_state,
    error_code,
  },
});

fateContract({
  id: 'plivo',
  origins: ['https://api.plivo.com'],
  credentials: () => ({ accountSid: 'MA1', token: 'plivo-token-1', from: '+15551234567' }),
  message: { providerMessageId: '0936ec98-7c4c-11e8-9bd8-12313f016a39' },
  wire: [
    {
      path: '/v1/Account/MA1/Message/0936ec98-7c4c-11e8-9bd8-12313f016a39/',
      headers: { authorization: `Basic ${btoa('MA1:plivo-token-1')}` },
    },
  ],
  answers: [
    [
      'delivered',
      detail('delivered'),
      { state: 'delivered', events: [{ kind: 'delivered', at: FATE_NOW, isState: true, code: undefined }] },
    ],
    [
      'bounced for good',
      detail('undelivered', '70'),
      {
        state: 'undelivered',
        events: [{ kind: 'bounced', bounce: 'hard', words: 'Destination permanently unavailable', code: '70' }],
      },
    ],
    ['bounced for now', detail('failed', '80'), { state: 'failed', events: [{ kind: 'bounced', bounce: 'soft' }] }],
    ['blocked', detail('failed', '30'), { state: 'failed', events: [{ kind: 'bounced', bounce: 'block' }] }],
    [
      'stopped',
      detail('failed', '200'),
      { state: 'failed', events: [{ kind: 'unsubscribed', words: 'The recipient replied STOP' }] },
    ],
    ['pending', detail('queued'), { state: 'queued', events: [] }],
  ],
  unknown: { status: 404, body: { api_id: 'a', error: 'not found' } },
  unauthorised: { answer: { status: 401, body: 'Could not verify your access level' }, words: 'access level' },
  secrets: ['plivo-token-1'],
});
