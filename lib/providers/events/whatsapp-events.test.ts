import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { pushed, readEvents, refusal } from '#testing/pushed.ts';
import { UnverifiedError } from './event-source.ts';
import { whatsAppEvents } from './whatsapp-events.ts';

const KEY = 'app-secret-1';
const WAMID = 'wamid.message-1';
const ID = 'c'.repeat(24);

// https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages/status/
const status = (name: string, more: object = {}) => ({
  id: WAMID,
  status: name,
  timestamp: '1764323885',
  recipient_id: '16505551234',
  biz_opaque_callback_data: ID,
  ...more,
});
const notification = (...statuses: object[]) => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '102290129340398',
      changes: [
        {
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: '15550783881', phone_number_id: '106540352242922' },
            statuses,
          },
          field: 'messages',
        },
      ],
    },
  ],
});

function signed(body: object | string, key = KEY) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const signature = createHmac('sha256', key).update(text).digest('hex');
  return pushed(text, { 'x-hub-signature-256': `sha256=${signature}` }, { key: KEY });
}

test('the documented statuses are read', async () => {
  const events = await readEvents('whatsapp-business', signed(notification(status('sent'), status('delivered'))));
  const shared = { at: new Date('2025-11-28T09:58:05Z'), messageId: ID, providerMessageId: WAMID };
  expect(events).toMatchObject([
    { ...shared, id: `${WAMID} sent`, kind: 'accepted' },
    { ...shared, id: `${WAMID} delivered`, kind: 'delivered' },
  ]);
  const read = await readEvents('whatsapp-business', signed(notification(status('read'))));
  expect(read).toMatchObject([
    { ...shared, id: `${WAMID} delivered`, kind: 'delivered' },
    { ...shared, id: `${WAMID} read`, kind: 'opened' },
  ]);
  expect(JSON.stringify([events, read].flat().map(({ raw }) => raw))).not.toContain('16505551234');
});

test.each([
  [131026, 'Message undeliverable', { kind: 'bounced', bounce: 'soft' }],
  [131000, 'Something went wrong', { kind: 'bounced', bounce: 'soft' }],
  [131049, 'Meta chose not to deliver', { kind: 'bounced', bounce: 'block' }],
  [130472, 'User’s number is part of an experiment', { kind: 'bounced', bounce: 'block' }],
  [131050, 'User has stopped marketing messages', { kind: 'bounced', bounce: 'block' }],
  [131047, 'Re-engagement message', { kind: 'rejected' }],
  [131042, 'Business eligibility payment issue', { kind: 'rejected' }],
])('a failure with the code %i is an event with its words', async (code, title, expected) => {
  const errors = [
    { code, title, message: title, error_data: { details: 'Details of Meta' }, href: 'https://x.example' },
  ];
  const events = await readEvents('whatsapp-business', signed(notification(status('failed', { errors }))));
  expect(events).toMatchObject([{ ...expected, code: String(code), words: `${title}. Details of Meta` }]);
});

test('messages of customers, and odd bodies, have no events', async () => {
  const message = {
    entry: [{ changes: [{ field: 'messages', value: { messages: [{ id: 'wamid.1', from: '1' }] } }] }],
  };
  const odd = ['{', '[]', 'null', '', { entry: [null, 7, { changes: {} }] }, notification(status('constructor'))];
  const without = [status('sent', { id: undefined }), status('sent', { timestamp: 'x' })];
  for (const body of [message, ...odd, notification(...without)])
    expect(await readEvents('whatsapp-business', signed(body)), JSON.stringify(body)).toEqual([]);
});

test('only requests with the signature of the app secret are read', async () => {
  const body = notification(status('sent'));
  expect(await refusal('whatsapp-business', signed(body))).toBe('accepted');
  expect(await refusal('whatsapp-business', signed(body, 'another secret'))).toMatch(/does not match the App Secret/);
  expect(await refusal('whatsapp-business', pushed(body, {}, { key: KEY }))).toBe('The request has no signature');
  // The documentation of GitHub contains an example of the same header:
  // https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
  const hex = '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'; // cspell:disable-line
  const vector = (signature: string) =>
    pushed('Hello, World!', { 'x-hub-signature-256': signature }, { key: "It's a Secret to Everybody" }); // cspell:disable-line
  expect(await refusal('whatsapp-business', vector(`sha256=${hex}`))).toBe('accepted');
  for (const other of [hex, `sha1=${hex}`, 'sha256=', `sha256=${hex.replace('7', '8')}`])
    expect(await refusal('whatsapp-business', vector(other)), other).toMatch(/App Secret/);
});

// https://developers.facebook.com/docs/graph-api/webhooks/getting-started#verification-requests
test('the address is confirmed only to a request with the verify token', () => {
  const query = { 'hub.mode': 'subscribe', 'hub.challenge': '1158201444', 'hub.verify_token': 'meatyhamhock' }; // cspell:disable-line
  const confirm = (
    more: Record<string, string>,
    token = 'meatyhamhock', // cspell:disable-line
  ) => whatsAppEvents.challenge?.(new URLSearchParams({ ...query, ...more }), () => token);
  expect(confirm({})).toBe('1158201444');
  const refused: [Record<string, string>, string?][] = [
    [{ 'hub.verify_token': 'other' }],
    [{ 'hub.verify_token': '' }, ''],
    [{ 'hub.mode': 'unsubscribe' }],
    [{ 'hub.challenge': '<script>' }],
    [{ 'hub.challenge': '' }],
  ];
  for (const [more, token] of refused)
    expect(() => confirm(more, token), JSON.stringify(more)).toThrow(UnverifiedError);
});
