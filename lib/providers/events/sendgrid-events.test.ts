import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { pushed, readEvents, refusal } from '#testing/pushed.ts';

/** The keys, signatures and payloads of the vendor's library: `@sendgrid/eventwebhook` 8.0.0, `src/eventwebhook.spec.js`. */
const KEY =
  'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE83T4O/n84iotIvIW4mdBgQ/7dAfSmpqIM8kF9mN1flpVKS3GRqe62gw+2fNNRaINXvVpiglSI8eNEc6wEA3F+g==';
const SIGNED = {
  'x-twilio-email-event-webhook-signature':
    'MEUCIGHQVtGj+Y3LkG9fLcxf3qfI10QysgDWmMOVmxG0u6ZUAiEAyBiXDWzM+uOe5W0JuG+luQAbPIqHh89M15TluLtEZtM=',
  'x-twilio-email-event-webhook-timestamp': '1600112502',
};
const PAYLOAD = `${JSON.stringify([
  {
    email: 'hello@world.com',
    event: 'dropped',
    reason: 'Bounced Address',
    sg_event_id: 'ZHJvcC0xMDk5NDkxOS1MUnpYbF9OSFN0T0doUTRrb2ZTbV9BLTA',
    sg_message_id: 'LRzXl_NHStOGhQ4kofSm_A.filterdrecv-p3mdw1-756b745b58-kmzbl-18-5F5FC76C-9.0',
    'smtp-id': '<LRzXl_NHStOGhQ4kofSm_A@ismtpd0039p1iad1.sendgrid.net>',
    timestamp: 1600112492,
  },
])}\r\n`;

const KEY_OF_SEVERAL =
  'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEQ4LIFtWztlsF7skFqOncjD1lun4H5w8XOhyOArHW9RcIx/FfEzx6cikC/yPfUvwaX/JScE7Fc9CJD2afQ9Ok3Q==';
const SIGNED_SEVERAL = {
  'x-twilio-email-event-webhook-signature':
    'MEYCIQC/I4o6vCgqRYrTljjoVWB/GRWNtxeePlLMHr3x9ETeRQIhAIpV+03nREPTTHWSW0wIOA0EoMPdcNgXa70yCaqDJlu5',
  'x-twilio-email-event-webhook-timestamp': '1619651159',
};
const SEVERAL = `${JSON.stringify([
  {
    email: 'invalid@gmail.com',
    event: 'processed',
    send_at: 0,
    sg_event_id: 'cHJvY2Vzc2VkLTE5OTQyMTEyLXFOd0JMZ1BRUWpXNkRKdktRd1NBYnctMA',
    sg_message_id: 'qNwBLgPQQjW6DJvKQwSAbw.filterdrecv-canary-547b64655b-cw6zx-1-6089EA4A-56.0',
    'smtp-id': '<qNwBLgPQQjW6DJvKQwSAbw@ismtpd0178p1mdw1.sendgrid.net>',
    timestamp: 1619651146,
  },
  {
    email: 'invalid@gmail.com',
    event: 'bounce',
    ip: '167.89.101.76',
    reason:
      '552 5.2.2 The email account that you tried to reach is over quota and inactive. Please direct the recipient to https://support.google.com/mail/?p=OverQuotaPerm c17si1130468pgv.34 - gsmtp',
    sg_event_id: 'Ym91bmNlLTAtMTk5NDIxMTItcU53QkxnUFFRalc2REp2S1F3U0Fidy0w',
    sg_message_id: 'qNwBLgPQQjW6DJvKQwSAbw.filterdrecv-canary-547b64655b-cw6zx-1-6089EA4A-56.0',
    'smtp-id': '<qNwBLgPQQjW6DJvKQwSAbw@ismtpd0178p1mdw1.sendgrid.net>',
    status: '5.2.2',
    timestamp: 1619651147,
    tls: 1,
    type: 'blocked',
  },
])
  .split('},{')
  .join('},\r\n{')}\r\n`;

test('the signed requests of the vendor’s library are read', async () => {
  expect(await readEvents('sendgrid', pushed(PAYLOAD, SIGNED, { key: KEY }))).toEqual([
    {
      id: 'ZHJvcC0xMDk5NDkxOS1MUnpYbF9OSFN0T0doUTRrb2ZTbV9BLTA',
      kind: 'rejected',
      at: new Date(1600112492000),
      messageId: undefined,
      providerMessageId: 'LRzXl_NHStOGhQ4kofSm_A',
      recipient: 'hello@world.com',
      words: 'Bounced Address',
      code: undefined,
      raw: {
        event: 'dropped',
        sg_event_id: 'ZHJvcC0xMDk5NDkxOS1MUnpYbF9OSFN0T0doUTRrb2ZTbV9BLTA',
        sg_message_id: 'LRzXl_NHStOGhQ4kofSm_A.filterdrecv-p3mdw1-756b745b58-kmzbl-18-5F5FC76C-9.0',
        timestamp: '1600112492',
      },
    },
  ]);
  const several = await readEvents('sendgrid', pushed(SEVERAL, SIGNED_SEVERAL, { key: KEY_OF_SEVERAL }));
  expect(several).toMatchObject([{ kind: 'accepted' }, { kind: 'bounced', bounce: 'soft', code: '5.2.2' }]);
});

test('the key may have the frame of a PEM file', async () => {
  const key = `-----BEGIN PUBLIC KEY-----\n${KEY.slice(0, 64)}\n${KEY.slice(64)}\n-----END PUBLIC KEY-----\n`;
  expect(await readEvents('sendgrid', pushed(PAYLOAD, SIGNED, { key }))).toHaveLength(1);
});

test.each<[string, string, Record<string, string>, string, RegExp]>([
  ['another key', PAYLOAD, SIGNED, KEY_OF_SEVERAL, /does not match/],
  ['another body', PAYLOAD.replace('dropped', 'delivered'), SIGNED, KEY, /does not match/],
  ['a body without its last line break', PAYLOAD.trimEnd(), SIGNED, KEY, /does not match/],
  [
    'another time',
    PAYLOAD,
    { ...SIGNED, 'x-twilio-email-event-webhook-timestamp': '1600112503' },
    KEY,
    /does not match/,
  ],
  ['no signature', PAYLOAD, {}, KEY, /no signature/],
  [
    'a signature that is none',
    PAYLOAD,
    { ...SIGNED, 'x-twilio-email-event-webhook-signature': '%' },
    KEY,
    /does not match/,
  ],
  ['a key that is none', PAYLOAD, SIGNED, 'secret', /not a public key/],
])('%s is refused', async (_, body, headers, key, words) => {
  expect(await refusal('sendgrid', pushed(body, headers, { key }))).toMatch(words);
});

test('words that no table lists are left out, whatever they are', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const events = ['__proto__', 'constructor', 'toString', 'group_resubscribe'].map((name) => ({
    event: name,
    sg_event_id: name,
    timestamp: 1619651146,
  }));
  const body = JSON.stringify([...events, null, 'text', [1]]);
  const headers = {
    'x-twilio-email-event-webhook-timestamp': '1',
    'x-twilio-email-event-webhook-signature': sign('sha256', Buffer.from(`1${body}`), privateKey).toString('base64'),
  };
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  expect(await readEvents('sendgrid', pushed(body, headers, { key }))).toEqual([]);
});
