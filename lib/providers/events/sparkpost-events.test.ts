import { expect, test } from 'vitest';
import { fateContract } from '#testing/fate-contract.ts';

import { pushed, readEvents, refusal } from '#testing/pushed.ts';

/**
 * Parts of the vendor’s samples (`SparkPost/java-sparkpost`, `samples/webhook_samples.json`), of events that django-anymail
 * recorded (`tests/test_sparkpost_webhooks.py`), and of https://developers.sparkpost.com/api/webhooks/.
 */
const BOUNCE = {
  type: 'bounce',
  bounce_class: '10',
  customer_id: '1521',
  error_code: '550',
  event_id: '84345317653491230',
  friendly_from: 'sender@example.com',
  message_id: '0004e3724f57753a3561',
  num_retries: '0',
  raw_rcpt_to: 'Bounce@example.com',
  raw_reason: '550 5.1.1 <bounce@example.com>: Recipient address rejected: User unknown',
  rcpt_meta: { message_id: '65f2a1b0c3d4e5f601234567' },
  rcpt_to: 'bounce@example.com',
  reason: '550 5.1.1 ...@... Recipient address rejected: ...',
  subject: 'Secret subject',
  timestamp: '1464824548',
  transmission_id: '84345317650824116',
};

const batch = (...events: object[]) => events.map((event) => ({ msys: { message_event: event } }));
const read = (body: string | object) => readEvents('sparkpost', pushed(body));

test('a bounce, without addresses in the words', async () => {
  expect(await read(batch(BOUNCE))).toEqual([
    {
      id: '84345317653491230',
      kind: 'bounced',
      bounce: 'hard',
      at: new Date(1464824548000),
      messageId: '65f2a1b0c3d4e5f601234567',
      providerMessageId: '84345317650824116',
      recipient: 'Bounce@example.com',
      words: '550 5.1.1 ...@... Recipient address rejected: ...',
      code: '550',
      raw: {
        type: 'bounce',
        event_id: '84345317653491230',
        message_id: '0004e3724f57753a3561',
        transmission_id: '84345317650824116',
        timestamp: '1464824548',
        bounce_class: '10',
        error_code: '550',
        num_retries: '0',
      },
    },
  ]);
});

test('events of several classes in one batch', async () => {
  const { raw_rcpt_to: _, ...opened } = {
    ...BOUNCE,
    type: 'open',
    event_id: '30565043016610442',
    user_agent: 'Secret',
  };
  const body = [
    { msys: { track_event: opened } },
    { msys: {} },
    { msys: { relay_message: { content: { subject: 'Secret' }, rcpt_to: 'a@b.example' } } },
    { msys: { unsubscribe_event: { ...BOUNCE, type: 'list_unsubscribe', event_id: '66331590532986193' } } },
    {
      msys: { gen_event: { ...BOUNCE, type: 'generation_rejection', event_id: '102360394390563734' } },
      cust: { id: '1' },
    },
  ];
  expect(await read(body)).toMatchObject([
    { id: '30565043016610442', kind: 'opened', recipient: 'bounce@example.com' },
    { id: '66331590532986193', kind: 'unsubscribed', recipient: 'Bounce@example.com' },
    { id: '102360394390563734', kind: 'rejected' },
  ]);
});

const bounced = (bounce: string) => [{ kind: 'bounced', bounce }];
test.each<[object, object[]]>([
  [{ type: 'injection' }, [{ kind: 'accepted' }]],
  [{ type: 'delivery' }, [{ kind: 'delivered' }]],
  [{ type: 'delay', bounce_class: '21' }, [{ kind: 'delayed' }]],
  [{ type: 'policy_rejection', bounce_class: '25' }, [{ kind: 'rejected' }]],
  [{ type: 'generation_failure', timestamp: '2018-10-11T23:24:45.000+00:00' }, [{ kind: 'rejected' }]],
  [{ type: 'generation_rejection' }, [{ kind: 'rejected' }]],
  [{ type: 'spam_complaint', fbtype: 'abuse', report_by: 'secret.example' }, [{ kind: 'complained' }]],
  [{ type: 'list_unsubscribe', mailfrom: 'secret@b.example' }, [{ kind: 'unsubscribed' }]],
  [{ type: 'link_unsubscribe' }, [{ kind: 'unsubscribed' }]],
  [{ type: 'initial_open' }, [{ kind: 'opened' }]],
  [{ type: 'open' }, [{ kind: 'opened' }]],
  [{ type: 'click', target_link_url: 'https://shop.example/?token=secret' }, [{ kind: 'clicked' }]],
  [{ bounce_class: '1' }, bounced('soft')],
  [{ bounce_class: 30 }, bounced('hard')],
  [{ bounce_class: '90' }, bounced('hard')],
  ...['20', '21', '22', '23', '24', '40', '60', '70', '100', '', 'constructor'].map(
    (bounce_class): [object, object[]] => [{ bounce_class }, bounced('soft')],
  ),
  ...['50', '51', '52', '53', '54'].map((bounce_class): [object, object[]] => [{ bounce_class }, bounced('block')]),
  [{ bounce_class: '25' }, [{ kind: 'rejected' }]],
  [{ type: 'out_of_band' }, bounced('hard')],
  [{ type: 'out_of_band', bounce_class: '22' }, bounced('soft')],
  [{ type: 'out_of_band', bounce_class: '60' }, []],
  [{ type: 'out_of_band', bounce_class: '80' }, []],
  [{ type: 'out_of_band', bounce_class: '90' }, [{ kind: 'unsubscribed' }]],
  [{ type: 'out_of_band', bounce_class: '100' }, []],
  [{ type: 'relay_permfail' }, []],
  [{ type: 'sms_status' }, []],
  [{ type: 'constructor' }, []],
  [{ type: undefined }, []],
  [{ event_id: undefined }, []],
  [{ timestamp: 'soon' }, []],
])('%j is %j', async (part, expected) => {
  const events = await read(batch({ ...BOUNCE, ...part }));
  expect(events).toMatchObject(expected);
  expect(JSON.stringify(events.map(({ raw }) => raw))).not.toMatch(/secret|@|http/i);
});

test.each([
  'no JSON',
  '',
  '[{"msys":{}}]',
  '[]',
  '{"msys":{}}',
  'null',
  '[null,1,"msys",[],{"msys":null},{"msys":[1]}]',
])('%s has no events', async (body) => {
  expect(await read(body)).toEqual([]);
});

test('with a user name and a password, only requests with both are read', async () => {
  const key = 'belfry:pass:word';
  const sent = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
  expect(await refusal('sparkpost', pushed(batch(BOUNCE), sent(key), { key }))).toBe('accepted');
  for (const headers of [{}, sent('belfry:pass'), sent('other:pass:word'), { authorization: 'Bearer belfry' }])
    expect(await refusal('sparkpost', pushed(batch(BOUNCE), headers, { key }))).toMatch(/do not match/);
});

// https://developers.sparkpost.com/api/events/#events-get-search-for-message-events
const found = (event: object) => ({
  status: 200,
  body: {
    results: [
      {
        event_id: '92356927693813856',
        transmission_id: '65832150921904138',
        rcpt_to: 'jane@customer.example',
        timestamp: '2026-11-28T09:58:03.000Z',
        ...event,
      },
    ],
    total_count: 1,
    links: {},
  },
});

fateContract({
  id: 'sparkpost',
  origins: ['https://api.sparkpost.com'],
  credentials: () => ({ apiKey: 'sparkpost-key-1', from: 'a@shop.example', senderName: 'Shop' }),
  message: { providerMessageId: '65832150921904138' },
  wire: [
    {
      path: '/api/v1/events/message?transmissions=65832150921904138&from=2026-11-28T08%3A58%3A00Z&per_page=1000',
      headers: { authorization: 'sparkpost-key-1' },
    },
  ],
  answers: [
    ['delivered', found({ type: 'delivery' }), { events: [{ id: '92356927693813856', kind: 'delivered' }] }],
    [
      'bounced',
      found({ type: 'bounce', bounce_class: '10', reason: '550 No such user', error_code: '550' }),
      { events: [{ kind: 'bounced', bounce: 'hard', words: '550 No such user' }] },
    ],
    ['pending', found({ type: 'injection' }), { events: [{ kind: 'accepted' }] }],
  ],
  unknown: { status: 200, body: { results: [], total_count: 0, links: {} } },
  unauthorised: { answer: { status: 403, body: { errors: [{ message: 'Forbidden.' }] } }, words: 'Forbidden.' },
  secrets: ['sparkpost-key-1'],
});
