import { expect, test } from 'vitest';
import type { EmailMessage } from '#lib/providers/message.ts';
import { namedAddresses } from './overrides.ts';
import { decided, NOW, sampleRun } from './run.sample.ts';
import type { RunContext } from './run-context.ts';

const overrides = {
  email: {
    to: ['Ann <ann@customer.example>', 'bob@customer.example'],
    cc: ['Cy <cy@customer.example>'],
    bcc: 'archive@shop.example',
  },
};

async function messages(changes: Partial<RunContext> = {}) {
  const outcome = await decided(sampleRun('email', { notification: { overrides }, ...changes }));
  if (outcome.type !== 'deliver') throw new Error(`It is not sent: ${JSON.stringify(outcome)}`);
  const sent = outcome.targets.map(({ message }) => {
    const { to, cc = [], bcc = [] } = message as EmailMessage;
    return [to, ...cc, ...bcc].map(({ email }) => email).join(' ');
  });
  return { sent, outcome };
}

const suppressed = (...addresses: string[]) =>
  addresses.map((address) => ({ channel: 'email', address, event: 'bounced', since: NOW }) as const);
const OTHERS = ['ann@customer.example', 'bob@customer.example'];

test('a trigger adds recipients to the subscriber, and there is one copy each', async () => {
  const { sent } = await messages();
  expect(sent).toEqual(['jane@example.com cy@customer.example archive@shop.example', ...OTHERS]);
});

test('a suppressed address gets nothing, with a name or without, as recipient or in copy', async () => {
  const { sent, outcome } = await messages({
    suppressions: suppressed('jane@example.com', 'ann@customer.example', 'cy@customer.example'),
  });
  expect(sent, 'the next message takes the copies along').toEqual(['bob@customer.example archive@shop.example']);
  const noted = outcome.notes.filter(({ reason }) => reason.code === 'suppressed');
  expect(noted.map(({ reason }) => reason.evidence)).toMatchObject([
    { address: 'j•••@example.com' },
    { address: 'a•••@customer.example' },
    { address: 'c•••@customer.example' },
  ]);
});

test('a suppressed address is known in another form of its domain', async () => {
  const { sent } = await messages({
    notification: { overrides: { email: { to: 'Ann <Ann@Bücher.example>' } } } as never,
    suppressions: suppressed('ann@xn--bcher-kva.example'),
  });
  expect(sent).toEqual(['jane@example.com']);
});

test('the addresses that a trigger names are looked up without their names', () => {
  expect(namedAddresses({ ...overrides, sms: { to: '+4930123456' } })).toEqual([
    ...OTHERS,
    'cy@customer.example',
    'archive@shop.example',
    '+4930123456',
  ]);
  expect(namedAddresses({ email: { to: 7, cc: null }, sms: 'x' })).toEqual([]);
});
