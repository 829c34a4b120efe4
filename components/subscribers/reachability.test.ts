import { expect, test } from 'vitest';
import type { ChannelHealth, Subscriber } from '#lib/subscribers/schema.ts';
import { failureText, reachOf, reachText } from './reachability.ts';

const jane = { subscriberId: 'jane', firstName: 'Jane', email: 'jane@shop.example' } as Subscriber;
const failing = {
  since: '2026-10-25T10:00:00.000Z',
  count: 1,
  withoutMessage: 0,
  notificationId: 'run',
  isOlder: false,
};
const texts = (subscriber: Subscriber, health: ChannelHealth[] = []) => reachOf(subscriber, health).map(reachText);

test('what is missing is said before what was sent', () => {
  expect(texts(jane)).toEqual(['In-app', 'E-mail', 'No phone number']);
  const sentOnce = { channel: 'sms', lastDeliveredAt: '2026-10-25T10:00:00.000Z' } as const;
  expect(texts(jane, [sentOnce, { channel: 'push', failing }])).toEqual([
    'In-app',
    'E-mail',
    'No phone number',
    'No device',
  ]);
  expect(texts({ ...jane, email: null, phone: '+49151' }, [{ channel: 'sms', failing }])).toEqual([
    'In-app',
    'No e-mail address',
    'SMS fails',
  ]);
});

test.each([
  [{}, 'The last message failed.'],
  [{ count: 3 }, 'The last 3 messages failed.'],
  [{ withoutMessage: 1 }, 'The last step failed before there was a message.'],
  [{ count: 4, withoutMessage: 4 }, 'The last 4 steps failed before there was a message.'],
  [{ count: 4, withoutMessage: 1 }, 'The last 4 attempts failed, 1 of them before there was a message.'],
  [
    { reason: { code: 'no_integration', evidence: { channel: 'email' } } as never },
    /^The last message failed: .*no .*e-mail.*\.$/i,
  ],
])('%j is told as %s', (more, text) => {
  expect(failureText({ ...failing, ...more }, jane)).toMatch(typeof text === 'string' ? new RegExp(`^${text}$`) : text);
});
