import { expect, test } from 'vitest';
import { limitLines } from './limit-lines.ts';

const none = { read: 3, isWhole: true, withContext: 0, conditions: [] };
const counts = { conditional: 0, switchedOff: 0, switchedOn: 0 };

test.each([
  [{ ...none, read: 0 }, ['The topic has no subscription.']],
  [none, ['None: each run of the topic reaches every subscriber.']],
  [
    { ...none, withContext: 1, conditions: [{ ...counts, conditional: 2 }] },
    [
      '2 subscriptions with a condition for all workflows.',
      '1 subscription that only triggers with the same context reach.',
    ],
  ],
  [
    { ...none, read: 10_000, isWhole: false, conditions: [{ ...counts, name: 'Digest', switchedOff: 1 }] },
    ['Of the newest 10,000 subscriptions:', '1 subscription switched off for Digest.'],
  ],
])('each limit of subscriptions has its line: %#', (subscriptions, lines) =>
  expect(limitLines(subscriptions)).toEqual(lines),
);
