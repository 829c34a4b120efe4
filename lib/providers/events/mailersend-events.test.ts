import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { FATE_NOW, fateContract } from '#testing/fate-contract.ts';
import { isTest, pushed, readEvents, refusal } from '#testing/pushed.ts';

/** Body, secret and signature of a test of the vendor's library: https://github.com/mailersend/mailersend-nodejs */
const VECTOR = {
  body: '{"type":"activity.sent","domain_id":"test_domain","created_at":"2022-09-08T20:06:12.062074Z","webhook_id":"webhook_test","url":"https:\\/\\/webhook.site\\/test","data":{"object":"activity","id":"631a6250bd4f6bd6844a2307","type":"sent","created_at":"2022-09-08T20:06:12.051000Z","email":{"object":"email","id":"631a6250bd4f6bd6844a2307","created_at":"2022-09-08T20:06:11.887000Z","from":"donotreply@mailsender.com","subject":"Test Message","status":"sent","tags":null,"message":{"object":"message","id":"631a6250bd4f6bd6844a2307","created_at":"2022-09-08T20:06:11.399000Z"},"recipient":{"object":"recipient","id":"631a6250bd4f6bd6844a2307","email":"test@test.com","created_at":"2022-03-31T21:31:37.304000Z"}},"morph":null,"template_id":""}}',
  key: 'yXdTVu1YewsKiuN2bcILlFHsljmR9kaU', // cspell:disable-line
  signature: '445e75aab3d8ea9169d134189a2814f06858977bd9cdc69324264e39f47bda2e',
};
/**
 * From a test of symfony/mailer-send-mailer. The secret is public:
 * https://developers.mailersend.com/api/v1/webhooks.html
 */
const PING = {
  body: '{"type":"webhook.test","message":"This is a ping test message","created_at":"2026-04-08T12:19:27.608339Z"}',
  key: 'test_Am3L1GuOIc4blLUuHqAPxxwkZaJyEk8G', // cspell:disable-line
  signature: '7fb29be5b1cdb588ee67fa43a0a9d1b394cbb9603a0ac0b87924649d715194c2',
};

const KEY = 'secret-of-the-webhook';
const sign = (body: string, key = KEY) => ({ signature: createHmac('sha256', key).update(body).digest('hex') });

function signed(event: unknown) {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  return pushed(body, sign(body), { key: KEY });
}

const read = (event: unknown) => readEvents('mailersend', signed(event));

/** The example of the documentation: https://developers.mailersend.com/api/v1/webhooks.html#payload-example */
const SENT = {
  type: 'activity.sent',
  created_at: '2025-08-05T21:23:54.000000Z',
  data: {
    id: '6892766a5b66e2daf3dc9155',
    domain_id: 'yv69oxl5kl785kw2',
    message_id: '6892766ae78995a317577aa1',
    email_id: '6892766a8d52ba62543d5e71',
    type: 'sent',
    subject: 'Secret subject',
    email: 'test@mailersend.com',
    tags: ['secret'],
    meta: [],
  },
};

test('an event', async () => {
  expect(await read(SENT)).toEqual([
    {
      id: '6892766a5b66e2daf3dc9155',
      kind: 'accepted',
      at: new Date('2025-08-05T21:23:54Z'),
      // The value of `X-Message-Id` in the response to the send request.
      providerMessageId: '6892766ae78995a317577aa1',
      recipient: 'test@mailersend.com',
      raw: {
        type: 'activity.sent',
        created_at: '2025-08-05T21:23:54.000000Z',
        'data.id': '6892766a5b66e2daf3dc9155',
        'data.message_id': '6892766ae78995a317577aa1',
      },
    },
  ]);
});

/**
 * Creates an event of the older webhook version, with fields that django-anymail recorded
 * (`tests/test_mailersend_webhooks.py`).
 */
const older = (type: string, morph: object | null) => ({
  type: `activity.${type}`,
  created_at: '2023-02-27T21:48:20.000000Z',
  url: 'https://belfry.example/secret',
  data: {
    id: '63fd251d5c00f8e52001fce6',
    type,
    created_at: '2023-02-27T21:48:13.593000Z',
    email: {
      from: 'secret@shop.example',
      subject: 'Secret subject',
      status: 'rejected',
      message: { id: '63fd25194d5edba3da09e044' },
      recipient: { email: 'invalid@example.com' },
    },
    morph,
  },
});

test('an event of the older version', async () => {
  const morph = { object: 'recipient_bounce', reason: 'Host or domain name not found' };
  expect(await read(older('hard_bounced', morph))).toEqual([
    {
      id: '63fd251d5c00f8e52001fce6',
      kind: 'bounced',
      bounce: 'hard',
      at: new Date('2023-02-27T21:48:13.593Z'),
      providerMessageId: '63fd25194d5edba3da09e044',
      recipient: 'invalid@example.com',
      words: 'Host or domain name not found',
      raw: {
        type: 'activity.hard_bounced',
        created_at: '2023-02-27T21:48:20.000000Z',
        'data.id': '63fd251d5c00f8e52001fce6',
        'data.email.message.id': '63fd25194d5edba3da09e044',
      },
    },
  ]);
});

const reason = (text: string) => ({ object: 'recipient_bounce', reason: text });

test.each<[unknown, object[]]>([
  [{ ...SENT, type: 'activity.delivered' }, [{ kind: 'delivered' }]],
  [{ ...SENT, type: 'activity.deferred' }, [{ kind: 'delayed' }]],
  [{ ...SENT, type: 'activity.soft_bounced' }, [{ kind: 'bounced', bounce: 'soft' }]],
  [{ ...SENT, type: 'activity.hard_bounced' }, [{ kind: 'bounced', bounce: 'hard' }]],
  [{ ...SENT, type: 'activity.opened' }, [{ kind: 'opened' }]],
  [{ ...SENT, type: 'activity.opened_unique' }, [{ kind: 'opened' }]],
  [{ ...SENT, type: 'activity.clicked' }, [{ kind: 'clicked' }]],
  [{ ...SENT, type: 'activity.clicked_unique' }, [{ kind: 'clicked' }]],
  [{ ...SENT, type: 'activity.unsubscribed' }, [{ kind: 'unsubscribed' }]],
  [{ ...SENT, type: 'activity.spam_complaint' }, [{ kind: 'complained' }]],
  [older('sent', null), [{ kind: 'accepted' }]],
  [older('soft_bounced', reason('Unknown reason')), [{ kind: 'bounced', bounce: 'soft', words: 'Unknown reason' }]],
  [older('hard_bounced', reason('550 5.7.1 Blocked')), [{ kind: 'bounced', bounce: 'block' }]],
  [older('clicked', { object: 'click', ip: '10.10.10.10', url: 'https://a.example/secret' }), [{ kind: 'clicked' }]],
  [
    older('unsubscribed', { reason: 'option_3', readable_reason: 'I get too many emails' }),
    [{ kind: 'unsubscribed', words: 'I get too many emails' }],
  ],
  [older('spam_complaint', { object: 'spam_complaint', reason: null }), [{ kind: 'complained', words: undefined }]],
  // An event that is not about a delivery.
  [{ ...SENT, type: 'activity.survey_opened' }, []],
  [{ type: 'maintenance.start', created_at: '2025-08-05 22:27:14', data: { domain_id: 'yv69oxl5kl785kw2' } }, []],
  [{ ...SENT, type: 'constructor' }, []],
  [{ ...SENT, type: ['activity.sent'] }, []],
  [{ ...SENT, created_at: 'soon' }, []],
  [{ ...SENT, data: {} }, []],
  [{ ...SENT, data: null }, []],
  [{ type: 'inbound.message', data: { raw: 'secret' } }, []],
  ['{', []],
  ['null', []],
  ['[]', []],
])('%#: events of %j', async (body, expected) => {
  const events = await read(body);
  expect(events).toMatchObject(expected);
  expect(JSON.stringify(events.map(({ raw }) => raw)).toLowerCase()).not.toMatch(/secret|@|https?:/);
});

test('the signature of the vendor’s library is accepted', async () => {
  const { body, key, signature } = VECTOR;
  const events = await readEvents('mailersend', pushed(body, { signature }, { key }));
  expect(events).toMatchObject([{ kind: 'accepted', providerMessageId: '631a6250bd4f6bd6844a2307' }]);
  expect(await refusal('mailersend', pushed(body, { signature: signature.toUpperCase() }, { key }))).toBe('accepted');
});

test.each<[string, string, Record<string, string>, RegExp]>([
  ['another key', VECTOR.body, sign(VECTOR.body, 'another'), /does not match/],
  ['the published secret', VECTOR.body, sign(VECTOR.body, PING.key), /does not match/],
  ['a changed body', `${VECTOR.body} `, { signature: VECTOR.signature }, /does not match/],
  ['a shorter signature', VECTOR.body, { signature: VECTOR.signature.slice(1) }, /does not match/],
  ['an empty signature', VECTOR.body, { signature: '' }, /no signature/],
  ['no signature', VECTOR.body, {}, /no signature/],
])('%s is refused', async (_, body, headers, words) => {
  expect(await refusal('mailersend', pushed(body, headers, { key: VECTOR.key }))).toMatch(words);
});

test('the test of an address is recognised by its published secret, and nothing else is', async () => {
  expect(await isTest('mailersend', pushed(PING.body, { signature: PING.signature }))).toBe(true);
  expect(await isTest('mailersend', pushed(PING.body))).toBe(false);
  expect(await isTest('mailersend', pushed(PING.body, sign(PING.body, '')))).toBe(false);
  expect(await isTest('mailersend', pushed(VECTOR.body, sign(VECTOR.body, PING.key)))).toBe(false);
  expect(await isTest('mailersend', pushed('{', sign('{', PING.key)))).toBe(false);
});

/** The fields of the example: https://developers.mailersend.com/api/v1/messages.html#get-info-for-a-single-message */
const message = (...statuses: string[]) => ({
  status: 200,
  body: {
    data: {
      id: '5ee0b182b251345e407c936a',
      created_at: '2026-11-28T09:58:00.231000Z',
      updated_at: '2026-11-28T09:58:00.231000Z',
      emails: statuses.map((status) => ({
        id: '5ee0b182b251345e407c936b',
        from: 'a@shop.example',
        subject: 'Hello',
        text: 'Hello',
        html: '<p>Hello</p>',
        status,
        tags: null,
        created_at: '2026-11-28T09:58:00.231000Z',
        updated_at: '2026-11-28T09:58:00.231000Z',
      })),
      domain: { id: '5ee0b182b251345e407c9368', name: 'shop.example' },
    },
  },
});

fateContract({
  id: 'mailersend',
  origins: ['https://api.mailersend.com'],
  credentials: () => ({ apiKey: 'mlsn.key-1', from: 'a@shop.example', senderName: 'Shop' }),
  message: { providerMessageId: '5ee0b182b251345e407c936a', to: 'jane@customer.example' },
  wire: [{ path: '/v1/messages/5ee0b182b251345e407c936a', headers: { authorization: 'Bearer mlsn.key-1' } }],
  answers: [
    [
      'delivered',
      message('delivered'),
      {
        state: 'delivered',
        events: [{ id: '5ee0b182b251345e407c936a delivered', kind: 'delivered', at: FATE_NOW, isState: true }],
      },
    ],
    [
      'bounced, without the kind',
      message('rejected'),
      { state: 'rejected', events: [{ kind: 'bounced', bounce: undefined }] },
    ],
    ['bounced for good', message('hard_bounced'), { state: 'hard_bounced', events: [{ bounce: 'hard' }] }],
    ['bounced for now', message('soft_bounced'), { state: 'soft_bounced', events: [{ bounce: 'soft' }] }],
    ['one state of all copies', message('sent', 'sent'), { state: 'sent', events: [{ kind: 'accepted' }] }],
    ['several states of copies', message('delivered', 'rejected'), { state: 'delivered, rejected', events: [] }],
    ['pending', message('queued'), { state: 'queued', events: [] }],
    ['not processed yet', message(), { events: [] }],
  ],
  unknown: { status: 404, body: { message: 'Resource not found.' } },
  unauthorised: { answer: { status: 401, body: { message: 'Unauthenticated.' } }, words: 'Unauthenticated' },
  secrets: ['mlsn.key-1'],
});
