import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { FATE_NOW, fateContract } from '#testing/fate-contract.ts';

import { pushed, readEvents, refusal } from '#testing/pushed.ts';

/** The example of Svix, which signs for Resend: https://docs.svix.com/receiving/verifying-payloads/how */
const KEY = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const EXAMPLE = {
  'svix-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'svix-timestamp': '1614265330',
  'svix-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const EXAMPLE_BODY = '{"test": 2432232314}';
const now = new Date(1614265330_000);

function signed(body: object, { id = 'msg_1', at = 1614265330, key = KEY } = {}) {
  const secret = Buffer.from(key.slice('whsec_'.length), 'base64');
  const mac = createHmac('sha256', secret)
    .update(`${id}.${at}.${JSON.stringify(body)}`)
    .digest('base64');
  return { 'svix-id': id, 'svix-timestamp': String(at), 'svix-signature': `v1,b3RoZXI= v1,${mac}` };
}

const read = (body: object) => readEvents('resend', pushed(body, signed(body), { key: KEY, now }));

/** An event that django-anymail recorded (`tests/test_resend_webhooks.py`), with Belfry's tag added. */
const DELIVERED = {
  type: 'email.delivered',
  created_at: '2023-09-28T17:19:44.823Z',
  data: {
    created_at: '2023-09-28T17:19:43.982Z',
    email_id: '56761188-7520-42d8-8898-ff6fc54ce618',
    from: 'Sender <from@example.com>',
    subject: 'Secret',
    to: ['to@example.org'],
    tags: { message_id: '65f2a1b0c3d4e5f601234567' },
  },
};

test('the example of the signing service is accepted, and has no event', async () => {
  expect(await readEvents('resend', pushed(EXAMPLE_BODY, EXAMPLE, { key: KEY, now }))).toEqual([]);
});

test('a delivered message', async () => {
  expect(await read(DELIVERED)).toEqual([
    {
      id: 'msg_1',
      kind: 'delivered',
      at: new Date('2023-09-28T17:19:44.823Z'),
      messageId: '65f2a1b0c3d4e5f601234567',
      providerMessageId: '56761188-7520-42d8-8898-ff6fc54ce618',
      words: undefined,
      code: undefined,
      raw: {
        type: 'email.delivered',
        created_at: '2023-09-28T17:19:44.823Z',
        'data.email_id': '56761188-7520-42d8-8898-ff6fc54ce618',
      },
    },
  ]);
});

const bounce = (type: string) => ({ bounce: { message: 'User unknown', type, subType: 'General' } });
test.each<[string, object, object[]]>([
  ['email.sent', {}, [{ kind: 'accepted' }]],
  ['email.delivery_delayed', {}, [{ kind: 'delayed' }]],
  ['email.bounced', bounce('Permanent'), [{ kind: 'bounced', bounce: 'hard', words: 'User unknown', code: 'General' }]],
  ['email.bounced', bounce('Transient'), [{ kind: 'bounced', bounce: 'soft' }]],
  [
    'email.bounced',
    { bounce: { message: 'Spam', type: 'Transient', subType: 'ContentRejected' } },
    [{ kind: 'bounced', bounce: 'block' }],
  ],
  ['email.complained', {}, [{ kind: 'complained' }]],
  ['email.opened', {}, [{ kind: 'opened' }]],
  ['email.clicked', { click: { link: 'https://a.example/secret' } }, [{ kind: 'clicked' }]],
  ['email.failed', { failed: { reason: 'reached_daily_quota' } }, [{ kind: 'rejected', words: 'reached_daily_quota' }]],
  ['email.received', {}, []],
  ['contact.created', {}, []],
  ['constructor', {}, []],
])('%s with %j', async (type, data, expected) => {
  const events = await read({ ...DELIVERED, type, data: { ...DELIVERED.data, ...data } });
  expect(events).toMatchObject(expected);
  expect(JSON.stringify(events.map(({ raw }) => raw)).toLowerCase()).not.toContain('secret');
});

const later = (ms: number) => new Date(now.getTime() + ms);
test.each<[string, string, Record<string, string>, { key?: string; now?: Date }, RegExp]>([
  ['another key', EXAMPLE_BODY, EXAMPLE, { key: 'whsec_AAAA' }, /does not match/],
  ['another body', '{"test": 1}', EXAMPLE, {}, /does not match/],
  ['another ID', EXAMPLE_BODY, { ...EXAMPLE, 'svix-id': 'msg_2' }, {}, /does not match/],
  [
    'another version',
    EXAMPLE_BODY,
    { ...EXAMPLE, 'svix-signature': EXAMPLE['svix-signature'].replace('v1', 'v2') },
    {},
    /does not match/,
  ],
  ['a replay after six minutes', EXAMPLE_BODY, EXAMPLE, { now: later(360_000) }, /differs by more/],
  ['a time in the future', EXAMPLE_BODY, EXAMPLE, { now: later(-360_000) }, /differs by more/],
  ['no signature', EXAMPLE_BODY, {}, {}, /no signature/],
])('%s is refused', async (_, body, headers, more, words) => {
  expect(await refusal('resend', pushed(body, headers, { key: KEY, now, ...more }))).toMatch(words);
});

// https://resend.com/docs/api-reference/emails/retrieve-email
const email = (last_event: string) => ({
  status: 200,
  body: {
    object: 'email',
    id: '4ef9a417-02e9-4d39-ad75-9611e0fcc33c',
    to: ['jane@customer.example'],
    created_at: '2026-11-28 09:58:00.123456+00',
    subject: 'Hello',
    html: '<p>Hello</p>',
    last_event,
  },
});

fateContract({
  id: 'resend',
  origins: ['https://api.resend.com'],
  credentials: () => ({ apiKey: 're_key_1', from: 'a@shop.example', senderName: 'Shop' }),
  message: { providerMessageId: '4ef9a417-02e9-4d39-ad75-9611e0fcc33c' },
  wire: [{ path: '/emails/4ef9a417-02e9-4d39-ad75-9611e0fcc33c', headers: { authorization: 'Bearer re_key_1' } }],
  answers: [
    [
      'delivered',
      email('delivered'),
      { state: 'delivered', events: [{ kind: 'delivered', at: FATE_NOW, isState: true }] },
    ],
    [
      'bounced, without the kind',
      email('bounced'),
      { state: 'bounced', events: [{ kind: 'bounced', bounce: undefined }] },
    ],
    ['pending', email('queued'), { state: 'queued', events: [] }],
  ],
  unknown: { status: 404, body: { statusCode: 404, message: 'Email not found', name: 'not_found' } },
  unauthorised: {
    answer: {
      status: 401,
      body: { statusCode: 401, name: 'restricted_api_key', message: 'This API key is restricted to only send emails' },
    },
    words: 'restricted to only send',
  },
  secrets: ['re_key_1'],
});
