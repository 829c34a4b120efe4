import { expect, test } from 'vitest';
import { causeText, nextText } from './removal-text.ts';

const jane = { address: 'jane@shop.example', channel: 'email' } as const;
const skipped = (count: number, capped = false) => ({ subscriberIds: ['jane'], skipped: { count, capped } });

test.each([
  [undefined, 'The next email to jane@shop.example is sent.'],
  [skipped(0), 'The next email to jane@shop.example is sent. No message was skipped since.'],
  [skipped(1), 'The next email to jane@shop.example is sent. 1 message was skipped since 12 Nov.'],
  [skipped(2), 'The next email to jane@shop.example is sent. 2 messages were skipped since 12 Nov.'],
  [skipped(1, true), 'The next email to jane@shop.example is sent. At least 1 message were skipped since 12 Nov.'],
  [
    { subscriberIds: [], skipped: { count: 0, capped: false } },
    'The next email to jane@shop.example is sent. No subscriber has this address now.',
  ],
])('after %j comes a sentence', (effect, expected) => {
  expect(nextText(jane, effect, '12 Nov')).toBe(expected);
});

test('the channel and the cause have words', () => {
  expect(nextText({ address: '+4930123', channel: 'sms' }, undefined, '')).toBe('The next SMS to +4930123 is sent.');
  expect(causeText({ cause: 'complained' }, '12 Nov')).toBe('The address was reported as spam on 12 Nov.');
});
