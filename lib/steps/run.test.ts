import { expect, test } from 'vitest';
import { TriggerBody } from '#lib/events/schema.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { parseMailboxes } from '#lib/providers/mailbox.ts';
import { spanEnd } from '#lib/time/duration.ts';
import { NOW, samplePerson } from '#testing/run.ts';
import { stepType, type WorkflowStepType } from './index.ts';
import { maskEmail, maskPhone, maskToken, maskWebhook } from './mask-address.ts';
import type { StepInput, StepOutcome } from './run.ts';

function ran(type: WorkflowStepType, output: JsonObject, changes: Partial<StepInput> = {}): StepOutcome | undefined {
  const input = {
    output,
    controls: {},
    recipient: samplePerson(),
    payload: {},
    overrides: {},
    now: NOW,
    after: (amount: unknown, unit: unknown) => spanEnd(NOW, amount, unit, 'UTC'),
    mailboxes: parseMailboxes,
    maxSpanDays: 180,
    ...changes,
  };
  return stepType(type).run(input);
}

function sent(outcome: StepOutcome | undefined) {
  if (outcome?.type !== 'send') throw new Error(`It is not sent: ${JSON.stringify(outcome)}`);
  return outcome;
}

const MAIL = { subject: 'Hello', body: '<p>Hello</p>', text: 'Hello' };

test('an email goes to the subscriber', () => {
  const { content, addresses } = sent(ran('email', MAIL));
  expect(content).toEqual({ subject: 'Hello', content: '<p>Hello</p>' });
  expect(addresses).toEqual([
    {
      key: 'email',
      shown: 'j•••@example.com',
      suppressedAs: 'jane@example.com',
      record: { email: 'jane@example.com' },
      message: {
        channel: 'email',
        to: { email: 'jane@example.com' },
        subject: 'Hello',
        html: '<p>Hello</p>',
        text: 'Hello',
      },
    },
  ]);
});

test('an email without subject is sent without one', () => {
  const { content } = sent(ran('email', { body: '<p>Hello</p>' }));
  expect(content).toEqual({ subject: '', content: '<p>Hello</p>' });
});

test('replies go to the address of the trigger, the step, or the environment', () => {
  const replyTo = (output: JsonObject, overrides: JsonObject = {}) => {
    const { message } =
      sent(ran('email', { ...MAIL, ...output }, { overrides, replyTo: 'Help <help@example.com>' })).addresses[0] ?? {};
    return message && 'replyTo' in message ? message.replyTo : undefined;
  };
  const help = { email: 'help@example.com', name: 'Help' };
  const shop = { email: 'shop@example.com' };
  expect(replyTo({})).toEqual(help);
  expect(replyTo({ replyTo: 'shop@example.com' })).toEqual(shop);
  expect(replyTo({ replyTo: '' })).toEqual(help);
  expect(replyTo({ replyTo: 'an empty variable' })).toEqual(help);
  expect(replyTo({ replyTo: 'x@example.com' }, { replyTo: 'shop@example.com' })).toEqual(shop);
});

test('the trigger changes recipients, envelope and content of an email', () => {
  const overrides = {
    to: ['A <a@example.com>', 'b@example.com', 'a@example.com', 'Jane@Example.com', 7],
    from: 'Acme Shop <us@example.com>',
    replyTo: 'Help <reply@example.com>',
    cc: 'Cy <c@example.com>',
    bcc: ['d@example.com', 'c@example.com', 'B <b@example.com>'],
    subject: 'Other\r\nsubject',
    headers: { 'X-Order': '7\r\nX-Evil: 1', number: 7 },
  };
  const { addresses, copies, content } = sent(ran('email', MAIL, { overrides }));
  expect(addresses.map(({ key, suppressedAs }) => [key, suppressedAs])).toEqual([
    ['email', 'jane@example.com'],
    ['email:a@example.com', 'a@example.com'],
    ['email:b@example.com', 'b@example.com'],
  ]);
  expect(content.subject).toBe('Other subject');
  expect(addresses[1]).toEqual({
    key: 'email:a@example.com',
    shown: 'a•••@example.com',
    suppressedAs: 'a@example.com',
    record: { email: 'a@example.com' },
    message: {
      channel: 'email',
      to: { email: 'a@example.com', name: 'A' },
      from: { email: 'us@example.com', name: 'Acme Shop' },
      replyTo: { email: 'reply@example.com', name: 'Help' },
      subject: 'Other subject',
      html: '<p>Hello</p>',
      text: 'Hello',
      headers: { 'X-Order': '7 X-Evil: 1' },
    },
  });
  expect(copies, 'each once, and none who gets a message anyway').toEqual({
    cc: [{ email: 'c@example.com', name: 'Cy' }],
    bcc: [{ email: 'd@example.com' }],
  });
  const [renamed] = sent(ran('email', MAIL, { overrides: { senderName: 'Us\r\nBcc: x@example.com' } })).addresses;
  expect(renamed?.message).toMatchObject({ senderName: 'Us Bcc: x@example.com' });
});

const STEP_COPIES = {
  cc: ['Cy <c@example.com>', 'jane@example.com', 'no address'],
  bcc: ['d@example.com', 'c@example.com'],
  headers: { 'X-Order': '7', 'X-Team': 'blue', Subject: 'Other', 'Bad name': 'x' },
};

test('a step adds copies and headers, and what is invalid is left out', () => {
  const { addresses, copies, leftOut } = sent(ran('email', { ...MAIL, ...STEP_COPIES }));
  expect(copies).toEqual({ cc: [{ email: 'c@example.com', name: 'Cy' }], bcc: [{ email: 'd@example.com' }] });
  expect(addresses[0]?.message).toMatchObject({ headers: { 'X-Order': '7', 'X-Team': 'blue' } });
  expect(leftOut?.map(({ evidence }) => evidence)).toEqual([
    { control: 'headers', problem: 'This header has its own field. Use that field, and remove the line.' },
    {
      control: 'headers',
      problem: 'This is not a valid header name. Use letters, digits and hyphens, such as X-Order.',
    },
    { control: 'cc', problem: 'Address 3 of 3 is not an email address.' },
  ]);
});

test('copies and headers of the trigger replace those of the step, field by field', () => {
  const withOverrides = (overrides: JsonObject) => sent(ran('email', { ...MAIL, ...STEP_COPIES }, { overrides }));
  expect(withOverrides({ cc: 'e@example.com' }).copies).toEqual({
    cc: [{ email: 'e@example.com' }],
    bcc: [{ email: 'd@example.com' }, { email: 'c@example.com' }],
  });
  expect(withOverrides({ cc: [], bcc: [] }).copies).toBeUndefined();
  expect(withOverrides({ cc: '', bcc: null }).copies?.cc).toMatchObject([{ email: 'c@example.com' }]);
  const [address] = withOverrides({ headers: { 'x-order': '8' } }).addresses;
  expect(address?.message).toMatchObject({ headers: { 'x-order': '8', 'X-Team': 'blue' } });
  expect(address?.message).not.toHaveProperty('headers.X-Order');
});

test('an email without an address of the subscriber is sent to the added ones of the trigger', () => {
  const { addresses } = sent(
    ran('email', MAIL, { overrides: { to: 'a@example.com' }, recipient: samplePerson({ email: null }) }),
  );
  expect(addresses.map(({ key, record }) => [key, record.email])).toEqual([['email', 'a@example.com']]);
});

test('attachments of the payload are sent, and unreadable ones are reported', () => {
  const file = { name: 'bill.pdf', mime: 'application/pdf', file: btoa('%PDF\u00ff') };
  const [address] = sent(ran('email', MAIL, { payload: { attachments: [file] } })).addresses;
  expect(address?.message).toMatchObject({
    attachments: [{ name: 'bill.pdf', contentType: 'application/pdf', content: Uint8Array.of(37, 80, 68, 70, 255) }],
  });
  for (const broken of [{ ...file, file: 'é' }, { name: 'a' }, 'text', null]) {
    const outcome = ran('email', MAIL, { payload: { attachments: [file, broken] } });
    expect(outcome).toMatchObject({
      type: 'fail',
      reason: { code: 'render_failed', evidence: { control: 'attachments' } },
    });
  }
});

const PDF = Uint8Array.of(37, 80, 68, 70, 255, 254);
test.each<[string, unknown, string?]>([
  ['base64', 'JVBERv/+'],
  ['base64url', 'JVBERv_-'],
  ['base64 without padding', 'JVBERv/+JQ'.slice(0, 8)],
  ['base64 in lines', 'JVBE\r\nRv/+\n'],
  ['a data: URL', 'data:application/pdf;base64,JVBERv/+', 'application/pdf'],
  ['a data: URL with a parameter', 'data:text/plain;charset=utf-8;base64,JVBERv/+', 'text/plain;charset=utf-8'],
  ['the JSON of a buffer', JSON.parse(JSON.stringify(Buffer.from(PDF)))],
])('an attachment may be %s', (_, file, contentType) => {
  const attachments = [{ name: 'bill.pdf', file }];
  for (const given of [{ payload: { attachments } }, { overrides: { attachments } }]) {
    const [address] = sent(ran('email', MAIL, given)).addresses;
    expect(address?.message).toMatchObject({
      attachments: [{ name: 'bill.pdf', content: PDF, ...(contentType && { contentType }) }],
    });
  }
  expect(TriggerBody.safeParse({ name: 'a', to: 'b', overrides: { email: { attachments } } }).success).toBe(true);
});

test.each<[string, unknown]>([
  ['numbers', [1, 2]],
  ['texts', ['photo.jpg']],
  ['objects', [{ id: 7, url: 'https://shop.example/a' }]],
  ['an object', { count: 2 }],
  ['a text', 'none'],
])('a payload with %s under “attachments” has no attachments', (_, attachments) => {
  const [address] = sent(ran('email', MAIL, { payload: { attachments } })).addresses;
  expect(address?.message).not.toHaveProperty('attachments');
});

test.each<[string, unknown]>([
  ['a data: URL that is not base64', 'data:text/plain,hello'],
  ['bytes that are none', { type: 'Buffer', data: [1, 256] }],
  ['an object', { a: 1 }],
  ['a number', 7],
])('a file that is %s fails the step', (_, file) => {
  expect(ran('email', MAIL, { payload: { attachments: [{ file }] } })).toMatchObject({ type: 'fail' });
});

test('content that came out empty is not sent', () => {
  for (const [type, output] of [
    ['email', { subject: ' ', body: '', text: '' }],
    ['sms', { body: ' ' }],
    ['chat', { body: '' }],
    ['push', { subject: '', body: '' }],
    ['in_app', { data: { a: 1 } }],
  ] as const) {
    expect(ran(type, output)).toMatchObject({ type: 'fail', reason: { code: 'render_failed' } });
  }
});

test('an SMS is sent to the phone of the subscriber or of the trigger', () => {
  const [own] = sent(ran('sms', { body: 'Hi' })).addresses;
  expect(own).toMatchObject({ shown: '+15•••0123', message: { channel: 'sms', to: '+15555550123', content: 'Hi' } });
  const [other] = sent(ran('sms', { body: 'Hi' }, { overrides: { to: '+4930123456', from: 'Us' } })).addresses;
  expect(other?.message).toEqual({ channel: 'sms', to: '+4930123456', from: 'Us', content: 'Hi' });
});

test('chat is sent to every connection, with the phone for providers that need one', () => {
  const connection = { channel: 'chat', integrationId: 'i', credentials: {}, deviceTokens: [] } as const;
  const recipient = samplePerson({
    channels: [
      { ...connection, id: 'a', credentials: { webhookUrl: 'https://chat.example/secret' } },
      { ...connection, id: 'b', credentials: { channel: '#general' } },
      { ...connection, id: 'c', channel: 'push' },
    ],
  });
  const { addresses } = sent(ran('chat', { body: 'Hi' }, { recipient }));
  expect(addresses.map(({ key, shown, record }) => [key, shown, record])).toEqual([
    ['chat:a', 'chat.example/•••', { directWebhookUrl: 'https://chat.example/secret' }],
    ['chat:b', '#general', {}],
  ]);
  expect(addresses[1]?.message).toEqual({
    channel: 'chat',
    content: 'Hi',
    target: { channel: '#general', phoneNumber: '+15555550123' },
  });
});

test('a chat message carries the template of WhatsApp, unless its name came out empty', () => {
  const connection = { channel: 'chat', integrationId: 'i', credentials: {}, deviceTokens: [], id: 'a' } as const;
  const recipient = samplePerson({ channels: [connection] });
  const parameters = [
    { key: 'customer', value: ' Jane\n\tDoe ' },
    { key: '', value: 'lost' },
  ];
  const sentWith = (whatsapp: object) =>
    sent(ran('chat', { body: 'Hi', whatsapp }, { recipient })).addresses[0]?.message as { template?: object };
  expect(sentWith({ template: ' shipped ', language: 'de-DE', parameters }).template).toEqual({
    name: 'shipped',
    language: 'de_DE',
    parameters: [{ name: 'customer', text: 'Jane Doe' }],
  });
  for (const whatsapp of [{ template: ' ', language: 'en' }, {}]) expect(sentWith(whatsapp).template).toBeUndefined();
});

test('push is sent to every device, and a missing part has a reason', () => {
  const { addresses } = sent(ran('push', { subject: 'A', body: 'B' }, { overrides: { data: { a: 1 } } }));
  expect(addresses.map(({ message }) => message)).toEqual(
    ['token-aaaaaaaaaa', 'token-bbbbbbbbbb'].map((token) => ({
      channel: 'push',
      token,
      title: 'A',
      content: 'B',
      data: { a: 1 },
      subscriber: expect.objectContaining({ subscriberId: 'jane', firstName: 'Jane' }),
    })),
  );
  expect(sent(ran('push', { body: 'B' }, { recipient: samplePerson({ channels: [] }) })).missing.code).toBe(
    'no_channel',
  );
});

test('without an override the payload is the data of a push, marked as such', () => {
  const [first] = sent(
    ran('push', { subject: 'A', body: 'B' }, { payload: { order: 'A-1' }, events: [{ id: 1 }] }),
  ).addresses;
  expect(first?.message).toMatchObject({
    data: { order: 'A-1' },
    isPayload: true,
    subscriber: { subscriberId: 'jane' },
    events: [{ id: 1 }],
  });
  const [bare] = sent(ran('push', { subject: 'A', body: 'B' }, { payload: {} })).addresses;
  expect(bare?.message).not.toHaveProperty('data');
});

test('an in-app message stores the content of its inbox', () => {
  const output = {
    subject: 'S',
    body: 'B',
    avatar: '/a.png',
    primaryAction: { label: 'Open', redirect: { url: '/o' } },
    secondaryAction: { redirect: { url: '/x' } },
    data: { a: 1 },
  };
  const { content, addresses } = sent(ran('in_app', output));
  expect(addresses).toEqual([{ key: 'in_app', shown: 'the inbox', record: {} }]);
  const { subject: _, body: __, ...inbox } = output;
  expect(content).toEqual({
    subject: 'S',
    content: 'B',
    cta: {
      type: 'redirect',
      data: { url: '/o' },
      action: { status: 'pending', buttons: [{ type: 'primary', content: 'Open' }] },
    },
    inbox,
  });
  expect(sent(ran('in_app', { body: 'B' })).content.cta).toEqual({});
});

test('a delay waits exactly for its time', () => {
  const until = '2026-11-18T11:00:00.000Z';
  expect(ran('delay', { until })).toEqual({ type: 'wait', until: new Date(until) });
  expect(ran('delay', { type: 'timed', next: { at: until } })).toEqual({ type: 'wait', until: new Date(until) });
  const problem = (output: JsonObject) => {
    const outcome = ran('delay', output);
    return outcome?.type === 'fail' ? outcome.reason.evidence : outcome;
  };
  const missing = 'it is missing';
  expect(problem({ type: 'regular' })).toEqual({ field: 'amount', problem: missing });
  expect(problem({ amount: 'abc', unit: 'days' })).toEqual({
    field: 'amount',
    value: 'abc',
    problem: 'it is not a number',
  });
  expect(problem({ amount: 2 })).toEqual({ field: 'unit', problem: missing });
  expect(problem({ amount: 2, unit: 'moons' })).toEqual({
    field: 'unit',
    value: 'moons',
    problem: 'it is not a unit of time',
  });
  expect(problem({ amount: 1e300, unit: 'days' })).toMatchObject({
    field: 'amount',
    problem: 'it is too long',
  });
  expect(problem({ type: 'timed' })).toEqual({ field: 'cron', problem: missing });
  expect(problem({ type: 'timed', cron: 'x'.repeat(100) })).toEqual({
    field: 'cron',
    value: `${'x'.repeat(59)}…`,
    problem: 'it never occurs',
  });
  const days = { field: 'amount', value: '3 days' };
  const span = { amount: 3, unit: 'days' };
  expect(problem({ ...span, until: NOW.toISOString() })).toEqual({ ...days, problem: 'it ends before it begins' });
  const tooLong = { ...days, problem: 'it is longer than 180 days', limit: 180 };
  expect(problem({ ...span, until: '2027-11-18T11:00:00.000Z' })).toEqual(tooLong);
});

test('masked addresses reveal nothing usable', () => {
  expect([maskEmail('é@b.c'), maskEmail('none'), maskEmail('@b')]).toEqual(['é•••@b.c', '•••', '•••']);
  expect([maskPhone('1234567'), maskPhone('+49301234567')]).toEqual(['•••', '+49•••4567']);
  expect([maskToken('short'), maskToken('a-longer-token')]).toEqual(['•••', '•••-token']);
  expect([maskWebhook('https://a.example/T0/B0'), maskWebhook('no url')]).toEqual(['a.example/•••', '•••']);
});
