import { expect, test } from 'vitest';
import { copyText, equalText } from './equal-text.ts';
import type { Explanation } from './schema.ts';

const answer = (equal: Omit<NonNullable<Explanation['equal']>, 'copies'> | undefined, type = 'email') =>
  ({
    equal: equal && { ...equal, copies: [] },
    subscriber: { firstName: 'Jane', lastName: 'Cooper' },
    decisive: { step: { type } },
  }) as Explanation;

test.each([
  [{ messages: 2, triggers: 2, resent: 0 }, 'twice within 24 hours: 2 triggers.'],
  [{ messages: 2, triggers: 1, resent: 1 }, 'twice within 24 hours: sent again once.'],
  [{ messages: 4, triggers: 2, resent: 2 }, '4 times within 24 hours: 2 triggers, and it was sent again twice.'],
  [{ messages: 2, triggers: 1, resent: 0 }, 'twice within 24 hours: several steps of one trigger.'],
])('%j', (equal, end) => {
  expect(equalText(answer(equal))).toBe(`Jane Cooper was sent this email message ${end}`);
});

test('no sentence without equal messages, or about a step that sends nothing', () => {
  expect(equalText(answer(undefined))).toBeUndefined();
  expect(equalText(answer({ messages: 2, triggers: 2, resent: 0 }, 'delay'))).toBeUndefined();
});

test('a copy says when it was sent, and what caused it', () => {
  const copy = { messageId: 'm', _notificationId: 'n', transactionId: 't', sentAt: '2026-11-27T09:12:00.000Z' };
  const texts = (['trigger', 'resent', 'step', 'original'] as const).map((by) =>
    copyText({ ...copy, by }, Date.parse('2026-11-28')),
  );
  expect(texts.map((text) => text.split(', ').at(-1))).toEqual([
    'by another trigger',
    'sent again on request',
    'by another step of this run',
    'by the same trigger',
  ]);
  expect(texts[0]).toMatch(/^On 27 Nov, \d\d:\d\d, /);
});
