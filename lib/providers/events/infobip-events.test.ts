import { expect, test } from 'vitest';
import { fateContract } from '#testing/fate-contract.ts';

import { pushed, readEvents, refusal } from '#testing/pushed.ts';

/** The example of the API’s specification (`receive-outbound-sms-message-report-v3`), with Belfry’s message ID. */
const DELIVERED = {
  bulkId: 'BULK-ID-123-xyz',
  price: { pricePerMessage: 0.01, currency: 'EUR' },
  status: {
    groupId: 3,
    groupName: 'DELIVERED',
    id: 5,
    name: 'DELIVERED_TO_HANDSET',
    description: 'Message delivered to handset',
  },
  error: { groupId: 0, groupName: 'OK', id: 0, name: 'NO_ERROR', description: 'No Error', permanent: false },
  messageId: 'MESSAGE-ID-123-xyz',
  to: '41793026727',
  sender: 'SecretSMS',
  sentAt: '2019-11-09T16:00:00.000+0100',
  doneAt: '2019-11-09T16:00:00.000+0100',
  messageCount: 1,
  callbackData: '65f2a1b0c3d4e5f601234567',
  platform: { entityId: 'promotional-traffic-entity', applicationId: 'marketing-automation-application' },
};

const read = (...results: object[]) => readEvents('infobip-sms', pushed({ results }));

test('a delivered message', async () => {
  expect(await read(DELIVERED)).toEqual([
    {
      id: 'MESSAGE-ID-123-xyz DELIVERED_TO_HANDSET NO_ERROR',
      kind: 'delivered',
      at: new Date('2019-11-09T15:00:00Z'),
      messageId: '65f2a1b0c3d4e5f601234567',
      providerMessageId: 'MESSAGE-ID-123-xyz',
      recipient: '+41793026727',
      words: 'Message delivered to handset',
      code: 'DELIVERED_TO_HANDSET',
      raw: {
        messageId: 'MESSAGE-ID-123-xyz',
        sentAt: '2019-11-09T16:00:00.000+0100',
        doneAt: '2019-11-09T16:00:00.000+0100',
        'status.groupName': 'DELIVERED',
        'status.id': '5',
        'status.name': 'DELIVERED_TO_HANDSET',
        'error.groupName': 'OK',
        'error.id': '0',
        'error.name': 'NO_ERROR',
      },
    },
  ]);
});

test('each report of a request is read', async () => {
  const events = await read(DELIVERED, {}, { ...DELIVERED, messageId: '12db39c3-7822-4e72-a3ec-c87442c0ffc5' });
  expect(events.map(({ providerMessageId }) => providerMessageId)).toEqual([
    'MESSAGE-ID-123-xyz',
    '12db39c3-7822-4e72-a3ec-c87442c0ffc5',
  ]);
});

const bounced = (bounce: string, more: object = {}) => [{ kind: 'bounced', bounce, ...more }];
test.each<[string, string, string, object[]]>([
  ['PENDING', 'PENDING_ENROUTE', 'NO_ERROR', [{ kind: 'accepted' }]],
  ['DELIVERED', 'DELIVERED_TO_OPERATOR', 'NO_ERROR', [{ kind: 'accepted' }]],
  ['UNDELIVERABLE', 'UNDELIVERABLE_NOT_DELIVERED', 'EC_UNKNOWN_SUBSCRIBER', bounced('hard')],
  ['UNDELIVERABLE', 'UNDELIVERABLE_NOT_DELIVERED', 'EC_DEACTIVATED_LIST', bounced('hard')],
  [
    ...(['UNDELIVERABLE', 'UNDELIVERABLE_NOT_DELIVERED', 'EC_ABSENT_SUBSCRIBER'] as const),
    bounced('soft', { words: 'Error of the network', code: 'EC_ABSENT_SUBSCRIBER' }),
  ],
  ['UNDELIVERABLE', 'UNDELIVERABLE_REJECTED_OPERATOR', 'EC_REJECTED_SPAM_BY_OPERATOR', bounced('block')],
  ['UNDELIVERABLE', 'UNDELIVERABLE_REJECTED_OPERATOR', 'EC_INVALID_SOURCE_ADDRESS', bounced('block')],
  [
    ...(['UNDELIVERABLE', 'UNDELIVERABLE_REJECTED_OPERATOR', 'NO_ERROR'] as const),
    bounced('soft', { words: 'Status of the message', code: 'UNDELIVERABLE_REJECTED_OPERATOR' }),
  ],
  ['UNDELIVERABLE', 'UNDELIVERABLE_NOT_SENT', 'NO_ERROR', [{ kind: 'rejected' }]],
  ['EXPIRED', 'EXPIRED_EXPIRED', 'EC_ABSENT_SUBSCRIBER', bounced('soft')],
  ['EXPIRED', 'EXPIRED_DLR_UNKNOWN', 'NO_ERROR', []],
  ['EXPIRED', 'SIGNALS_BLOCKED', 'EC_SIGNALS_BLOCKED', [{ kind: 'rejected' }]],
  ['REJECTED', 'REJECTED_NOT_ENOUGH_CREDITS', 'NO_ERROR', [{ kind: 'rejected' }]],
  ['REJECTED', 'REJECTED_DESTINATION', 'NO_ERROR', bounced('hard')],
  ['REJECTED', 'REJECTED_PREFIX_MISSING', 'NO_ERROR', bounced('hard')],
  ['OK', 'constructor', 'NO_ERROR', []],
  ['constructor', 'OK', 'NO_ERROR', []],
])('%s, %s and %s', async (groupName, name, error, expected) => {
  const events = await read({
    ...DELIVERED,
    status: { groupName, name, description: 'Status of the message' },
    error: { name: error, description: 'Error of the network', permanent: true },
  });
  expect(events).toMatchObject(expected);
  expect(JSON.stringify(events.map(({ raw }) => raw))).not.toMatch(/secret|41793026727/i);
});

test.each<[object | string]>([
  [''],
  ['no JSON'],
  ['7'],
  ['[]'],
  [{ results: 7 }],
  [{ results: [7, null, 'x', [], {}] }],
  [{ results: [{ ...DELIVERED, messageId: undefined }] }],
  [{ results: [{ ...DELIVERED, status: 'DELIVERED' }] }],
  [{ results: [{ ...DELIVERED, doneAt: undefined }] }],
  [{ results: [{ ...DELIVERED, doneAt: 'yesterday' }] }],
])('%#: a body without an event', async (body) => {
  expect(await readEvents('infobip-sms', pushed(body))).toEqual([]);
});

test('with a user name and a password, only requests with both are read', async () => {
  const key = 'belfry:pass:word';
  const sent = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
  const request = (headers: Record<string, string>) => pushed({ results: [DELIVERED] }, headers, { key });
  expect(await refusal('infobip-sms', request(sent(key)))).toBe('accepted');
  for (const headers of [{}, sent('belfry:pass'), sent('other:pass:word'), { authorization: 'App belfry' }])
    expect(await refusal('infobip-sms', request(headers))).toMatch(/do not match/);
});

// https://www.infobip.com/docs/api/channels/sms/logs-and-status-reports/get-outbound-sms-message-logs
const log = (more: object) => ({
  status: 200,
  body: {
    results: [
      {
        sender: 'Shop',
        destination: '15558675310',
        messageId: 'MESSAGE-ID-123-xyz',
        sentAt: '2026-11-28T09:58:00.000+0000',
        doneAt: '2026-11-28T09:58:04.000+0000',
        messageCount: 1,
        mccMnc: '22801',
        status: {
          groupId: 3,
          groupName: 'DELIVERED',
          id: 5,
          name: 'DELIVERED_TO_HANDSET',
          description: 'Message delivered to handset',
        },
        error: { groupId: 0, groupName: 'OK', id: 0, name: 'NO_ERROR', description: 'No Error', permanent: false },
        content: { text: 'Hello' },
        ...more,
      },
    ],
  },
});

fateContract({
  id: 'infobip-sms',
  origins: [],
  credentials: (baseUrl) => ({ baseUrl, apiKey: 'infobip-key-1', from: 'Shop' }),
  message: { providerMessageId: 'MESSAGE-ID-123-xyz' },
  wire: [{ path: '/sms/3/logs?messageId=MESSAGE-ID-123-xyz', headers: { authorization: 'App infobip-key-1' } }],
  answers: [
    // The ID equals the ID of the pushed report.
    [
      'delivered',
      log({}),
      {
        state: 'DELIVERED_TO_HANDSET',
        events: [
          { id: 'MESSAGE-ID-123-xyz DELIVERED_TO_HANDSET NO_ERROR', kind: 'delivered', recipient: '+15558675310' },
        ],
      },
    ],
    [
      'bounced',
      log({
        status: { groupName: 'UNDELIVERABLE', name: 'UNDELIVERABLE_NOT_DELIVERED' },
        error: { name: 'EC_UNKNOWN_SUBSCRIBER', description: 'Unknown Subscriber' },
      }),
      {
        state: 'UNDELIVERABLE_NOT_DELIVERED',
        events: [{ kind: 'bounced', bounce: 'hard', words: 'Unknown Subscriber' }],
      },
    ],
    [
      'pending',
      log({ doneAt: undefined, status: { groupName: 'PENDING', name: 'PENDING_ENROUTE' }, error: undefined }),
      { state: 'PENDING_ENROUTE', events: [{ kind: 'accepted', at: new Date('2026-11-28T09:58:00Z') }] },
    ],
  ],
  unknown: { status: 200, body: { results: [] } },
  unauthorised: {
    answer: { status: 401, body: { description: 'Invalid login details' } },
    words: 'Invalid login details',
  },
  secrets: ['infobip-key-1'],
});
