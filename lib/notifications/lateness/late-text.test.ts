import { expect, test } from 'vitest';
import { timesAt } from '#lib/time/day-time.ts';
import { lateParts, lateText } from './late-text.ts';
import type { Lateness, LateShare } from './lateness.ts';

const MINUTE = 60_000;
const outage = { since: '2026-11-27T09:12:00.000Z', until: '2026-11-27T09:52:00.000Z' };

const late = (shares: LateShare[], more: Partial<Lateness> = {}): Lateness => ({
  ...{ jobId: 'j', channel: 'email', afterMs: 42 * MINUTE, cause: shares[0]?.cause ?? 'unknown', shares },
  ...more,
});

test('the delay is first, then its cause, then the usual time', () => {
  const held = { cause: 'outage', ms: 42 * MINUTE, provider: 'SendGrid', ...outage } as const;
  expect(lateText(late([held], { usualMs: 2_000, usualOf: 34 }))).toBe(
    'Email sent 42 min late: SendGrid could not be reached for 40 min. Sending usually takes 2.0 s (median of 34 messages outside outages).',
  );
  const retried = { cause: 'retry', ms: 42 * MINUTE, actor: 'ann@example.com' } as const;
  expect(lateText(late([retried], { channel: 'sms' }))).toBe(
    'SMS sent 42 min late: the message had failed, and ann@example.com retried it.',
  );
  const texts = (['provider', 'no_response', 'limit', 'worker', 'queue', 'unknown'] as const).map((cause) =>
    lateText(late([{ cause, ms: 42 * MINUTE }])),
  );
  expect(texts.map((text) => text.slice('Email sent 42 min late: '.length))).toEqual([
    'the provider did not accept the message at first.',
    'the provider did not respond at first.',
    'the message waited for the limit of the integration.',
    'a worker stopped while it was sending.',
    'no worker was free.',
    'the cause was not recorded.',
  ]);
});

test('each of several causes has its part of the delay', () => {
  const shares: LateShare[] = [
    { cause: 'outage', ms: 4 * MINUTE, provider: 'SendGrid', ...outage },
    { cause: 'retry', ms: 34 * MINUTE, actor: 'ann@example.com', at: '2026-11-27T09:50:00.000Z' },
  ];
  expect(lateText(late(shares, { afterMs: 38 * MINUTE }), timesAt(Date.parse(outage.until), 'UTC'))).toBe(
    'Email sent 38 min late. 4 min: SendGrid could not be reached; 34 min: the message had failed, and ann@example.com retried it at 09:50.',
  );
});

test('with several outages, each part names its own', () => {
  const provider = 'SendGrid';
  const shares: LateShare[] = [
    { cause: 'outage', ms: 40 * MINUTE, provider, ...outage },
    { cause: 'outage', ms: 2 * MINUTE, provider, since: '2026-11-27T10:51:00.000Z' },
  ];
  expect(lateText(late(shares), timesAt(Date.parse(outage.until), 'UTC'))).toBe(
    'Email sent 42 min late. 40 min: SendGrid could not be reached (outage from 09:12 to 09:52); 2 min: SendGrid could not be reached (outage since 10:51).',
  );
});

test.each([
  [13, [5.6, 5.6, 1.8], ['6 min', '5 min', '2 min']],
  [13, [0.6, 12.4], ['1 min', '12 min']],
  [2, [0.3, 1.7], ['under 1 min', '2 min']],
  [75, [60.5, 14.5], ['1 h 1 min', '14 min']],
])('the parts of a delay of %d min add up to it', (all, minutes, texts) => {
  const shares = minutes.map((part): LateShare => ({ cause: 'outage', ms: part * MINUTE }));
  const { parts } = lateParts(late(shares, { afterMs: all * MINUTE }));
  expect(parts.map((part) => part.split(':')[0])).toEqual(texts);
});
