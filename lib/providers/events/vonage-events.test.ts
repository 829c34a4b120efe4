import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { fateContract } from '#testing/fate-contract.ts';

import { isTest, pushed, readEvents, refusal } from '#testing/pushed.ts';

/** The example of the vendor’s SDKs, an incoming message: https://github.com/Vonage/vonage-node-sdk, `packages/sms/__tests__` */
const KEY = 'my_secret_key_for_testing';
const EXAMPLE = {
  'message-timestamp': '2013-11-21 15:27:30',
  messageId: '020000001B0FE827',
  msisdn: '14843472194',
  text: 'Test again',
  timestamp: '1385047698',
  to: '13239877404',
  type: 'text',
  sig: 'DDB8397C2B90AAC7F3882D306475C9A5058C92322EEF43C92B298B6E0FC0D330',
};
const then = new Date(1385047698_000);

/** The example of the guide: https://developer.vonage.com/en/messaging/sms/guides/delivery-receipts */
const RECEIPT = {
  'err-code': '0',
  'message-timestamp': '2018-10-25 12:10:29',
  messageId: '0B00000127FDBC63',
  msisdn: '447547232824',
  'network-code': '23410',
  price: '0.03330000',
  scts: '1810251310',
  status: 'delivered',
  to: 'Secret shop',
};
const OURS = { 'api-key': 'secret', 'client-ref': '65f2a1b0c3d4e5f601234567' };

const read = (body: object | string) => readEvents('nexmo', pushed(body));

test('a delivered message', async () => {
  expect(await read({ ...RECEIPT, ...OURS })).toEqual([
    {
      id: '0B00000127FDBC63 delivered 0',
      kind: 'delivered',
      at: new Date('2018-10-25T12:10:29Z'),
      messageId: '65f2a1b0c3d4e5f601234567',
      providerMessageId: '0B00000127FDBC63',
      recipient: '+447547232824',
      words: undefined,
      code: undefined,
      raw: {
        status: 'delivered',
        'err-code': '0',
        messageId: '0B00000127FDBC63',
        'message-timestamp': '2018-10-25 12:10:29',
        scts: '1810251310',
        'network-code': '23410',
      },
    },
  ]);
});

test('a receipt as a form is the same', async () => {
  const receipt = { ...RECEIPT, ...OURS };
  expect(await read(new URLSearchParams(receipt).toString())).toEqual(await read(receipt));
});

test.each<[string, string, object[]]>([
  ['accepted', '0', [{ kind: 'accepted' }]],
  ['buffered', '0', [{ kind: 'delayed' }]],
  ['failed', '1', [{ kind: 'bounced', bounce: 'soft', words: 'Unknown', code: '1' }]],
  ['failed', '2', [{ kind: 'bounced', bounce: 'soft', words: 'Absent Subscriber - Temporary' }]],
  ['failed', '3', [{ kind: 'bounced', bounce: 'hard', words: 'Absent Subscriber - Permanent' }]],
  ['failed', '4', [{ kind: 'bounced', bounce: 'hard' }]],
  ['rejected', '6', [{ kind: 'bounced', bounce: 'block', words: 'Anti-Spam Rejection' }]],
  ['rejected', '9', [{ kind: 'bounced', bounce: 'block' }]],
  ['rejected', '52', [{ kind: 'bounced', bounce: 'block' }]],
  ['failed', '7', [{ kind: 'bounced', bounce: 'soft' }]],
  ['failed', '12', [{ kind: 'bounced', bounce: 'soft' }]],
  ['failed', '777', [{ kind: 'bounced', bounce: 'soft', words: undefined, code: '777' }]],
  ['expired', '0', [{ kind: 'bounced', bounce: 'soft' }]],
  ['unknown', '1', []],
  ['constructor', '0', []],
])('%s with code %s', async (status, code, expected) => {
  const events = await read({ ...RECEIPT, ...OURS, status, 'err-code': code });
  expect(events).toMatchObject(expected);
  expect(JSON.stringify(events.map(({ raw }) => raw))).not.toMatch(/secret|447547232824/i);
});

test.each<[object | string]>([
  [''],
  ['no JSON'],
  ['7'],
  ['[]'],
  ['null'],
  [{}],
  [{ ...RECEIPT, messageId: undefined }],
  [{ ...RECEIPT, status: { a: 1 } }],
  [{ ...RECEIPT, 'message-timestamp': undefined }],
  [{ ...RECEIPT, 'message-timestamp': 'yesterday' }],
  [EXAMPLE],
])('%#: a body without an event', async (body) => {
  expect(await read(body)).toEqual([]);
});

/**
 * https://developer.vonage.com/en/getting-started/concepts/signing-messages. One value contains `&` and `=`, which the
 * signed text replaces.
 */
const UNSIGNED = { ...RECEIPT, 'client-ref': 'a=b&c', nonce: 'ec11dd3e', timestamp: '1540469429' };
const TEXT =
  '&client-ref=a_b_c&err-code=0&message-timestamp=2018-10-25 12:10:29&messageId=0B00000127FDBC63&msisdn=447547232824' +
  '&network-code=23410&nonce=ec11dd3e&price=0.03330000&scts=1810251310&status=delivered&timestamp=1540469429&to=Secret shop';
const SIGNED = { ...UNSIGNED, sig: createHmac('sha256', KEY).update(TEXT).digest('hex') };
const now = new Date('2018-10-25T12:10:40Z');
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);

test('with a signature secret, signed receipts are read, also after a day', async () => {
  expect(await readEvents('nexmo', pushed(EXAMPLE, {}, { key: KEY, now: then }))).toEqual([]);
  for (const at of [now, hours(25)])
    expect(await readEvents('nexmo', pushed(SIGNED, {}, { key: KEY, now: at }))).toMatchObject([{ kind: 'delivered' }]);
  const form = new URLSearchParams(SIGNED).toString();
  expect(await refusal('nexmo', pushed(form, {}, { key: KEY, now }))).toBe('accepted');
});

test.each<[string, object | string, { key?: string; now?: Date }, RegExp]>([
  ['another value', { ...SIGNED, status: 'failed' }, {}, /does not match/],
  ['one more value', { ...SIGNED, a: '1' }, {}, /does not match/],
  ['another secret', SIGNED, { key: 'other' }, /does not match/],
  ['a signature by MD5', { ...EXAMPLE, sig: 'd2e7b1dc968737c5998ad624e02f90b7' }, { now: then }, /SHA-256/],
  ['no signature', UNSIGNED, {}, /no signature/],
  ['no time', { ...SIGNED, timestamp: undefined }, {}, /no signature/],
  ['no receipt', 'no JSON', {}, /no signature/],
  ['a replay after three days', SIGNED, { now: hours(72) }, /differs by more/],
  ['a time in the future', SIGNED, { now: hours(-72) }, /differs by more/],
])('with a signature secret, %s is refused', async (_, body, more, words) => {
  expect(await refusal('nexmo', pushed(body, {}, { key: KEY, now, ...more }))).toMatch(words);
});

test('receipts are read from the query of GET requests too, with the same signature', async () => {
  const query = new URLSearchParams(SIGNED as Record<string, string>);
  const byGet = (text: string, more: object = {}) =>
    pushed('', {}, { url: `https://belfry.example/a?${text}`, ...more });
  const signedAt = { key: KEY, now };
  expect(await readEvents('nexmo', byGet(query.toString(), signedAt))).toMatchObject([{ kind: 'delivered' }]);
  expect(await readEvents('nexmo', pushed('', {}, { url: `/a?${query}` }))).toHaveLength(1);
  query.set('err-code', '99');
  expect(await refusal('nexmo', byGet(query.toString(), signedAt))).toMatch(/does not match/);
});

test('a request without a receipt is the test of a new address', async () => {
  for (const body of ['', '{}', 'no JSON', '[]', { a: 'b' }]) expect(await isTest('nexmo', pushed(body))).toBe(true);
  expect(await isTest('nexmo', pushed('', {}, { url: 'https://belfry.example/a?b=c' }))).toBe(true);
  expect(await isTest('nexmo', pushed('', {}, { url: 'https://belfry.example/a?messageId=1' }))).toBe(false);
  for (const body of [RECEIPT, 'messageId=1', { sig: 'x' }]) expect(await isTest('nexmo', pushed(body))).toBe(false);
});

// https://developer.vonage.com/en/reports/code-snippets/load-records-sync-id
const record = (more: object) => ({
  status: 200,
  body: {
    request_id: 'r',
    items_count: 1,
    records: [
      {
        account_id: 'key-1',
        message_id: '0A0000001234567B',
        direction: 'outbound',
        to: '15558675310',
        network: '310090',
        date_received: '2026-11-28T09:58:00+0000',
        date_finalized: '2026-11-28T09:58:07+0000',
        status: 'delivered',
        error_code: '0',
        error_code_description: 'Delivered',
        ...more,
      },
    ],
  },
});

fateContract({
  id: 'nexmo',
  origins: ['https://api.nexmo.com'],
  credentials: () => ({ apiKey: 'key-1', secretKey: 'nexmo-secret-1', from: 'Shop' }),
  message: { providerMessageId: '0A0000001234567B' },
  wire: [
    {
      path: '/v2/reports/records?account_id=key-1&product=SMS&direction=outbound&id=0A0000001234567B',
      headers: { authorization: `Basic ${btoa('key-1:nexmo-secret-1')}` },
    },
  ],
  answers: [
    // The ID equals the ID of the pushed receipt.
    [
      'delivered',
      record({}),
      {
        state: 'delivered',
        events: [{ id: '0A0000001234567B delivered 0', kind: 'delivered', at: new Date('2026-11-28T09:58:07Z') }],
      },
    ],
    [
      'bounced, with the code of another step',
      record({ status: 'failed' }),
      { state: 'failed', events: [{ kind: 'bounced', bounce: undefined }] },
    ],
    [
      'pending',
      record({ status: 'submitted', date_finalized: '' }),
      { state: 'submitted', events: [{ kind: 'accepted' }] },
    ],
    ['unclear', record({ status: 'unknown' }), { state: 'unknown', events: [] }],
  ],
  unknown: { status: 200, body: { request_id: 'r', items_count: 0, records: [], ids_not_found: 'm' } },
  unauthorised: {
    answer: { status: 401, body: { detail: 'You did not provide correct credentials.' } },
    words: 'correct credentials',
  },
  secrets: ['nexmo-secret-1'],
});
