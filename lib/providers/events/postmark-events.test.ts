import { expect, test } from 'vitest';
import { fateContract } from '#testing/fate-contract.ts';

import { pushed, readEvents, refusal } from '#testing/pushed.ts';

/** The examples of the documentation: https://postmarkapp.com/developer/webhooks/bounce-webhook */
const BOUNCE = {
  RecordType: 'Bounce',
  ID: 901542550,
  Type: 'HardBounce',
  TypeCode: 1,
  ServerID: 23,
  Name: 'Hard bounce',
  MessageID: '2706ee8a-737c-4285-b032-ccd317af53ed',
  Metadata: { message_id: '65f2a1b0c3d4e5f601234567' },
  Description: 'The server was unable to deliver your message (ex: unknown user, mailbox not found).',
  Details: 'smtp;550 5.1.1 The email account that you tried to reach does not exist.',
  Email: 'bounce@example.com',
  From: 'sender@example.com',
  BouncedAt: '2016-04-27T16:28:50.3963933-04:00',
  Subject: 'Secret subject',
  Content: 'Secret content',
};
const DELIVERY = {
  RecordType: 'Delivery',
  ServerId: 23,
  MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
  Recipient: 'recipient@example.com',
  Tag: 'welcome-email',
  DeliveredAt: '2014-08-01T13:28:10.2735393-04:00',
  Details: 'Test delivery webhook details',
};

const read = (body: object) => readEvents('postmark', pushed(body));

test('a bounce', async () => {
  expect(await read(BOUNCE)).toEqual([
    {
      id: '901542550',
      kind: 'bounced',
      bounce: 'hard',
      at: new Date('2016-04-27T20:28:50.396Z'),
      messageId: '65f2a1b0c3d4e5f601234567',
      providerMessageId: '2706ee8a-737c-4285-b032-ccd317af53ed',
      recipient: 'bounce@example.com',
      words: 'smtp;550 5.1.1 The email account that you tried to reach does not exist.',
      code: '1',
      raw: {
        RecordType: 'Bounce',
        ID: '901542550',
        Type: 'HardBounce',
        TypeCode: '1',
        Name: 'Hard bounce',
        MessageID: '2706ee8a-737c-4285-b032-ccd317af53ed',
        ServerID: '23',
      },
    },
  ]);
});

test('events without an ID have the same one each time, and another for another recipient', async () => {
  const [first] = await read(DELIVERY);
  const [again] = await read(DELIVERY);
  const [other] = await read({ ...DELIVERY, Recipient: 'copy@example.com' });
  expect(first).toMatchObject({ kind: 'delivered', recipient: 'recipient@example.com' });
  expect(again?.id).toBe(first?.id);
  expect(other?.id).not.toBe(first?.id);
});

const changed = { RecordType: 'SubscriptionChange', ChangedAt: '2020-02-01T10:53:34.416071Z', SuppressSending: true };
test.each<[object, object[]]>([
  [{ ...DELIVERY, RecordType: 'Open', ReceivedAt: DELIVERY.DeliveredAt }, [{ kind: 'opened' }]],
  [{ ...DELIVERY, RecordType: 'Click', OriginalLink: 'https://a.example/secret' }, [{ kind: 'clicked' }]],
  [{ ...BOUNCE, RecordType: 'SpamComplaint', Type: 'SpamComplaint' }, [{ kind: 'complained' }]],
  [{ ...BOUNCE, Type: 'SoftBounce' }, [{ kind: 'bounced', bounce: 'soft' }]],
  [{ ...BOUNCE, Type: 'Blocked' }, [{ kind: 'bounced', bounce: 'block' }]],
  [{ ...BOUNCE, Type: 'SpamNotification' }, [{ kind: 'bounced', bounce: 'block' }]],
  [{ ...BOUNCE, Type: 'Transient' }, [{ kind: 'delayed' }]],
  [{ ...BOUNCE, Type: 'ManuallyDeactivated' }, [{ kind: 'rejected' }]],
  [{ ...BOUNCE, Type: 'AutoResponder' }, []],
  [
    { ...DELIVERY, ...changed, SuppressionReason: 'ManualSuppression', DeliveredAt: undefined },
    [{ kind: 'unsubscribed' }],
  ],
  [{ ...DELIVERY, ...changed, SuppressionReason: 'HardBounce' }, []],
  [{ ...DELIVERY, ...changed, SuppressSending: false, SuppressionReason: 'ManualSuppression' }, []],
  [{ FromFull: { Email: 'from@example.org' } }, []],
  [{ ...BOUNCE, Type: 'constructor' }, []],
])('%#: events of %j', async (body, expected) => {
  const events = await read(body);
  expect(events).toMatchObject(expected);
  expect(JSON.stringify(events.map(({ raw }) => raw)).toLowerCase()).not.toContain('secret');
});

test('with a user name and a password, only requests with both are read', async () => {
  const key = 'belfry:pass:word';
  const sent = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
  expect(await refusal('postmark', pushed(BOUNCE, sent(key), { key }))).toBe('accepted');
  for (const headers of [{}, sent('belfry:pass'), sent('other:pass:word'), { authorization: 'Bearer belfry' }])
    expect(await refusal('postmark', pushed(BOUNCE, headers, { key }))).toMatch(/do not match/);
});

// https://postmarkapp.com/developer/api/messages-api#outbound-message-details
const DETAILS = {
  MessageID: '07311c54-0687-4ab9-b034-b54b5bad88ba',
  TextBody: 'Hello',
  Recipients: ['jane@customer.example'],
  Status: 'Sent',
};
const heard =
  (events: object[], bounces: object[] = []) =>
  ({ path }: { path: string }) => ({
    status: 200,
    body: path.startsWith('/bounces')
      ? { TotalCount: bounces.length, Bounces: bounces }
      : { ...DETAILS, MessageEvents: events },
  });
const messageEvent = (Type: string, Details: object) => ({
  Recipient: 'jane@customer.example',
  Type,
  ReceivedAt: '2026-11-28T04:58:10.8054242-05:00',
  Details,
});

fateContract({
  id: 'postmark',
  origins: ['https://api.postmarkapp.com'],
  credentials: () => ({ apiKey: 'postmark-token-1', from: 'a@shop.example', senderName: 'Shop' }),
  message: { providerMessageId: DETAILS.MessageID, to: 'jane@customer.example' },
  wire: [
    {
      path: `/messages/outbound/${DETAILS.MessageID}/details`,
      headers: { 'x-postmark-server-token': 'postmark-token-1' },
    },
    {
      path: `/bounces?count=50&offset=0&messageID=${DETAILS.MessageID}`,
      headers: { 'x-postmark-server-token': 'postmark-token-1' },
    },
  ],
  answers: [
    [
      'delivered and opened',
      heard([
        messageEvent('Delivered', { DeliveryMessage: 'smtp;250 2.0.0 OK', DestinationIP: '173.194.74.256' }),
        messageEvent('Opened', { Summary: 'Email opened with Mozilla' }),
      ]),
      {
        state: 'Sent',
        events: [
          {
            id: `Delivery ${DETAILS.MessageID} jane@customer.example`,
            kind: 'delivered',
            at: new Date('2026-11-28T09:58:10.805Z'),
            words: 'smtp;250 2.0.0 OK',
          },
          { kind: 'opened', words: undefined },
        ],
      },
    ],
    [
      'bounced, with the ID and the kind of the bounce',
      heard(
        [messageEvent('Bounced', { Summary: 'smtp;550 5.1.1 No such user', BounceID: '374814878' })],
        [
          {
            ID: 374814878,
            Type: 'HardBounce',
            TypeCode: 1,
            MessageID: DETAILS.MessageID,
            Details: 'smtp;550 5.1.1 No such user',
            Email: 'jane@customer.example',
            BouncedAt: '2026-11-28T09:58:11Z',
          },
        ],
      ),
      {
        state: 'Sent',
        events: [{ id: '374814878', kind: 'bounced', bounce: 'hard', words: 'smtp;550 5.1.1 No such user' }],
      },
    ],
    ['pending', heard([]), { state: 'Sent', events: [] }],
  ],
  unknown: { status: 422, body: { ErrorCode: 701, Message: 'This message was not found.' } },
  unauthorised: {
    answer: { status: 401, body: { ErrorCode: 10, Message: 'Bad or missing Server API token.' } },
    words: 'API token',
  },
  secrets: ['postmark-token-1'],
});
