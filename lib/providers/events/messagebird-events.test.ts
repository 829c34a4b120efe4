import { createHash, createHmac } from 'node:crypto';
import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { fateContract } from '#testing/fate-contract.ts';
import { pushed, readEvents, refusal } from '#testing/pushed.ts';

const HEADER = 'messagebird-signature-jwt';
const ADDRESS = 'https://belfry.example/api/v1/inbound/token';

// https://developers.messagebird.com/api/sms-messaging/#handle-a-status-report
const REPORT = new URLSearchParams({
  id: 'e8077d803532c0b5937c639b60216938',
  reference: 'c'.repeat(24),
  recipient: '15558675310',
  status: 'delivery_failed',
  statusReason: 'unknown subscriber',
  statusErrorCode: '1',
  statusDatetime: '2026-11-28T09:58:05+00:00',
});
const FAILED = {
  id: 'e8077d803532c0b5937c639b60216938 delivery_failed',
  kind: 'bounced',
  bounce: 'hard',
  at: new Date('2026-11-28T09:58:05Z'),
  messageId: 'c'.repeat(24),
  providerMessageId: 'e8077d803532c0b5937c639b60216938',
  recipient: '+15558675310',
  words: 'unknown subscriber',
  code: '1',
};

test('the documented report is read, with and without an encoded plus sign', async () => {
  for (const query of [REPORT.toString(), REPORT.toString().replace('%2B', '+')]) {
    const events = await readEvents('messagebird', pushed('', {}, { url: `${ADDRESS}?${query}` }));
    expect(events).toMatchObject([FAILED]);
    expect(JSON.stringify(events[0]?.raw)).not.toContain('5558675310');
  }
  const withoutOrigin = pushed('', {}, { url: `/api/v1/inbound/token?${REPORT}` });
  expect(await readEvents('messagebird', withoutOrigin), 'without PUBLIC_URL').toMatchObject([FAILED]);
  for (const query of ['', '?id=', '?id=x&status=constructor', '?status=delivered'])
    expect(await readEvents('messagebird', pushed('', {}, { url: ADDRESS + query })), query).toEqual([]);
});

/** A signature of the tests of MessageBird’s Go library: https://github.com/messagebird/go-rest-api/tree/master/signature_jwt */
const REFERENCE = {
  key: '36efdd1aace2e26cd490f0d951138253bef2f7c6d34d18981da781555cc4cebb',
  token:
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJNZXNzYWdlQmlyZCIsIm5iZiI6MTYyNTQ3OTIwMCwiZXhwIjoxNjI1NDc5MjYwLCJqdGkiOiI5M2U1NTAwNi1hMGU4LTQ1MjYtYTE5MC1mYTVmZjAwZWExMTYiLCJ1cmxfaGFzaCI6IjQxZjA1ZjBkZGQwYTIyYWIyMDlhYzQ2ZjQ3YzQ1NzJkOWNlZmEyNTdlZDc0YjI0MDA0YmFlNzUzZWNlNmMyNjAiLCJwYXlsb2FkX2hhc2giOiJkZmZkNjAyMWJiMmJkNWIwYWY2NzYyOTA4MDllYzNhNTMxOTFkZDgxYzdmNzBhNGIyODY4OGEzNjIxODI5ODZmIn0._H--TOuYFLpeEH39-rg5E3IHVkjHozBcaKVWPRC5m9I', // cspell:disable-line
  url: 'https://example.com/path?bar=1&foo=2',
  body: 'Hello, World!',
  now: new Date(1_625_479_230_000),
};

test('the signature of the vendor’s library is accepted, and no other one', async () => {
  const { key, token, url, body, now } = REFERENCE;
  const signed = { key, url, now };
  const refused = (text: string, more: object, given = token) =>
    refusal('messagebird', pushed(text, given ? { [HEADER]: given } : {}, { ...signed, ...more }));
  expect(await refused(body, {})).toBe('accepted');
  expect(await refused('Hello, World?', {})).toMatch(/does not match the address/);
  expect(await refused('', {})).toMatch(/does not match the address/);
  expect(await refused(body, { url: 'https://example.com/path?bar=2&foo=2' })).toMatch(/does not match the address/);
  expect(await refused(body, { now: new Date(1_625_479_300_000) })).toBe('The signature has expired');
  expect(await refused(body, { now: new Date(1_625_479_100_000) })).toMatch(/does not match the signing key/);
  expect(await refused(body, { key: 'another key' })).toMatch(/does not match the signing key/);
  expect(await refused(body, {}, '')).toBe('The request has no signature');
  for (const odd of ['x', 'a.b.c', token.slice(0, -1), `eyJhbGciOiJub25lIn0.${token.split('.')[1]}.`])
    expect(await refused(body, {}, odd), odd).toMatch(/does not match the signing key/);
});

test('a GET request has no body, and its signature covers the query', async () => {
  const url = `${ADDRESS}?${REPORT}`;
  const sign = (claims: object) =>
    new SignJWT({ url_hash: createHash('sha256').update(url).digest('hex'), ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('MessageBird')
      .setNotBefore('0s')
      .setExpirationTime('60s')
      .sign(Buffer.from(REFERENCE.key));
  const requestWith = (token: string, address = url) =>
    pushed('', { [HEADER]: token }, { url: address, key: REFERENCE.key });
  const token = await sign({});
  expect(await readEvents('messagebird', requestWith(token))).toMatchObject([FAILED]);
  expect(await refusal('messagebird', requestWith(token, url.replace('delivery_failed', 'delivered')))).toMatch(
    /address/,
  );
});

/** The example of https://github.com/messagebird/ruby-rest-api (examples/signed_request_verification.rb) */
const OLDER = {
  signature: 'KVBdcVdz2lYMwcBLZCRITgxUfA/WkwSi+T3Wxl2HL6w=', // cspell:disable-line
  key: 'PlLrKaqvZNRR5zAjm42ZT6q1SQxgbbGd', // cspell:disable-line
  time: '1547198231',
  query: new URLSearchParams({
    recipient: '31612345678',
    reference: 'FOO',
    statusDatetime: '2019-01-11T09:17:11+00:00',
    id: 'eef0ab57a9e049be946f3821568c2b2e',
    status: 'delivered',
    mccmnc: '20408',
    ported: '1',
  }).toString(),
};

function older(query: string, { signature = OLDER.signature, time = OLDER.time, seconds = 9, ...more } = {}) {
  const now = new Date((Number(OLDER.time) + seconds) * 1000);
  const headers = { 'messagebird-signature': signature, 'messagebird-request-timestamp': time };
  return pushed('', headers, { url: `${ADDRESS}?${query}`, key: OLDER.key, now, ...more });
}

test.each([
  ['encoded', OLDER.query],
  ['with a plus sign and colons', OLDER.query.replaceAll('%2B', '+').replaceAll('%3A', ':')],
])('the older signature of the vendor’s example is accepted, %s', async (_, query) => {
  expect(await readEvents('messagebird', older(query))).toMatchObject([
    { id: 'eef0ab57a9e049be946f3821568c2b2e delivered', kind: 'delivered', at: new Date('2019-01-11T09:17:11Z') },
  ]);
});

test('the older signature covers the query and the body, for 100 seconds', async () => {
  const refused = (request: ReturnType<typeof older>) => refusal('messagebird', request);
  expect(await refused(older(OLDER.query.replace('delivered', 'sent')))).toMatch(/does not match/);
  expect(await refused(older(`${OLDER.query}&statusReason=x`))).toMatch(/does not match/);
  expect(await refused({ ...older(OLDER.query), body: Buffer.from('x') })).toMatch(/does not match/);
  expect(await refused({ ...older(OLDER.query), key: 'another' })).toMatch(/does not match/);
  expect(await refused(older(OLDER.query, { time: '1547198232' }))).toMatch(/does not match/);
  expect(await refused(older(OLDER.query, { signature: '' }))).toMatch(/no signature/);
  expect(await refused(older(OLDER.query, { time: '' }))).toMatch(/no signature/);
  expect(await refused(older(OLDER.query, { seconds: 101 }))).toMatch(/100 seconds/);
  expect(await refused(older(OLDER.query, { seconds: 99 }))).toBe('accepted');
});

test.each(['carrier+rejected', 'carrier%20rejected'])(
  'the older signature may encode blanks as in %s',
  async (reason) => {
    const query = `id=1&statusReason=${reason}`;
    const signature = createHmac('sha256', OLDER.key)
      .update(`${OLDER.time}\n${query}\n`)
      .update(createHash('sha256').digest())
      .digest('base64');
    expect(await refusal('messagebird', older(query, { signature }))).toBe('accepted');
  },
);

test('a wrong JWT is refused, whatever the older signature is', async () => {
  const request = older(OLDER.query);
  const header = (name: string) => (name === HEADER ? 'x' : request.header(name));
  expect(await refusal('messagebird', { ...request, header })).toMatch(/does not match the signing key/);
});

// https://developers.messagebird.com/api/sms-messaging/#view-an-sms
const message = (recipient: object) => ({
  status: 200,
  body: {
    id: 'e8077d803532c0b5937c639b60216938',
    body: 'Hello',
    recipients: {
      totalCount: 1,
      items: [
        { recipient: 15558675310, status: 'delivered', statusDatetime: '2026-11-28T09:58:05+00:00', ...recipient },
      ],
    },
  },
});

fateContract({
  id: 'messagebird',
  origins: ['https://rest.messagebird.com'],
  credentials: () => ({ accessKey: 'messagebird-key-1', from: 'Shop' }),
  message: { providerMessageId: 'e8077d803532c0b5937c639b60216938' },
  wire: [
    {
      path: '/messages/e8077d803532c0b5937c639b60216938',
      headers: { authorization: 'AccessKey messagebird-key-1', accept: 'application/json' },
    },
  ],
  answers: [
    [
      'delivered',
      message({}),
      {
        state: 'delivered',
        events: [{ kind: 'delivered', at: new Date('2026-11-28T09:58:05Z'), recipient: '+15558675310' }],
      },
    ],
    [
      'bounced for good',
      message({ status: 'delivery_failed', statusReason: 'unknown subscriber', statusErrorCode: 1 }),
      {
        state: 'delivery_failed',
        events: [{ kind: 'bounced', bounce: 'hard', words: 'unknown subscriber', code: '1' }],
      },
    ],
    [
      'bounced for now',
      message({ status: 'delivery_failed', statusReason: 'unavailable subscriber', statusErrorCode: 27 }),
      { state: 'delivery_failed', events: [{ kind: 'bounced', bounce: 'soft' }] },
    ],
    [
      'blocked',
      message({ status: 'delivery_failed', statusReason: 'carrier rejected' }),
      { state: 'delivery_failed', events: [{ kind: 'bounced', bounce: 'block' }] },
    ],
    ['unclear', message({ status: 'expired', statusReason: 'DLR not received' }), { state: 'expired', events: [] }],
    ['pending', message({ status: 'sent' }), { state: 'sent', events: [{ kind: 'accepted', words: undefined }] }],
  ],
  unknown: { status: 404, body: { errors: [{ code: 20, description: 'message not found', parameter: null }] } },
  unauthorised: {
    answer: { status: 401, body: { errors: [{ code: 2, description: 'Request not allowed (incorrect access_key)' }] } },
    words: 'incorrect access_key',
  },
  secrets: ['messagebird-key-1'],
});
