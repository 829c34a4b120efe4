import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { fateContract } from '#testing/fate-contract.ts';
import { pushed, readEvents, refusal } from '#testing/pushed.ts';

const KEY = 'KeV+/HGoIQrxuE5YPCRR6AuQOJveldYNNhbVi1i22qk='; // cspell:disable-line
const URL = 'https://belfry.example/api/v1/inbound/token';
const AT = '2026-11-28T09:58:05.123Z';

// https://docs.bird.com/api/channels-api/message-status-and-interactions/message-failure-codes
const FAILURE = {
  status: 'delivery_failed',
  reason: 'details: unknown subscriber; reason: unknown_subscriber; code: 1',
  details: 'unknown_subscriber',
  failure: { code: 15005, source: { name: 'sms-messagebird', code: '1' } },
};

/** A message with the documented fields: https://docs.bird.com/api/channels-api/api-reference/messaging */
function message(changes: object = {}) {
  return {
    id: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
    channelId: '58c44c1d-a6a0-4cb6-9f78-05308de87451',
    sender: { connector: { id: '3fa85f64-5717-4562-b3fc-2c963f66afa7', identifierValue: '+15558675399' } },
    receiver: { contacts: [{ id: 'c-1', identifierKey: 'phonenumber', identifierValue: '+15558675310' }] },
    body: { type: 'text', text: { text: 'Your code is 1234' } },
    reference: 'c'.repeat(24),
    status: 'delivered',
    direction: 'outgoing',
    lastStatusAt: AT,
    createdAt: '2026-11-28T09:58:00Z',
    updatedAt: '2026-11-28T09:59:00Z',
    ...changes,
  };
}

const event = (payload: object, name = 'sms.outbound') => ({ service: 'channels', event: name, payload });
const read = (payload: object, name?: string) => readEvents('messagebird', pushed(event(payload, name)));

test('a failure is read with its code and reason, without number and content', async () => {
  const [failed, ...others] = await read(message(FAILURE));
  expect(others).toEqual([]);
  expect(failed).toMatchObject({
    id: '3fa85f64-5717-4562-b3fc-2c963f66afa6 delivery_failed',
    kind: 'bounced',
    bounce: 'hard',
    at: new Date(AT),
    messageId: 'c'.repeat(24),
    providerMessageId: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
    recipient: '+15558675310',
    words: 'unknown subscriber',
    code: '1',
    raw: { status: 'delivery_failed', 'failure.code': '15005', 'failure.source.name': 'sms-messagebird' },
  });
  expect(JSON.stringify(failed?.raw)).not.toMatch(/5558675310|code is/);
});

const failing = (status: string, details?: string) => message({ ...FAILURE, status, details });

test.each([
  ['accepted', message({ status: 'accepted' }), { kind: 'accepted' }],
  ['sent', message({ status: 'sent' }), { kind: 'accepted' }],
  ['delivered', message(), { kind: 'delivered', words: undefined, code: undefined }],
  ['rejected', message({ status: 'rejected' }), { kind: 'rejected' }],
  ['not sent', failing('sending_failed'), { kind: 'rejected', code: '1' }],
  [
    'not sent to an unknown number',
    failing('sending_failed', 'unknown_subscriber'),
    { kind: 'bounced', bounce: 'hard' },
  ],
  ['a failed network', failing('delivery_failed', 'received_network_error'), { kind: 'bounced', bounce: 'soft' }],
  ['a refusing carrier', failing('delivery_failed', 'Carrier rejected'), { kind: 'bounced', bounce: 'block' }],
  ['a recipient who opted out', failing('sending_failed', 'opted_out'), { kind: 'rejected', words: 'opted out' }],
  ['a failure without details', failing('delivery_failed'), { kind: 'bounced', bounce: 'soft', code: '1' }],
  [
    'a failure with a description only',
    message({ status: 'sending_failed', failure: { code: 12003, description: 'Unsupported destination' } }),
    { kind: 'rejected', words: 'Unsupported destination', code: '12003' },
  ],
  ['no time of the status', message({ lastStatusAt: undefined }), { at: new Date('2026-11-28T09:59:00Z') }],
])('the meaning of a status: %s', async (_, payload, expected) => {
  expect(await read(payload)).toMatchObject([expected]);
});

test('events that say nothing about a sent SMS are omitted', async () => {
  expect(await read(failing('delivery_failed', 'dlr_not_received')), 'no report of the carrier').toEqual([]);
  for (const status of ['processing', 'constructor', '', 7])
    expect(await read(message({ status })), String(status)).toEqual([]);
  expect(await read(message({ direction: 'incoming' }), 'sms.inbound')).toEqual([]);
  expect(await read(message(), 'whatsapp.outbound')).toEqual([]);
  for (const odd of ['[]', 'null', '"x"', '{"event":"sms.outbound"}', '{"event":"sms.outbound","payload":[]}', '{'])
    expect(await readEvents('messagebird', pushed(odd)), odd).toEqual([]);
  expect(await read(message({ id: undefined, lastStatusAt: 'never', updatedAt: 'never' }))).toEqual([]);
});

/** https://docs.bird.com/api/notifications-api/api-reference/webhook-subscriptions/verifying-a-webhook-subscription */
function signed(body: string, { key = KEY, url = URL, time = '1764323885' } = {}) {
  const hash = createHash('sha256').update(body).digest();
  const payload = Buffer.concat([Buffer.from(`${time}\n${url}\n`), hash]);
  const signature = createHmac('sha256', key).update(payload).digest('base64');
  return { 'messagebird-signature': signature, 'messagebird-request-timestamp': time };
}

test('the signature covers time, address and body', async () => {
  const body = JSON.stringify(event(message()));
  const sentAt = new Date(1_764_323_885_000);
  const refused = (text: string, headers: Record<string, string>, more: object = {}) =>
    refusal('messagebird', pushed(text, headers, { key: KEY, now: sentAt, ...more }));
  const after = (hours: number) => ({ now: new Date(sentAt.getTime() + hours * 3_600_000) });
  expect(await refused(body, signed(body))).toBe('accepted');
  expect(await refused(body, signed(body), after(23)), 'a late retry').toBe('accepted');
  expect(await refused(body, signed(body), after(25))).toMatch(/more than a day/);
  expect(await refused(body, signed(body), after(-25))).toMatch(/more than a day/);
  const wrong = /does not match the signing key of the integration and PUBLIC_URL/;
  expect(await refused(body.replace('delivered', 'sent'), signed(body))).toMatch(wrong);
  expect(await refused(body, signed(body), { url: `${URL}2` })).toMatch(wrong);
  expect(await refused(body, signed(body), { key: 'another' })).toMatch(wrong);
  expect(await refused(body, { ...signed(body), 'messagebird-request-timestamp': '1764323886' })).toMatch(wrong);
  for (const odd of ['x', signed(body)['messagebird-signature'].toLowerCase(), '='.repeat(1000)])
    expect(await refused(body, { ...signed(body), 'messagebird-signature': odd }), odd).toMatch(wrong);
  for (const name of Object.keys(signed(body)))
    expect(await refused(body, { ...signed(body), [name]: '' }), name).toBe('The request has no signature');
});

test('a signature of the former API, which does not cover the address, does not prove a body', async () => {
  const body = JSON.stringify(event(message()));
  const time = '1764323885';
  const hash = createHash('sha256').update(body).digest();
  const signature = createHmac('sha256', KEY).update(`${time}\n\n`).update(hash).digest('base64');
  const headers = { 'messagebird-signature': signature, 'messagebird-request-timestamp': time };
  const request = pushed(body, headers, { key: KEY, now: new Date(1_764_323_885_000) });
  expect(await refusal('messagebird', request)).toMatch(/does not match/);
});

const answer = (changes: object) => ({ status: 200, body: message(changes) });

// https://docs.bird.com/api/channels-api/api-reference/messaging
fateContract({
  id: 'messagebird',
  origins: ['https://api.bird.com'],
  credentials: () => ({ accessKey: 'bird-key-1', workspaceId: 'w-1', channelId: 'c/1' }),
  wire: [
    {
      path: '/workspaces/w-1/channels/c%2F1/messages/m-1',
      headers: { authorization: 'AccessKey bird-key-1', accept: 'application/json' },
    },
  ],
  answers: [
    ['delivered', answer({}), { state: 'delivered', events: [{ kind: 'delivered', at: new Date(AT) }] }],
    [
      'unknown number',
      answer(FAILURE),
      {
        state: 'delivery_failed',
        events: [
          { id: '3fa85f64-5717-4562-b3fc-2c963f66afa6 delivery_failed', kind: 'bounced', bounce: 'hard', code: '1' },
        ],
      },
    ],
    ['in progress', answer({ status: 'processing' }), { state: 'processing', events: [] }],
  ],
  unknown: { status: 404, body: { code: 'NotFound', message: 'Message not found' } },
  unauthorised: {
    answer: { status: 403, body: { code: 'AccessDenied', message: 'Access denied' } },
    words: 'Access denied',
  },
  secrets: ['bird-key-1'],
});
