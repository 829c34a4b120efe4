import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { fateContract } from '#testing/fate-contract.ts';

import { pushed, readEvents, refusal } from '#testing/pushed.ts';

const KEY = 'key-of-the-account';
const AT = 1534108637;
const now = new Date(AT * 1000 + 60_000);

/**
 * Signs as documented: HMAC-SHA-256 of the time and the token, in hex.
 * https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks
 */
function signed(event: object, { key = KEY, timestamp = String(AT) } = {}) {
  const token = '651869375b9df3c98fc15c4889b102119add1235c38fc92824';
  const signature = createHmac('sha256', key)
    .update(timestamp + token)
    .digest('hex');
  return { signature: { timestamp, token, signature }, 'event-data': event };
}

/** Parts of the examples of the documentation, and of events that django-anymail recorded (`tests/test_mailgun_webhooks.py`). */
const DELIVERED = {
  event: 'delivered',
  id: 'hJ81-r2Dn-',
  timestamp: 1534108637.153125,
  recipient: 'recipient@example.com',
  'log-level': 'info',
  'user-variables': { message_id: '65f2a1b0c3d4e5f601234567' },
  storage: { url: 'https://sw.api.mailgun.net/v3/domains/example.org/messages/eyJwI' },
  message: {
    headers: { to: 'recipient@example.com', 'message-id': '20180812211713.1.DF59@example.org', subject: 'Secret' },
  },
  'delivery-status': { code: 250, message: 'OK', description: '' },
};

const read = (event: object) => readEvents('mailgun', pushed(signed(event), {}, { key: KEY, now }));

test('a delivered message, without its subject, address and links in the stored part', async () => {
  const [event] = await read(DELIVERED);
  expect(event).toEqual({
    id: 'hJ81-r2Dn-',
    kind: 'delivered',
    at: new Date(1534108637153),
    messageId: '65f2a1b0c3d4e5f601234567',
    providerMessageId: '20180812211713.1.DF59@example.org',
    recipient: 'recipient@example.com',
    words: 'OK',
    code: '250',
    raw: {
      event: 'delivered',
      id: 'hJ81-r2Dn-',
      timestamp: '1534108637.153125',
      'delivery-status.code': '250',
      'log-level': 'info',
    },
  });
});

test.each([
  [
    { event: 'failed', severity: 'permanent', reason: 'bounce' },
    { kind: 'bounced', bounce: 'hard' },
  ],
  [
    { event: 'failed', severity: 'permanent', reason: 'old' },
    { kind: 'bounced', bounce: 'soft' },
  ],
  [
    { event: 'failed', severity: 'permanent', reason: 'espblock' },
    { kind: 'bounced', bounce: 'block' },
  ],
  [
    { event: 'failed', severity: 'permanent', reason: 'bounce', 'delivery-status': { 'enhanced-code': '5.7.1' } },
    { kind: 'bounced', bounce: 'block' },
  ],
  [{ event: 'failed', severity: 'permanent', reason: 'suppress-bounce' }, { kind: 'rejected' }],
  [{ event: 'failed', severity: 'temporary', reason: 'generic' }, { kind: 'delayed' }],
  [{ event: 'rejected', reject: { reason: 'Sandbox', description: '' } }, { kind: 'rejected' }],
  [{ event: 'opened' }, { kind: 'opened' }],
  [{ event: 'clicked', url: 'https://shop.example/?token=secret' }, { kind: 'clicked' }],
  [{ event: 'unsubscribed' }, { kind: 'unsubscribed' }],
  [{ event: 'complained' }, { kind: 'complained' }],
  [{ event: 'accepted' }, { kind: 'accepted' }],
])('%j is %j', async (part, expected) => {
  const events = await read({ ...DELIVERED, ...part });
  expect(events).toMatchObject([expected]);
  expect(JSON.stringify(events[0]?.raw)).not.toContain('secret');
});

test('an unknown event, and one without a time, are left out', async () => {
  expect(await read({ ...DELIVERED, event: 'stored' })).toEqual([]);
  expect(await read({ ...DELIVERED, event: 'constructor' })).toEqual([]);
  expect(await read({ ...DELIVERED, timestamp: 'soon' })).toEqual([]);
});

test.each<[string, unknown, RegExp]>([
  ['another key', signed(DELIVERED, { key: 'another' }), /does not match/],
  [
    'a signature of two days ago',
    signed(DELIVERED, { timestamp: String(AT - 2 * 86_400) }),
    /differs by more than a day/,
  ],
  ['no signature', { 'event-data': DELIVERED }, /no signature/],
  ['a signature that is a list', { ...signed(DELIVERED), signature: [1] }, /no signature/],
  ['a list', [1], /no signature/],
  ['a text that is no JSON', '{', /no signature/],
])('%s is refused', async (_, body, words) => {
  expect(await refusal('mailgun', pushed(body as object, {}, { key: KEY, now }))).toMatch(words);
});

// https://documentation.mailgun.com/docs/mailgun/user-manual/events/event-structure
const listed = (event: object) => ({
  status: 200,
  body: {
    items: [
      {
        id: 'W3X4JOhFT-OZidZGKKr9iA',
        timestamp: 1795860000.5,
        recipient: 'jane@customer.example',
        message: { headers: { 'message-id': 'm-1@shop.example' } },
        ...event,
      },
    ],
    paging: {},
  },
});

fateContract({
  id: 'mailgun',
  origins: [],
  credentials: (baseUrl) => ({
    baseUrl,
    apiKey: 'mailgun-key-1',
    user: 'api',
    domain: 'shop.example',
    from: 'a@shop.example',
    senderName: 'Shop',
  }),
  message: { providerMessageId: 'm-1@shop.example' },
  wire: [
    {
      path: '/v3/shop.example/events?message-id=m-1%40shop.example&begin=1795856280&ascending=yes&limit=300',
      headers: { authorization: `Basic ${btoa('api:mailgun-key-1')}` },
    },
  ],
  answers: [
    ['delivered', listed({ event: 'delivered' }), { events: [{ id: 'W3X4JOhFT-OZidZGKKr9iA', kind: 'delivered' }] }],
    [
      'bounced',
      listed({
        event: 'failed',
        severity: 'permanent',
        reason: 'bounce',
        'delivery-status': { code: 550, message: 'No such user' },
      }),
      { events: [{ kind: 'bounced', bounce: 'hard', words: 'No such user', code: '550' }] },
    ],
    ['pending', listed({ event: 'accepted' }), { events: [{ kind: 'accepted' }] }],
  ],
  unknown: { status: 200, body: { items: [], paging: {} } },
  unauthorised: { answer: { status: 401, body: { message: 'Invalid private key' } }, words: 'Invalid private key' },
  secrets: ['mailgun-key-1'],
});
