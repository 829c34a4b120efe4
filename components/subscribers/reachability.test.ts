import { expect, test } from 'vitest';
import type { ChannelHealth, Subscriber } from '#lib/subscribers/schema.ts';
import { failureText, missingOf, reachOf, reachState, reachText } from './reachability.ts';

const jane = { subscriberId: 'jane', firstName: 'Jane', email: 'jane@shop.example' } as Subscriber;
const failing = {
  since: '2026-10-25T10:00:00.000Z',
  count: 1,
  withoutMessage: 0,
  notificationId: 'run',
  isOlder: false,
};
const now = Date.parse('2026-11-22T10:00:00.000Z');
const texts = (subscriber: Subscriber, health: ChannelHealth[] = []) =>
  reachOf(subscriber, health).map((reach) => `${reach.channel}: ${reachText(reach, now, 'UTC')}`);

test('missing addresses are named before sent messages', () => {
  expect(texts(jane, [{ channel: 'email', lastDeliveredAt: '2026-11-20T10:00:00.000Z' }])).toEqual([
    'in_app: nothing sent yet',
    'email: sent 2 d ago',
    'sms: No phone number',
  ]);
  const sentOnce = { channel: 'sms', lastDeliveredAt: '2026-10-25T10:00:00.000Z' } as const;
  expect(texts(jane, [sentOnce, { channel: 'push', failing }])).toEqual([
    'in_app: nothing sent yet',
    'email: nothing sent yet',
    'sms: No phone number',
    'push: No push device',
  ]);
  expect(texts({ ...jane, email: null, phone: '+49151' }, [{ channel: 'sms', failing }])).toEqual([
    'in_app: nothing sent yet',
    'email: No email address',
    'sms: failing since 25 Oct',
  ]);
});

test('a channel with a new address is not shown as failing', () => {
  const health = { channel: 'email', failing: { ...failing, isAddressNew: true } } as const;
  expect(texts(jane, [health])[1]).toBe('email: new address, not tried yet');
  expect(reachOf(jane, [health]).map(reachState)[1]).toBeUndefined();
});

test('a sandboxed message is not shown as sent', () => {
  const taken = { channel: 'email', lastDeliveredAt: '2026-11-20T10:00:00.000Z', lastWasSandboxed: true } as const;
  expect(texts(jane, [taken])[1]).toMatch(/sandbox/);
});

test('a channel with sent messages shows its state', () => {
  const at = { channel: 'email', lastDeliveredAt: '2026-11-20T10:00:00.000Z' } as const;
  const stateOf = (health: ChannelHealth) => reachOf(jane, [health]).map(reachState)[1];
  expect(stateOf(at)).toBe('sent');
  expect(stateOf({ ...at, lastWasSandboxed: true })).toBe('sandboxed');
  expect(stateOf({ ...at, failing })).toBe('failed');
  expect(reachOf(jane).map(reachState)).toEqual([undefined, undefined, 'skipped']);
});

test.each([
  ['email', {}, 'Last email failed.'],
  ['email', { count: 3 }, 'Last 3 emails failed.'],
  ['email', { isAddressNew: true }, 'Before the change, the last email failed.'],
  ['email', { count: 3, isAddressNew: true }, 'Before the change, the last 3 emails failed.'],
  ['sms', { withoutMessage: 1 }, 'Last SMS was not sent.'],
  ['push', { count: 4, withoutMessage: 4 }, 'Last 4 push messages were not sent.'],
  ['chat', { count: 4, withoutMessage: 1 }, 'Last 4 chat messages failed.'],
  [
    'email',
    { count: 2, withoutMessage: 2, reason: { code: 'no_integration', evidence: { channel: 'email' } } as never },
    /^Last 2 emails were not sent: .*no .*email.*\.$/i,
  ],
] as const)('%s %j is shown as %s', (channel, more, text) => {
  expect(failureText(channel, { ...failing, ...more }, jane)).toMatch(
    typeof text === 'string' ? new RegExp(`^${text}$`) : text,
  );
});

test('a channel without a part names the missing part', () => {
  expect(missingOf(jane, 'sms')).toBe('No phone number');
  expect(missingOf(jane, 'email')).toBeUndefined();
  expect(missingOf(jane, 'in_app')).toBeUndefined();
});
