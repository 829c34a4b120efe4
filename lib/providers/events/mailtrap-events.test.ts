import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { pushed, readEvents, refusal } from '#testing/pushed.ts';

/** The body, secret and signature that all libraries of the vendor test: https://github.com/mailtrap/mailtrap-python/pull/67 */
const VECTOR = {
  body: '{"event":"delivery","sending_stream":"transactional","category":"welcome","message_id":"a8b1d8f6-1f8d-4a3c-9b2e-1a2b3c4d5e6f","email":"recipient@example.com","event_id":"f1e2d3c4-b5a6-7890-1234-567890abcdef","timestamp":1716070000}',
  key: '8d9a3c0e7f5b2d4a6c1e9f8b3a7d5c2e',
  signature: '6d262e2611cd09be1f948382b5c611d63b0e585c4c9c5e40139d6ac3876d5433',
};

const KEY = 'secret-of-the-webhook';
const sign = (body: string, key = KEY) => ({
  'mailtrap-signature': createHmac('sha256', key).update(body).digest('hex'),
});

function read(body: string | object) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return readEvents('mailtrap', pushed(text, sign(text), { key: KEY }));
}

/** The examples of the documentation: https://docs.mailtrap.io/email-api-smtp/advanced/webhooks */
const DELIVERY = {
  event: 'delivery',
  timestamp: 1728669700,
  sending_stream: 'transactional',
  category: 'Secret category',
  custom_variables: { message_id: '65f2a1b0c3d4e5f601234567' },
  message_id: '1df37d17-0286-4d8b-8edf-bc4ec5be86e6',
  email: 'receiver@example.com',
  event_id: 'bede7236-2284-43d6-a953-1fdcafd0fdbc',
  sending_domain_name: 'shop.example',
};
const BOUNCE = {
  ...DELIVERY,
  event: 'bounce',
  response: '[CS01] Message rejected due to local policy',
  response_code: 555,
  bounce_category: 'spam',
};

test('a bounce', async () => {
  expect(await read({ events: [BOUNCE] })).toEqual([
    {
      id: 'bede7236-2284-43d6-a953-1fdcafd0fdbc',
      kind: 'bounced',
      bounce: 'block',
      at: new Date(1728669700000),
      messageId: '65f2a1b0c3d4e5f601234567',
      providerMessageId: '1df37d17-0286-4d8b-8edf-bc4ec5be86e6',
      recipient: 'receiver@example.com',
      words: '[CS01] Message rejected due to local policy',
      code: '555',
      raw: {
        event: 'bounce',
        event_id: 'bede7236-2284-43d6-a953-1fdcafd0fdbc',
        message_id: '1df37d17-0286-4d8b-8edf-bc4ec5be86e6',
        timestamp: '1728669700',
        sending_stream: 'transactional',
        response_code: '555',
        bounce_category: 'spam',
      },
    },
  ]);
});

test('several events of a request, in both formats', async () => {
  const open = { ...DELIVERY, event: 'open', event_id: 'evt-2', timestamp: 1728669930 };
  const lines = [DELIVERY, open].map((event) => JSON.stringify(event)).join('\n');
  for (const body of [{ events: [DELIVERY, open] }, lines, `${lines}\n`, lines.replace('\n', '\r\n')])
    expect(await read(body)).toMatchObject([{ kind: 'delivered' }, { kind: 'opened', id: 'evt-2' }]);
});

const bounce = (category: string | undefined, response = '550 Rejected') => ({
  ...BOUNCE,
  ...{ bounce_category: category, response },
});

test.each<[unknown, object[]]>([
  [DELIVERY, [{ kind: 'delivered' }]],
  [{ ...DELIVERY, event: 'open', ip: '127.138.158.185', user_agent: 'secret' }, [{ kind: 'opened' }]],
  [{ ...DELIVERY, event: 'click', url: 'https://shop.example/?token=secret' }, [{ kind: 'clicked' }]],
  [{ ...DELIVERY, event: 'unsubscribe' }, [{ kind: 'unsubscribed' }]],
  [{ ...DELIVERY, event: 'spam' }, [{ kind: 'complained' }]],
  [{ ...BOUNCE, event: 'soft bounce', response: '4.7.1 Temporary error', response_code: 451 }, [{ kind: 'delayed' }]],
  [
    { ...DELIVERY, event: 'suspension', reason: 'Your account has reached its daily sending limit.' },
    [{ kind: 'delayed', words: 'Your account has reached its daily sending limit.' }],
  ],
  [
    { ...DELIVERY, event: 'reject', reason: 'Recipient in suppression list. Reason: unsubscription' },
    [{ kind: 'rejected', words: 'Recipient in suppression list. Reason: unsubscription' }],
  ],
  [bounce('badrecipient'), [{ bounce: 'hard' }]],
  [bounce('badrecipient', '550 5.7.1 Blocked'), [{ bounce: 'block' }]],
  [bounce(undefined), [{ bounce: 'hard' }]],
  [bounce('constructor'), [{ bounce: 'hard' }]],
  [bounce('overquota'), [{ bounce: 'soft' }]],
  [bounce('timeout'), [{ bounce: 'soft' }]],
  [bounce('dnsFail'), [{ bounce: 'soft' }]],
  [bounce('other'), [{ bounce: 'soft' }]],
  [bounce('badsender'), [{ bounce: 'block' }]],
  [bounce('serverpolicy'), [{ bounce: 'block' }]],
  [bounce('spam_gmail'), [{ bounce: 'block' }]],
  [{ ...DELIVERY, custom_variables: undefined }, [{ messageId: undefined }]],
  // An event of an account, not of a message.
  [{ event: 'activity_log.user.login', actor: { name: 'Secret' }, timestamp: 1735830138 }, []],
  [{ ...DELIVERY, event: 'constructor' }, []],
  [{ ...DELIVERY, timestamp: 'soon' }, []],
  [{ ...DELIVERY, event_id: undefined }, []],
  [null, []],
  ['delivery', []],
])('%#: events of %j', async (event, expected) => {
  const events = await read({ events: [event] });
  expect(events).toMatchObject(expected);
  expect(JSON.stringify(events.map(({ raw }) => raw)).toLowerCase()).not.toMatch(/secret|@|https?:/);
});

test.each(['{', '', 'null', '[]', '"delivery"', '{"events":{}}', '\n\n{\n'])(
  'the body %j has no events',
  async (body) => {
    expect(await read(body)).toEqual([]);
  },
);

test('the signature of the vendor’s libraries is accepted', async () => {
  const { body, key, signature } = VECTOR;
  const request = pushed(body, { 'mailtrap-signature': signature }, { key });
  expect(await readEvents('mailtrap', request)).toMatchObject([
    { kind: 'delivered', id: 'f1e2d3c4-b5a6-7890-1234-567890abcdef', recipient: 'recipient@example.com' },
  ]);
});

test.each<[string, string, Record<string, string>, RegExp]>([
  ['another key', VECTOR.body, sign(VECTOR.body, 'another'), /does not match/],
  ['a changed body', `${VECTOR.body}\n`, { 'mailtrap-signature': VECTOR.signature }, /does not match/],
  ['a signature that is not hex', VECTOR.body, { 'mailtrap-signature': 'not-hex' }, /does not match/],
  ['an empty signature', VECTOR.body, { 'mailtrap-signature': '' }, /no signature/],
  ['no signature', VECTOR.body, {}, /no signature/],
])('%s is refused', async (_, body, headers, words) => {
  expect(await refusal('mailtrap', pushed(body, headers, { key: VECTOR.key }))).toMatch(words);
});
