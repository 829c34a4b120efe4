import { expect, test } from 'vitest';
import { validationError } from '#lib/api/error-mapper.ts';
import { TriggerBody } from './schema.ts';

function problems(overrides: unknown) {
  const { error } = TriggerBody.safeParse({ name: 'a', to: 'b', overrides });
  return (
    error &&
    Object.fromEntries(
      Object.entries(validationError(error, { name: 'a', to: 'b', overrides }).errors ?? {}).map(
        ([field, { messages }]) => [field, messages[0]],
      ),
    )
  );
}

test.each([
  ['a name of an integration', { sms: { integrationIdentifier: 5 } }, 'overrides.sms.integrationIdentifier'],
  ['a channel', { email: 'all' }, 'overrides.email'],
  ['an address', { email: { to: ['jane@example.com', 'nope'] } }, 'overrides.email.to.1'],
  ['a copy', { email: { cc: 'zzz' } }, 'overrides.email.cc'],
  ['an address without a domain', { email: { bcc: 'jane@' } }, 'overrides.email.bcc'],
  ['a list in one text', { email: { to: 'jane@example.com, max@example.com' } }, 'overrides.email.to'],
  ['a sender without a domain', { email: { from: 'Shop <shop>' } }, 'overrides.email.from'],
  ['an address for answers', { email: { replyTo: 'someone' } }, 'overrides.email.replyTo'],
  ['a subject', { email: { subject: 5 } }, 'overrides.email.subject'],
  ['a header', { email: { headers: { 'X-Order': 5 } } }, 'overrides.email.headers.X-Order'],
  ['an attachment', { email: { attachments: [{ name: 'a.pdf' }] } }, 'overrides.email.attachments.0.file'],
  ['a text', { sms: { content: ['a'] } }, 'overrides.sms.content'],
  ['data of a push', { push: { data: 'a' } }, 'overrides.push.data'],
  ['a request of a provider', { providers: { sendgrid: 'a' } }, 'overrides.providers.sendgrid'],
  ['one of a step', { steps: { greet: { providers: { fcm: [] } } } }, 'overrides.steps.greet.providers.fcm'],
  ['a layout', { layoutIdentifier: 5 }, 'overrides.layoutIdentifier'],
  ['a layout of email', { channels: { email: { layoutId: {} } } }, 'overrides.channels.email.layoutId'],
  ['a severity', { severity: 'urgent' }, 'overrides.severity'],
  ['a line break', { email: { to: 'x@example.com>\r\nRCPT TO:<evil@example.com' } }, 'overrides.email.to'],
  ['a sender', { email: { from: 'a@example.com\nBcc: evil@example.com' } }, 'overrides.email.from'],
  [
    'a header name of two lines',
    { email: { headers: { 'X-A: a\r\nX-B': 'b' } } },
    'overrides.email.headers.X-A: a\r\nX-B',
  ],
  ['a copy in a header', { email: { headers: { bcc: 'jane@example.com' } } }, 'overrides.email.headers.bcc'],
  ['a type in a header', { email: { headers: { 'Content-Type': 'text/x' } } }, 'overrides.email.headers.Content-Type'],
])('%s is rejected at its field', (_, overrides, field) => {
  expect(Object.keys(problems(overrides) ?? {})).toEqual([field]);
});

test('overrides for providers and common overrides stay unchanged', () => {
  const overrides = {
    email: {
      to: ['Jane <jane@example.com>'],
      cc: '',
      from: '"Müller, Jo" <jo@example.com>',
      subject: 'Hi',
      headers: { 'X-A': 'b' },
      integrationIdentifier: 'eu',
    },
    sms: { integrationIdentifier: null, to: '+4930123456' },
    providers: { sendgrid: { anything: [1, { b: '\n' }] } },
    steps: { greet: { providers: {} } },
    fcm: 5,
  };
  expect(problems(overrides)).toBeUndefined();
  expect(TriggerBody.parse({ name: 'a', to: 'b', overrides }).overrides).toBe(overrides);
});

test.each(['from', 'message_type', 'google.a', 'gcm.b'])('data of FCM must not have its own key %s', (key) => {
  const fcm = { data: { [key]: 'x' } };
  for (const overrides of [{ providers: { fcm } }, { steps: { send: { providers: { fcm } } } }]) {
    const [[field, wrong] = []] = Object.entries(problems(overrides) ?? {});
    expect(field).toMatch(new RegExp(`fcm\\.data\\.${key}$`));
    expect(JSON.stringify(wrong)).toContain('is reserved by the provider');
  }
  expect(problems({ push: { data: { [key]: 'x' } }, providers: { fcm: { data: { other: 1 } } } })).toBeUndefined();
});
