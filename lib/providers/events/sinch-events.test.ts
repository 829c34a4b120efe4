import { expect, test } from 'vitest';
import { fateContract } from '#testing/fate-contract.ts';

import { pushed, readEvents, refusal } from '#testing/pushed.ts';

/** The example of the vendor’s SDK: https://github.com/sinch/sinch-sdk-node, `packages/sms/tests/rest/v1/callbacks` */
const KEY = 'SMSWebhooksSecret';
const BODY =
  '{"at":"2025-01-13T09:22:40.914Z","batch_id":"01JHFFHQ0P99JPPNQPJDV7JTBP","client_reference":"a client reference","code":0,' +
  '"operator_status_at":"2025-01-13T09:22:00Z","recipient":"33662162466","status":"Delivered","type":"recipient_delivery_report_sms"}';
const HEADERS = {
  'x-sinch-webhook-signature': 'ZoHei66PPN/kZjw7hFVfGhJOnml3iGNCMWoyQVcE5o0=',
  'x-sinch-webhook-signature-algorithm': 'HmacSHA256',
  'x-sinch-webhook-signature-nonce': '01JHFFHWYY7HSS4FWTMDTQEK8V',
  'x-sinch-webhook-signature-timestamp': '1736760161',
};
const now = new Date(1736760161_000);
const REPORT = { ...JSON.parse(BODY), client_reference: '65f2a1b0c3d4e5f601234567' };

const read = (body: object | string) => readEvents('sinch', pushed(body));

test('the example of the vendor', async () => {
  expect(await readEvents('sinch', pushed(BODY, HEADERS, { key: KEY, now }))).toEqual([
    {
      id: '01JHFFHQ0P99JPPNQPJDV7JTBP Delivered 0',
      kind: 'delivered',
      at: new Date('2025-01-13T09:22:40.914Z'),
      messageId: 'a client reference',
      providerMessageId: '01JHFFHQ0P99JPPNQPJDV7JTBP',
      recipient: '+33662162466',
      words: undefined,
      code: undefined,
      raw: {
        type: 'recipient_delivery_report_sms',
        status: 'Delivered',
        code: '0',
        batch_id: '01JHFFHQ0P99JPPNQPJDV7JTBP',
        at: '2025-01-13T09:22:40.914Z',
        operator_status_at: '2025-01-13T09:22:00Z',
      },
    },
  ]);
});

test('a report of our message, without a secret', async () => {
  expect(await read(REPORT)).toMatchObject([{ kind: 'delivered', messageId: '65f2a1b0c3d4e5f601234567' }]);
});

const bounced = (bounce: string, more: object = {}) => [{ kind: 'bounced', bounce, ...more }];
test.each<[string, number, object[]]>([
  ['Queued', 400, [{ kind: 'accepted' }]],
  ['Dispatched', 401, [{ kind: 'accepted', words: undefined, code: undefined }]],
  ['Aborted', 412, [{ kind: 'rejected', words: 'Unprovisioned region', code: '412' }]],
  ['Aborted', 406, [{ kind: 'rejected' }]],
  ['Cancelled', 407, [{ kind: 'rejected' }]],
  ['Failed', 150, bounced('hard', { words: 'Unknown subscriber', code: '150' })],
  ['Failed', 152, bounced('hard')],
  ['Rejected', 300, bounced('hard')],
  ['Failed', 153, bounced('soft', { words: 'Absent subscriber' })],
  ['Failed', 202, bounced('soft')],
  ['Failed', 404, bounced('soft')],
  ['Failed', 999, bounced('soft', { words: undefined, code: '999' })],
  ['Failed', 15, bounced('block')],
  ['Failed', 62, bounced('block')],
  ['Rejected', 402, bounced('soft', { words: 'Message unroutable' })],
  ['Rejected', 408, bounced('block')],
  ['Rejected', 999, bounced('block')],
  ['Deleted', 0, bounced('soft')],
  ['Expired', 0, bounced('soft')],
  ['Unknown', 0, []],
  ['constructor', 0, []],
])('%s with code %s', async (status, code, expected) => {
  const events = await read({ ...REPORT, status, code });
  expect(events).toMatchObject(expected);
  expect(JSON.stringify(events.map(({ raw }) => raw))).not.toContain('33662162466');
});

test.each<[object | string]>([
  [''],
  ['no JSON'],
  ['7'],
  ['[]'],
  ['null'],
  [{ ...REPORT, batch_id: undefined }],
  [{ ...REPORT, at: undefined }],
  [{ ...REPORT, at: 'yesterday' }],
  [{ ...REPORT, status: 7 }],
  // A report on a whole batch has no time. Incoming messages are not events.
  [{ type: 'delivery_report_sms', batch_id: 'b', statuses: [{ code: 0, count: 1, status: 'Delivered' }] }],
  [{ type: 'mo_text', id: 'b', from: '33662162466', body: 'Secret', received_at: REPORT.at }],
])('%#: a body without an event', async (body) => {
  expect(await read(body)).toEqual([]);
});

const { 'x-sinch-webhook-signature-nonce': _, ...WITHOUT_NONCE } = HEADERS;
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
test.each<[string, string, Record<string, string>, { key?: string; now?: Date }, RegExp]>([
  ['another body', BODY.replace('Delivered', 'Failed'), HEADERS, {}, /does not match/],
  ['another nonce', BODY, { ...HEADERS, 'x-sinch-webhook-signature-nonce': 'other' }, {}, /does not match/],
  ['another time', BODY, { ...HEADERS, 'x-sinch-webhook-signature-timestamp': '1736760162' }, {}, /does not match/],
  ['another secret', BODY, HEADERS, { key: 'other' }, /does not match/],
  ['no signature', BODY, {}, {}, /no signature/],
  ['no nonce', BODY, WITHOUT_NONCE, {}, /no signature/],
  ['a replay after two days', BODY, HEADERS, { now: hours(48) }, /differs by more/],
  ['a time in the future', BODY, HEADERS, { now: hours(-48) }, /differs by more/],
])('with a secret, %s is refused', async (_name, body, headers, more, words) => {
  expect(await refusal('sinch', pushed(body, headers, { key: KEY, now, ...more }))).toMatch(words);
});

// https://developers.sinch.com/docs/sms/tutorials/node-sdk/delivery-reports/get-for-number
const recipientReport = (more: object) => ({
  status: 200,
  body: {
    type: 'recipient_delivery_report_sms',
    batch_id: '01J06CY78GZ2F74Y0000000006',
    recipient: '15558675310',
    code: 0,
    status: 'Delivered',
    at: '2026-11-28T09:58:26.536Z',
    ...more,
  },
});

fateContract({
  id: 'sinch',
  origins: ['https://eu.sms.api.sinch.com'],
  credentials: () => ({ servicePlanId: 'plan-1', apiToken: 'sinch-token-1', region: 'eu', from: 'Shop' }),
  message: { providerMessageId: '01J06CY78GZ2F74Y0000000006' },
  wire: [
    {
      path: '/xms/v1/plan-1/batches/01J06CY78GZ2F74Y0000000006/delivery_report/15558675310',
      headers: { authorization: 'Bearer sinch-token-1' },
    },
  ],
  answers: [
    // The ID equals the ID of the pushed report.
    [
      'delivered',
      recipientReport({}),
      { state: 'Delivered', events: [{ id: '01J06CY78GZ2F74Y0000000006 Delivered 0', kind: 'delivered' }] },
    ],
    [
      'bounced',
      recipientReport({ status: 'Failed', code: 150 }),
      { state: 'Failed', events: [{ kind: 'bounced', bounce: 'hard', words: 'Unknown subscriber' }] },
    ],
    [
      'pending',
      recipientReport({ status: 'Dispatched', code: 401 }),
      { state: 'Dispatched', events: [{ kind: 'accepted' }] },
    ],
    ['unclear', recipientReport({ status: 'Unknown', code: 403 }), { state: 'Unknown', events: [] }],
  ],
  unknown: { status: 404, body: { code: 'resource_not_found', text: 'Resource not found' } },
  unauthorised: { answer: { status: 401, body: { code: 'unauthorized', text: 'Wrong token' } }, words: 'Wrong token' },
  secrets: ['sinch-token-1'],
});
