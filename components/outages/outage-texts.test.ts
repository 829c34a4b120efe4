import { expect, test } from 'vitest';
import type { OutageMessage, RecentOutage } from '#lib/outages/schema.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import { wireReason } from '#lib/reasons/schema.ts';
import { failedRunsAddress, outageAddress } from './outage-address.ts';
import { countText, effectText, listedEffect, retryNote, spanText, waitNote, withLasting } from './outage-texts.ts';

const openedAt = '2026-11-27T09:12:00.000Z';

test('the time of an outage names a second day only if there is one', () => {
  expect(spanText({ openedAt }, 'UTC')).toBe('Since 27 Nov, 09:12');
  expect(spanText({ openedAt, closedAt: '2026-11-27T09:24:00.000Z' }, 'UTC')).toBe('27 Nov, 09:12 to 09:24 (12 min)');
  expect(spanText({ openedAt, closedAt: '2026-11-28T09:12:00.000Z' }, 'UTC')).toBe(
    '27 Nov, 09:12 to 28 Nov, 09:12 (1 d)',
  );
});

test('a listed outage shows who waits, and at its end who was late', () => {
  const outage: RecentOutage = { integration: { _id: 'i1' }, openedAt, words: 'refused' };
  expect(listedEffect(outage)).toBeUndefined();
  expect(listedEffect({ ...outage, waiting: 6, more: false })).toBe('6 waiting');
  expect(listedEffect({ ...outage, waiting: 1000, more: true })).toBe('1,000+ waiting');
  expect(listedEffect({ ...outage, late: 6, failed: 0 })).toBe('6 late, 0 failed');
});

test('a message says what the outage did to it', () => {
  const now = Date.parse('2026-11-27T10:00:00.000Z');
  const message = { effect: 'late', heldAt: openedAt, sentAt: '2026-11-27T09:24:00.000Z' } as OutageMessage;
  expect(effectText(message, now)).toBe('Sent 12 min late');
  expect(effectText({ ...message, effect: 'recovered' }, now)).toBe('Failed, then sent by a retry 12 min later');
  expect(effectText({ ...message, arrivals: 2 }, now)).toBe('Sent 12 min late; may have arrived twice');
  const failed = { ...message, effect: 'failed', sentAt: undefined } as const;
  expect(effectText({ ...failed, arrivals: 1 }, now)).toBe('Given up after all retries; may have arrived');
  expect(effectText(failed, now)).toBe('Given up after all retries');
  const refused = reasonFor('provider_rejected', { provider: 'Twilio', attempt: 3, words: 'unknown number.' });
  expect(effectText({ ...failed, reason: wireReason(refused) }, now)).toBe('Twilio said “unknown number”');
  expect(effectText({ ...failed, reason: wireReason(reasonFor('no_address', { channel: 'sms' })) }, now)).toBe(
    'No phone number',
  );
  const waiting = { ...message, effect: 'waiting', sentAt: undefined, retryAt: '2026-11-27T11:40:00.000Z' } as const;
  expect(effectText(waiting, now, 'UTC')).toBe('Next attempt at 11:40');
  expect(effectText(waiting, Date.parse(waiting.retryAt), 'UTC')).toBe('Next attempt due now');
});

test('the messages that wait are sent when the outage ends', () => {
  const counts = { waiting: 0, late: 4, failed: 0, recovered: 0, several: 0, capped: false };
  const closedAt = '2026-11-27T09:24:00.000Z';
  expect(waitNote({ counts })).toContain('When the provider responds again');
  expect(waitNote({ closedAt, counts })).toBeUndefined();
  expect(waitNote({ closedAt, counts: { ...counts, waiting: 3 } })).toContain('become due within seconds');
});

test('counts say whether there may be more', () => {
  expect([countText(1_200, false), countText(9, true)]).toEqual(['1,200', '9+']);
});

test('the runs to retry are those that the outage made fail', () => {
  const integration = { _id: 'i1', name: 'SES' };
  const outage = {
    integration,
    openedAt,
    words: 'refused',
    counts: { waiting: 0, late: 0, failed: 2, recovered: 0, several: 0, capped: false },
  };
  const reasons = ['provider_rejected', 'retries_exhausted'] as const;
  const failedRuns = { after: '2026-11-27T09:13:00.000Z', before: '2026-11-27T09:20:00.000Z', reasons: [...reasons] };
  const address = new URL(failedRunsAddress('/dev', { ...outage, failedRuns }) ?? '', 'http://belfry.example');
  expect(address.pathname).toBe('/dev/activity');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    ...{ status: 'failed', reason: 'provider_rejected,retries_exhausted', integration: 'i1', dialog: 'retry' },
    ...{ from: failedRuns.after, to: failedRuns.before },
  });
  expect(failedRunsAddress('/dev', outage)).toBeUndefined();
  expect(outageAddress('/dev', { integrationId: 'i1', openedAt })).toBe(
    '/dev/integrations/i1/outages/2026-11-27T09%3A12%3A00.000Z',
  );
});

test('a lasting outage is listed once with those that held up the message before', () => {
  const before = { integrationId: 'i1', openedAt, closedAt: '2026-11-27T09:24:00.000Z' };
  const lasting = { integrationId: 'i1', openedAt: '2026-11-27T10:51:00.000Z' };
  expect(withLasting([before], lasting)).toEqual([before, lasting]);
  expect(withLasting([before, lasting], { ...lasting })).toEqual([before, lasting]);
  expect(withLasting(undefined, undefined)).toEqual([]);
});

test('the note about the retry is shown only if something can be retried', () => {
  const failedRuns = { after: openedAt, before: openedAt, reasons: [] };
  expect(retryNote({ failedRuns })).toBe('A retry leaves out runs that were cancelled or skipped.');
  expect(retryNote({})).toBeUndefined();
});
