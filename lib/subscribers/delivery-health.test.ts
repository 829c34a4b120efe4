import { expect, test } from 'vitest';
import type { Channel } from '#lib/providers/channel.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import { type DeliveryOutcome, healthOf } from './delivery-health.ts';

const at = (day: number) => new Date(Date.UTC(2026, 9, day));
const outcome = (
  channel: Channel,
  day: number,
  status: DeliveryOutcome['status'],
  reason?: unknown,
): DeliveryOutcome => ({
  channel,
  status,
  reason: reason ?? null,
  at: at(day),
  notificationId: `run ${day}`,
  hasMessage: true,
});

test('a channel has failed since the first of its newest failures', () => {
  const outcomes = [
    outcome('email', 30, 'error'),
    outcome('sms', 29, 'sent'),
    outcome('email', 28, 'error'),
    outcome('email', 25, 'error'),
    outcome('email', 24, 'sent'),
    outcome('email', 20, 'error'),
    outcome('sms', 2, 'error'),
    outcome('push', 1, 'error'),
  ];
  const [email, sms, push] = [24, 29, 1].map((day) => at(day).toISOString());
  expect(healthOf(outcomes, at(1))).toEqual([
    {
      channel: 'email',
      lastDeliveredAt: email,
      failing: { since: at(25).toISOString(), count: 3, withoutMessage: 0, notificationId: 'run 30', isOlder: false },
    },
    { channel: 'sms', lastDeliveredAt: sms },
    {
      channel: 'push',
      failing: { since: push, count: 1, withoutMessage: 0, notificationId: 'run 1', isOlder: true },
    },
  ]);
  const missing = [outcome('sms', 31, 'warning'), outcome('chat', 30, 'warning'), outcome('sms', 29, 'error')];
  expect(healthOf(missing, undefined)).toMatchObject([{ channel: 'sms', failing: { count: 1 } }]);
  expect(healthOf(missing, undefined)[0]).not.toHaveProperty('lastDeliveredAt');
  expect(healthOf([outcome('push', 1, 'error')], undefined)[0]?.failing).toMatchObject({ isOlder: false });
});

test('a failure with another address than the current one marks the address as new', () => {
  const to = (address: string, day: number, status: 'error' | 'sent' = 'error') => ({
    ...outcome('email', day, status),
    address,
  });
  const isNew = (outcomes: DeliveryOutcome[], email: string | null) =>
    healthOf(outcomes, undefined, { email, phone: '+49151' })[0]?.failing?.isAddressNew;
  expect(isNew([to('typo@shop.example', 30)], 'jane@shop.example')).toBe(true);
  expect(isNew([to('jane@shop.example', 30)], 'jane@shop.example')).toBeUndefined();
  // The new address was tried, and failed too.
  expect(isNew([to('jane@shop.example', 30), to('typo@shop.example', 29)], 'jane@shop.example')).toBeUndefined();
  expect(isNew([to('typo@shop.example', 30)], null)).toBeUndefined();
  // A step that failed before a message has no address.
  const unmade = { ...outcome('email', 31, 'error'), hasMessage: false };
  expect(isNew([unmade, to('typo@shop.example', 30)], 'jane@shop.example')).toBeUndefined();
});

test('failures before the oldest read run may be missing, even after a read delivery', () => {
  const outcomes = [outcome('email', 30, 'error'), outcome('email', 10, 'sent')];
  const isOlder = (readFrom?: Date) => healthOf(outcomes, readFrom)[0]?.failing?.isOlder;
  expect([isOlder(at(20)), isOlder(at(10)), isOlder(at(5)), isOlder()]).toEqual([true, false, false, false]);
});

test('a message that only a sandbox accepted is marked', () => {
  const sandboxed = reasonFor('sandboxed', { provider: 'SendGrid', attempt: 1 });
  const health = (reason?: unknown) => healthOf([outcome('email', 30, 'sent', reason)], undefined)[0];
  expect(health(sandboxed)).toEqual({
    channel: 'email',
    lastDeliveredAt: at(30).toISOString(),
    lastWasSandboxed: true,
  });
  expect(health()).not.toHaveProperty('lastWasSandboxed');
});

test('a step that failed before it created a message counts, and links to its run', () => {
  const unmade = { ...outcome('email', 30, 'error'), hasMessage: false };
  expect(healthOf([unmade, outcome('email', 29, 'error'), outcome('email', 28, 'sent')], undefined)).toMatchObject([
    { channel: 'email', failing: { count: 2, withoutMessage: 1, notificationId: 'run 30' } },
  ]);
  expect(healthOf([outcome('email', 31, 'sent'), unmade], undefined)[0]).not.toHaveProperty('failing');
});

test('a channel skipped only for a missing address is listed as neither failed nor delivered', () => {
  const outcomes = [outcome('chat', 30, 'skipped'), outcome('chat', 20, 'skipped'), outcome('sms', 10, 'skipped')];
  expect(healthOf([...outcomes, outcome('sms', 5, 'error')], undefined)).toMatchObject([
    { channel: 'chat', lastSkippedAt: at(30).toISOString() },
    { channel: 'sms', lastSkippedAt: at(10).toISOString(), failing: { count: 1, since: at(5).toISOString() } },
  ]);
  expect(Object.keys(healthOf(outcomes, undefined)[0] ?? {})).toEqual(['channel', 'lastSkippedAt']);
});
