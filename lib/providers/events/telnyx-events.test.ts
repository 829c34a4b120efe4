import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { fateContract } from '#testing/fate-contract.ts';

import { pushed, readEvents, refusal } from '#testing/pushed.ts';

// Telnyx publishes no example of a signature. Its SDKs sign and verify `time|body` (https://github.com/team-telnyx/telnyx-node).
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const rawKey = (key: typeof publicKey) =>
  Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');
const KEY = rawKey(publicKey);
const now = new Date('2019-12-09T21:32:20Z');
const TIME = String(now.getTime() / 1000);

function signed(body: object | string, time = TIME): Record<string, string> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const signature = sign(null, Buffer.from(`${time}|${text}`), privateKey).toString('base64');
  return { 'telnyx-signature-ed25519': signature, 'telnyx-timestamp': time };
}

const read = (body: object | string) => readEvents('telnyx', pushed(body, signed(body), { key: KEY, now }));

/** An event in the documented form: https://developers.telnyx.com/docs/messaging/messages/receiving-webhooks */
const PAYLOAD = {
  completed_at: '2019-12-09T21:32:14.148+00:00',
  cost: { amount: '0.0051', currency: 'USD' },
  direction: 'outbound',
  encoding: 'GSM-7',
  errors: [],
  from: { carrier: 'Telnyx', line_type: 'VoIP', phone_number: '+18445550001' },
  id: '834f3d53-8a3c-4aa0-a733-7f2d682a72df',
  messaging_profile_id: '16fd2706-8baf-433b-82eb-8c7fada847da',
  record_type: 'message',
  text: 'Secret text',
  to: [{ carrier: 'T-MOBILE USA, INC.', line_type: 'Wireless', phone_number: '+18665550002', status: 'delivered' }],
  type: 'SMS',
  webhook_url: 'https://a.example/secret',
};
const DELIVERED = {
  data: {
    event_type: 'message.finalized',
    id: '4ee8c3a6-4995-4309-a3c6-38e3db9ea4be',
    occurred_at: '2019-12-09T21:32:14.148+00:00',
    payload: PAYLOAD,
    record_type: 'event',
  },
  meta: { attempt: 1, delivered_to: 'https://a.example/secret' },
};

test('a delivered message', async () => {
  expect(await read(DELIVERED)).toEqual([
    {
      id: '834f3d53-8a3c-4aa0-a733-7f2d682a72df message.finalized delivered',
      kind: 'delivered',
      at: new Date('2019-12-09T21:32:14.148Z'),
      providerMessageId: '834f3d53-8a3c-4aa0-a733-7f2d682a72df',
      recipient: '+18665550002',
      words: undefined,
      code: undefined,
      raw: {
        event_type: 'message.finalized',
        id: '4ee8c3a6-4995-4309-a3c6-38e3db9ea4be',
        occurred_at: '2019-12-09T21:32:14.148+00:00',
        'payload.id': '834f3d53-8a3c-4aa0-a733-7f2d682a72df',
        'payload.to.0.status': 'delivered',
        'payload.to.0.carrier': 'T-MOBILE USA, INC.',
        'payload.to.0.line_type': 'Wireless',
      },
    },
  ]);
});

const error = (code: string) => [{ code, title: 'Not routable', detail: 'The number is a landline.' }];
const words = 'The number is a landline.';
test.each<[string, string, string | undefined, object[]]>([
  ['message.sent', 'queued', undefined, [{ kind: 'accepted', words: undefined }]],
  ['message.finalized', 'sent', undefined, [{ kind: 'accepted' }]],
  ['message.finalized', 'delivered', '40001', [{ kind: 'delivered' }]],
  ['message.finalized', 'delivery_failed', '40001', [{ kind: 'bounced', bounce: 'hard', words, code: '40001' }]],
  ['message.finalized', 'delivery_failed', '40012', [{ kind: 'bounced', bounce: 'hard' }]],
  ['message.finalized', 'delivery_failed', '40002', [{ kind: 'bounced', bounce: 'block' }]],
  ['message.finalized', 'delivery_failed', '40003', [{ kind: 'bounced', bounce: 'block' }]],
  ['message.finalized', 'delivery_failed', '40017', [{ kind: 'bounced', bounce: 'block' }]],
  ['message.finalized', 'delivery_failed', '40010', [{ kind: 'bounced', bounce: 'block' }]],
  ['message.finalized', 'delivery_failed', '40006', [{ kind: 'bounced', bounce: 'soft' }]],
  ['message.finalized', 'delivery_failed', '40008', [{ kind: 'bounced', bounce: 'soft' }]],
  ['message.finalized', 'delivery_failed', undefined, [{ kind: 'bounced', bounce: 'soft', code: undefined }]],
  ['message.finalized', 'delivery_failed', '40300', [{ kind: 'rejected' }]],
  ['message.finalized', 'sending_failed', undefined, [{ kind: 'rejected' }]],
  ['message.finalized', 'sending_failed', '40015', [{ kind: 'bounced', bounce: 'block' }]],
  ['message.finalized', 'expired', '40014', [{ kind: 'rejected' }]],
  ['message.finalized', 'expired', '40005', [{ kind: 'bounced', bounce: 'soft' }]],
  ['message.finalized', 'delivery_unconfirmed', undefined, []],
  ['message.finalized', 'constructor', undefined, []],
  ['message.received', 'delivered', undefined, []],
  ['call.hangup', 'delivered', undefined, []],
])('%s with status %s and error %s', async (eventType, status, code, expected) => {
  const payload = { ...PAYLOAD, to: [{ ...PAYLOAD.to[0], status }], errors: code === undefined ? [] : error(code) };
  const events = await read({ data: { ...DELIVERED.data, event_type: eventType, payload } });
  expect(events).toMatchObject(expected);
  expect(JSON.stringify(events.map(({ raw }) => raw))).not.toMatch(/secret|\+1/i);
});

test.each([
  '',
  'no JSON',
  '7',
  '[]',
  'null',
  '{}',
  '{"data":7}',
  '{"data":{"event_type":"message.finalized","payload":{"to":7}}}',
])('a body without an event: %s', async (body) => expect(await read(body)).toEqual([]));

const other = generateKeyPairSync('ed25519').publicKey;
const later = (ms: number) => new Date(now.getTime() + ms);
test.each<[string, Record<string, string>, { key?: string; now?: Date }, RegExp]>([
  ['another body', signed({}), {}, /does not match/],
  ['another time', { ...signed(DELIVERED), 'telnyx-timestamp': '1575927141' }, {}, /does not match/],
  ['another key', signed(DELIVERED), { key: rawKey(other) }, /does not match/],
  ['no key', signed(DELIVERED), { key: 'KEY0123' }, /copy it again/],
  ['a short signature', { ...signed(DELIVERED), 'telnyx-signature-ed25519': 'AAAA' }, {}, /does not match/],
  ['no signature', { 'telnyx-timestamp': TIME }, {}, /no signature/],
  ['no time', { 'telnyx-signature-ed25519': signed(DELIVERED)['telnyx-signature-ed25519'] ?? '' }, {}, /no signature/],
  ['a time that is none', signed(DELIVERED, 'now'), {}, /differs by more/],
  ['a replay after six minutes', signed(DELIVERED), { now: later(360_000) }, /differs by more/],
  ['a time in the future', signed(DELIVERED), { now: later(-360_000) }, /differs by more/],
])('%s is refused', async (_, headers, more, reason) => {
  expect(await refusal('telnyx', pushed(DELIVERED, headers, { key: KEY, now, ...more }))).toMatch(reason);
});

// https://developers.telnyx.com/api-reference/messages/retrieve-a-message
const retrieved = (status: string, more: object = {}) => ({
  status: 200,
  body: {
    data: {
      record_type: 'message',
      direction: 'outbound',
      id: '40385f64-5717-4562-b3fc-2c963f66afa6',
      to: [{ phone_number: '+15558675310', status, carrier: 'T-MOBILE USA, INC.', line_type: 'Wireless' }],
      text: 'Hello',
      sent_at: '2026-11-28T09:58:01Z',
      completed_at: '2026-11-28T09:58:06Z',
      errors: [],
      ...more,
    },
  },
});

fateContract({
  id: 'telnyx',
  origins: ['https://api.telnyx.com'],
  credentials: () => ({ apiKey: 'telnyx-key-1', messageProfileId: 'p', from: '+15551234567' }),
  message: { providerMessageId: '40385f64-5717-4562-b3fc-2c963f66afa6' },
  wire: [
    { path: '/v2/messages/40385f64-5717-4562-b3fc-2c963f66afa6', headers: { authorization: 'Bearer telnyx-key-1' } },
  ],
  answers: [
    [
      'delivered',
      retrieved('delivered'),
      {
        state: 'delivered',
        events: [
          {
            id: '40385f64-5717-4562-b3fc-2c963f66afa6 message.finalized delivered',
            kind: 'delivered',
            at: new Date('2026-11-28T09:58:06Z'),
          },
        ],
      },
    ],
    [
      'bounced',
      retrieved('delivery_failed', { errors: [{ code: '40001', title: 'Not routable' }] }),
      { state: 'delivery_failed', events: [{ kind: 'bounced', bounce: 'hard', words: 'Not routable', code: '40001' }] },
    ],
    ['sent', retrieved('sent', { completed_at: null }), { state: 'sent', events: [{ kind: 'accepted' }] }],
    ['pending', retrieved('queued', { completed_at: null, sent_at: null }), { state: 'queued', events: [] }],
  ],
  unknown: { status: 404, body: { errors: [{ code: '10005', title: 'Resource not found' }] } },
  unauthorised: {
    answer: { status: 401, body: { errors: [{ code: '10009', title: 'Authentication failed' }] } },
    words: 'Authentication failed',
  },
  secrets: ['telnyx-key-1'],
});
