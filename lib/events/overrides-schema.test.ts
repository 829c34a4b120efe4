import { expect, test } from 'vitest';
import { validationError } from '#lib/api/error-mapper.ts';
import { TriggerBody } from './schema.ts';

function problems(overrides: unknown) {
  const { error } = TriggerBody.safeParse({ name: 'a', to: 'b', overrides });
  return (
    error &&
    Object.fromEntries(
      Object.entries(validationError(error).errors ?? {}).map(([field, { messages }]) => [field, messages[0]]),
    )
  );
}

test.each([
  ['a name of an integration', { sms: { integrationIdentifier: 5 } }, 'overrides.sms.integrationIdentifier'],
  ['a channel', { email: 'all' }, 'overrides.email'],
  ['an address', { email: { to: ['jane@example.com', 'nope'] } }, 'overrides.email.to.1'],
  ['a copy', { email: { cc: 'zzz' } }, 'overrides.email.cc'],
  ['a line break', { email: { to: 'x@example.com>\r\nRCPT TO:<evil@example.com' } }, 'overrides.email.to'],
  ['a sender', { email: { from: 'a@example.com\nBcc: evil@example.com' } }, 'overrides.email.from'],
])('%s that cannot be is refused, and named', (_, overrides, field) => {
  expect(Object.keys(problems(overrides) ?? {})).toEqual([field]);
});

test('what is for a provider, and what is usual, stays as it is', () => {
  const overrides = {
    email: {
      to: ['Jane <jane@example.com>'],
      cc: '',
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
