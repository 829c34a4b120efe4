import { expect, test } from 'vitest';
import type { EqualMessages } from './equal.ts';
import { copyText, equalText, isMistake } from './equal-text.ts';

const SENT_AT = '2026-11-27T09:12:00.000Z';
const copy = (by: EqualMessages['copies'][number]['by'], seconds: number) => ({
  ...{ messageId: 'm', _notificationId: 'n', transactionId: 't', by },
  sentAt: new Date(Date.parse(SENT_AT) + seconds * 1_000).toISOString(),
});
const equal = (more: Partial<EqualMessages>): EqualMessages => ({
  ...{ channel: 'email', messageId: 'own', sentAt: SENT_AT, messages: 2, triggers: 1, resent: 0 },
  copies: [copy('trigger', 4)],
  ...more,
});

test.each([
  [{ triggers: 2 }, '2 equal emails within 4 s, from 2 triggers', true],
  [{ triggers: 2, copies: [copy('trigger', 0)] }, '2 equal emails within 1 s, from 2 triggers', true],
  [
    { resent: 1, copies: [copy('resent', 7_200)] },
    '2 equal emails within 24 hours, 1 message sent again on request',
    false,
  ],
  [
    { channel: 'sms', messages: 40, triggers: 39, resent: 1 },
    '40 equal SMS within 24 hours, from 39 triggers, 1 message sent again on request',
    true,
  ],
  [{ channel: 'push' }, '2 equal push messages within 4 s, from several steps of one trigger', true],
  [
    { triggers: 2, others: [{ channel: 'in_app', messages: 3 }] },
    '2 equal emails and 3 equal in-app messages within 4 s, from 2 triggers',
    true,
  ],
] as const)('%j', (more, text, mistake) => {
  expect(equalText(equal(more as never))).toBe(text);
  expect(isMistake(equal(more as never))).toBe(mistake);
});

test('a copy says when it was sent, with seconds if it is near, and what caused it', () => {
  const texts = [copy('trigger', 4), copy('step', -90), copy('original', 0), copy('resent', 90_000)].map((each) =>
    copyText(each, equal({}), Date.parse('2026-11-28T12:00:00.000Z'), 'UTC'),
  );
  expect(texts).toEqual([
    '4.0 s later, at 09:12:04, by another trigger',
    '2 min earlier, at 09:10:30, by another step of this run',
    'At the same time, at 09:12:00, by the same trigger',
    'At 10:12, sent again on request',
  ]);
});
