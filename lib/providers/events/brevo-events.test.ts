import { expect, test } from 'vitest';
import { fateContract } from '#testing/fate-contract.ts';
import { pushed, readEvents, refusal } from '#testing/pushed.ts';
import { isUnknownToBrevo } from './brevo-events.ts';

/**
 * The example of the documentation (https://developers.brevo.com/docs/transactional-webhooks), with the ID, the times and the words
 * of a hard bounce that symfony/brevo-mailer recorded.
 */
const BOUNCE = {
  event: 'hard_bounce',
  email: 'example@gmail.com',
  id: 814119,
  date: '2023-05-31 16:37:07',
  ts: 1685543827,
  'message-id': '<202305311437.85220493321@smtp-relay.mailin.fr>',
  ts_event: 1685543827,
  subject: 'Secret subject',
  'X-Mailin-custom': '65f2a1b0c3d4e5f601234567',
  sending_ip: '127.0.0.1',
  template_id: 22,
  tags: ['secret tag'],
  mirror_link: 'https://app-smtp.brevo.com/log/preview/secret',
  reason: '550-5.1.1 The email account that you tried to reach does not exist.',
  ts_epoch: 1685543827372,
};

const read = (body: string | object) => readEvents('sendinblue', pushed(body));

test('a bounce, without its subject, address and links in the stored part', async () => {
  expect(await read(BOUNCE)).toEqual([
    {
      id: 'hard_bounce <202305311437.85220493321@smtp-relay.mailin.fr> example@gmail.com',
      kind: 'bounced',
      bounce: 'hard',
      at: new Date('2023-05-31T14:37:07Z'),
      messageId: '65f2a1b0c3d4e5f601234567',
      // The response to the send request contains the angle brackets too.
      providerMessageId: '<202305311437.85220493321@smtp-relay.mailin.fr>',
      recipient: 'example@gmail.com',
      words: '550-5.1.1 The email account that you tried to reach does not exist.',
      raw: {
        event: 'hard_bounce',
        id: '814119',
        ts: '1685543827',
        ts_event: '1685543827',
        ts_epoch: '1685543827372',
        template_id: '22',
      },
    },
  ]);
});

test('an event has the same ID each time, and another for another recipient, kind and opening', async () => {
  const [first] = await read(BOUNCE);
  expect((await read(BOUNCE))[0]?.id).toBe(first?.id);
  expect((await read({ ...BOUNCE, ts_event: 1685543828 }))[0]?.id).toBe(first?.id);
  for (const other of [{ email: 'copy@example.com' }, { event: 'delivered' }])
    expect((await read({ ...BOUNCE, ...other }))[0]?.id).not.toBe(first?.id);
  const opened = async (ts_event: number) => (await read({ ...BOUNCE, event: 'opened', ts_event }))[0]?.id;
  expect(await opened(1685543827)).not.toBe(await opened(1685543828));
});

test.each<[object, object[]]>([
  [{ event: 'request', reason: 'sent' }, [{ kind: 'accepted' }]],
  [{ event: 'deferred', reason: 'spam' }, [{ kind: 'delayed' }]],
  [{ event: 'delivered', reason: 'sent' }, [{ kind: 'delivered' }]],
  [{ event: 'soft_bounce', reason: 'server is down' }, [{ kind: 'bounced', bounce: 'soft', words: 'server is down' }]],
  [{ event: 'hard_bounce', reason: undefined }, [{ kind: 'bounced', bounce: 'hard' }]],
  [{ event: 'hard_bounce', reason: '550 5.7.1 Message rejected' }, [{ kind: 'bounced', bounce: 'block' }]],
  [{ event: 'blocked', reason: 'blocked : due to unsubscribed user' }, [{ kind: 'rejected' }]],
  [{ event: 'invalid_email' }, [{ kind: 'rejected' }]],
  [{ event: 'error' }, [{ kind: 'rejected' }]],
  [{ event: 'opened', link: '' }, [{ kind: 'opened' }]],
  [{ event: 'unique_opened', user_agent: 'secret' }, [{ kind: 'opened' }]],
  [{ event: 'click', link: 'https://shop.example/?token=secret' }, [{ kind: 'clicked' }]],
  [{ event: 'unsubscribed', tag: '["secret"]' }, [{ kind: 'unsubscribed' }]],
  [{ event: 'spam' }, [{ kind: 'complained' }]],
  [{ event: 'complaint' }, [{ kind: 'complained' }]],
  // A mail proxy, not a person, loaded the images.
  [{ event: 'proxy_open' }, []],
  [{ event: 'unique_proxy_open' }, []],
  // An event of marketing contacts.
  [{ event: 'list_addition' }, []],
  [{ event: 'constructor' }, []],
  [{ event: { name: 'delivered' } }, []],
  [{ ts_event: 'soon' }, []],
  [{ ts_event: undefined }, []],
  [{ 'message-id': undefined }, []],
  [{ 'X-Mailin-custom': undefined }, [{ messageId: undefined }]],
])('%#: events of %j', async (part, expected) => {
  const events = await read({ ...BOUNCE, ...part });
  expect(events).toMatchObject(expected);
  expect(JSON.stringify(events.map(({ raw }) => raw)).toLowerCase()).not.toMatch(/secret|@|https?:/);
});

test.each(['{', '', 'null', '[]', '"delivered"', '{"items":[]}'])('the body %j has no events', async (body) => {
  expect(await read(body)).toEqual([]);
});

const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });

test('with a user name and a password, only requests with both are read', async () => {
  const key = 'belfry:pass:word';
  expect(await refusal('sendinblue', pushed(BOUNCE, basic(key), { key }))).toBe('accepted');
  for (const headers of [{}, basic('belfry:pass'), basic('other:pass:word'), { authorization: `Bearer ${key}` }])
    expect(await refusal('sendinblue', pushed(BOUNCE, headers, { key }))).toMatch(/do not match/);
});

test('with a token, only requests with it are read', async () => {
  const key = 'client-token';
  expect(await refusal('sendinblue', pushed(BOUNCE, { authorization: 'Bearer client-token' }, { key }))).toBe(
    'accepted',
  );
  for (const headers of [{}, { authorization: '' }, { authorization: 'Bearer other' }, basic(key)])
    expect(await refusal('sendinblue', pushed(BOUNCE, headers, { key }))).toMatch(/do not match/);
});

// https://developers.brevo.com/reference/get-email-event-report
const report = (...events: object[]) => ({
  status: 200,
  body: {
    events: events.map((event) => ({
      email: 'jane@customer.example',
      date: '2026-11-28T10:58:04.000+01:00',
      subject: 'Hello',
      messageId: '<201798300811.5787683@smtp-relay.example>',
      ...event,
    })),
  },
});

fateContract({
  id: 'sendinblue',
  origins: ['https://api.brevo.com'],
  credentials: () => ({ apiKey: 'brevo-key-1', from: 'a@shop.example', senderName: 'Shop' }),
  message: { providerMessageId: '<201798300811.5787683@smtp-relay.example>' },
  wire: [
    {
      path: '/v3/smtp/statistics/events?messageId=%3C201798300811.5787683%40smtp-relay.example%3E&days=30&limit=100',
      headers: { 'api-key': 'brevo-key-1' },
    },
  ],
  answers: [
    [
      'delivered',
      report({ event: 'requests' }, { event: 'delivered' }, { event: 'loadedByProxy' }),
      {
        events: [
          { kind: 'accepted' },
          {
            id: 'delivered <201798300811.5787683@smtp-relay.example> jane@customer.example',
            kind: 'delivered',
            at: new Date('2026-11-28T09:58:04Z'),
          },
        ],
      },
    ],
    [
      'bounced',
      report({ event: 'hardBounces', reason: '550 5.1.1 No such user' }),
      { events: [{ kind: 'bounced', bounce: 'hard', words: '550 5.1.1 No such user' }] },
    ],
    ['complained', report({ event: 'spam' }), { events: [{ kind: 'complained' }] }],
    ['pending', report({ event: 'requests' }), { events: [{ kind: 'accepted' }] }],
  ],
  unknown: { status: 200, body: {} },
  unauthorised: {
    answer: { status: 401, body: { code: 'unauthorized', message: 'Key not found' } },
    words: 'Key not found',
  },
  secrets: ['brevo-key-1'],
});

test('Brevo lists no events', async () => {
  expect(isUnknownToBrevo({ status: 200, headers: {}, body: '', json: { events: [] } })).toBe(true);
  expect(isUnknownToBrevo({ status: 401, headers: {}, body: '', json: {} })).toBe(false);
});
