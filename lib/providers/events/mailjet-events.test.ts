import { expect, test } from 'vitest';
import { fateContract } from '#testing/fate-contract.ts';
import { pushed, readEvents, refusal } from '#testing/pushed.ts';

/**
 * The examples of https://dev.mailjet.com/email/guides/webhooks/ and recorded events from Symfony
 * (`Mailjet/Tests/Webhook/Fixtures`).
 */
const SENT = {
  event: 'sent',
  time: 1685518742,
  MessageID: 92042317804662640,
  Message_GUID: '5b4de5f5-63d0-44f3-b4bd-a34f222cb8af',
  email: 'event-sent@gmail.com',
  mj_campaign_id: 0,
  mj_contact_id: 4391947539,
  CustomID: '65f2a1b0c3d4e5f601234567',
  Payload: 'Secret payload',
  smtp_reply: '250 2.0.0 OK  1685518742 k22-20020a05600c0b5600b003f6020d9976si8376621wmr.181 - gsmtp',
};
const BOUNCE = {
  ...SENT,
  event: 'bounce',
  time: 1430812195,
  smtp_reply: undefined,
  blocked: false,
  hard_bounce: true,
  error_related_to: 'recipient',
  error: 'user unknown',
  comment: 'Host or domain name not found. Name service error for name=unknown.example type=A: Host not found',
};

const read = (body: string | object) => readEvents('mailjet', pushed(body));

test('a bounce', async () => {
  expect(await read(BOUNCE)).toEqual([
    {
      id: 'bounce 5b4de5f5-63d0-44f3-b4bd-a34f222cb8af',
      kind: 'bounced',
      bounce: 'hard',
      at: new Date(1430812195000),
      messageId: '65f2a1b0c3d4e5f601234567',
      providerMessageId: '5b4de5f5-63d0-44f3-b4bd-a34f222cb8af',
      recipient: 'event-sent@gmail.com',
      words: 'Host or domain name not found. Name service error for name=unknown.example type=A: Host not found',
      code: 'user unknown',
      raw: {
        event: 'bounce',
        time: '1430812195',
        Message_GUID: '5b4de5f5-63d0-44f3-b4bd-a34f222cb8af',
        error_related_to: 'recipient',
        error: 'user unknown',
      },
    },
  ]);
});

test('grouped events, and a single one', async () => {
  const expected = { kind: 'delivered', words: SENT.smtp_reply, code: undefined };
  expect(await read([SENT, { ...SENT, event: 'open' }])).toMatchObject([expected, { kind: 'opened' }]);
  expect(await read(SENT)).toMatchObject([expected]);
});

test('an event has the same ID each time, and another for another message', async () => {
  const [first, again, other] = await read([SENT, SENT, { ...SENT, Message_GUID: 'another' }]);
  expect(again?.id).toBe(first?.id);
  expect(other?.id).not.toBe(first?.id);
});

const bounced = (bounce: string) => [{ kind: 'bounced', bounce }];
test.each<[object, object[]]>([
  [{ event: 'sent' }, [{ kind: 'delivered' }]],
  [{ event: 'open', ip: '127.0.0.1', agent: 'Secret' }, [{ kind: 'opened' }]],
  [{ event: 'click', url: 'https://shop.example/?token=secret' }, [{ kind: 'clicked' }]],
  [{ event: 'spam', source: 'JMRPP' }, [{ kind: 'complained' }]],
  [{ event: 'unsub', mj_list_id: 1 }, [{ kind: 'unsubscribed' }]],
  [{ event: 'blocked', error_related_to: 'mailjet', error: 'preblocked' }, [{ kind: 'rejected', code: 'preblocked' }]],
  [{ hard_bounce: true, error: 'mailbox inactive' }, bounced('hard')],
  [{ hard_bounce: false, error: 'quota exceeded' }, bounced('soft')],
  [{ hard_bounce: 'true' }, bounced('soft')],
  [{ error_related_to: 'domain', error: 'invalid domain' }, bounced('hard')],
  [{ hard_bounce: false, error_related_to: 'domain', error: 'no mail host' }, bounced('soft')],
  [{ error_related_to: 'domain', error: 'relay/access denied' }, bounced('block')],
  [{ error_related_to: 'spam', error: 'sender blocked' }, bounced('block')],
  [{ error_related_to: 'spam', error: 'content blocked' }, bounced('block')],
  [{ hard_bounce: false, error_related_to: 'spam', error: 'policy issue' }, bounced('block')],
  [{ hard_bounce: false, error_related_to: 'system', error: 'connection issue' }, bounced('soft')],
  [{ hard_bounce: false, error_related_to: 'domain', error: 'greylisted' }, [{ kind: 'delayed' }]],
  [{ comment: '' }, [{ words: 'user unknown' }]],
  [{ event: 'parse' }, []],
  [{ event: 'constructor' }, []],
  [{ event: undefined }, []],
  [{ time: undefined }, []],
  [{ time: 'soon' }, []],
  [{ Message_GUID: undefined }, []],
])('%j is %j', async (part, expected) => {
  const events = await read({ ...BOUNCE, ...part });
  expect(events).toMatchObject(expected);
  expect(JSON.stringify(events.map(({ raw }) => raw))).not.toMatch(/secret|@|http/i);
});

test.each(['no JSON', '', '[]', '{}', 'null', '[null,1,"sent",[]]'])('%s has no events', async (body) => {
  expect(await read(body)).toEqual([]);
});

test('with a user name and a password, only requests with both are read', async () => {
  const key = 'belfry:pass:word';
  const sent = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
  expect(await refusal('mailjet', pushed(SENT, sent(key), { key }))).toBe('accepted');
  for (const headers of [{}, sent('belfry:pass'), sent('other:pass:word'), { authorization: 'Bearer belfry' }])
    expect(await refusal('mailjet', pushed(SENT, headers, { key }))).toMatch(/do not match/);
});

/** Two numbers that JSON rounds to the same number. */
const [NUMBER, OTHER_NUMBER] = ['576460754655154659', '576460754655154660'];
const [UUID, OTHER_UUID] = ['5b4de5f5-63d0-44f3-b4bd-a34f222cb8af', '8d0e7f12-63d0-44f3-b4bd-a34f222cb8af'];
const listed = (number: string, uuid: string, status: string) =>
  `{"ArrivedAt":"2026-11-28T09:58:01Z","CampaignID":1,"ContactAlt":"","ID":${number},"StateID":0,"Status":"${status}","UUID":"${uuid}"}`;

/** The example of the history: https://github.com/mailjet/api-documentation, `guides/_message-statistics.md`. */
const history =
  (status: string, ...events: object[]) =>
  ({ path }: { path: string }) =>
    path === `/v3/REST/messagehistory/${NUMBER}`
      ? {
          status: 200,
          body: {
            Count: events.length,
            Data: events.map((event) => ({ Comment: '', EventAt: 1795859884, State: '', Useragent: '', ...event })),
            Total: events.length,
          },
        }
      : {
          status: path.startsWith('/v3/REST/message?') ? 200 : 404,
          // A copy of the message has the same CustomID.
          body: `{"Count":2,"Data":[${listed(OTHER_NUMBER, OTHER_UUID, 'bounce')},${listed(NUMBER, UUID, status)}],"Total":2}`,
        };

// https://dev.mailjet.com/email/reference/messages/
fateContract({
  id: 'mailjet',
  origins: ['https://api.mailjet.com'],
  credentials: () => ({ apiKey: 'mj-key-1', secretKey: 'mj-secret-1', from: 'a@shop.example', senderName: 'Shop' }),
  message: { providerMessageId: UUID, to: 'jane@customer.example' },
  wire: [
    {
      path: `/v3/REST/message?CustomID=${'b'.repeat(24)}&FromTS=1795856280&Limit=100`,
      headers: { authorization: `Basic ${btoa('mj-key-1:mj-secret-1')}` },
    },
    {
      path: `/v3/REST/messagehistory/${NUMBER}`,
      headers: { authorization: `Basic ${btoa('mj-key-1:mj-secret-1')}` },
    },
  ],
  answers: [
    [
      'delivered and opened, with the IDs of pushed events',
      history('opened', { EventType: 'sent' }, { EventType: 'opened', EventAt: 1795859890, Useragent: 'Mozilla/5.0' }),
      {
        state: 'opened',
        events: [
          { id: `sent ${UUID}`, kind: 'delivered', at: new Date('2026-11-28T09:58:04Z'), providerMessageId: UUID },
          { id: `open ${UUID} 2026-11-28T09:58:10.000Z`, kind: 'opened' },
        ],
      },
    ],
    [
      'bounced for good',
      history('hardbounced', {
        EventType: 'hardbounced',
        State: 'user unknown',
        Comment: '550 5.1.1 The email account that you tried to reach does not exist.',
      }),
      {
        state: 'hardbounced',
        events: [
          {
            id: `bounce ${UUID}`,
            kind: 'bounced',
            bounce: 'hard',
            code: 'user unknown',
            words: '550 5.1.1 The email account that you tried to reach does not exist.',
          },
        ],
      },
    ],
    [
      'bounced for now',
      history('softbounced', { EventType: 'softbounced', State: 'quota exceeded' }),
      { state: 'softbounced', events: [{ kind: 'bounced', bounce: 'soft', code: 'quota exceeded' }] },
    ],
    [
      'blocked by the receiver',
      history('softbounced', { EventType: 'softbounced', State: 'content blocked' }),
      { state: 'softbounced', events: [{ kind: 'bounced', bounce: 'block' }] },
    ],
    [
      'blocked by the vendor',
      history('blocked', { EventType: 'blocked', State: 'preblocked' }),
      { state: 'blocked', events: [{ kind: 'rejected' }] },
    ],
    [
      'complained and unsubscribed',
      history('spam', { EventType: 'spam' }, { EventType: 'unsub' }),
      { state: 'spam', events: [{ kind: 'complained' }, { kind: 'unsubscribed' }] },
    ],
    ['pending', history('queued', { EventType: 'queued' }), { state: 'queued', events: [] }],
  ],
  unknown: { status: 200, body: { Count: 1, Data: [{ ID: 1, UUID: OTHER_UUID, Status: 'sent' }], Total: 1 } },
  unauthorised: {
    answer: { status: 401, body: { ErrorMessage: 'API key authentication/authorization failure', StatusCode: 401 } },
    words: 'authorization failure',
  },
  secrets: ['mj-secret-1'],
});
