import { expect, test } from 'vitest';
import { timesAt } from '#lib/time/day-time.ts';
import { lateText } from './late-text.ts';
import type { Lateness, LateShare } from './lateness.ts';

const MINUTE = 60_000;
const outage = { integrationId: 'i', openedAt: '2026-11-27T09:12:00.000Z', closedAt: '2026-11-27T09:52:00.000Z' };

const late = (shares: LateShare[], more: Partial<Lateness> = {}): Lateness => ({
  ...{ jobId: 'j', channel: 'email', afterMs: 42 * MINUTE, cause: shares[0]?.cause ?? 'unknown', shares },
  ...more,
});

test('the delay is first, then its cause, then the usual time', () => {
  const held = { cause: 'outage', ms: 42 * MINUTE, provider: 'SendGrid' } as const;
  expect(lateText(late([held], { outage, usualMs: 2_000, usualOf: 34 }))).toBe(
    'Email sent 42 min late: SendGrid could not be reached for 40 min. Sending usually takes 2.0 s (median of 34 messages outside outages).',
  );
  const retried = { cause: 'retry', ms: 42 * MINUTE, actor: 'ann@example.com' } as const;
  expect(lateText(late([retried], { channel: 'sms' }))).toBe(
    'SMS sent 42 min late: the message had failed, and ann@example.com retried it.',
  );
  const texts = (['provider', 'limit', 'worker', 'queue', 'unknown'] as const).map((cause) =>
    lateText(late([{ cause, ms: 42 * MINUTE }])),
  );
  expect(texts.map((text) => text.slice('Email sent 42 min late: '.length))).toEqual([
    'the provider did not accept the message at first.',
    'the message waited for the limit of the integration.',
    'a worker stopped while it was sending.',
    'no worker was free.',
    'the cause was not recorded.',
  ]);
});

test('each of several causes has its part of the delay', () => {
  const shares: LateShare[] = [
    { cause: 'outage', ms: 4 * MINUTE, provider: 'SendGrid' },
    { cause: 'retry', ms: 34 * MINUTE, actor: 'ann@example.com', at: '2026-11-27T09:50:00.000Z' },
  ];
  expect(lateText(late(shares, { afterMs: 38 * MINUTE, outage }), timesAt(Date.parse(outage.closedAt), 'UTC'))).toBe(
    'Email sent 38 min late. 4 min: SendGrid could not be reached; 34 min: the message had failed, and ann@example.com retried it at 09:50.',
  );
});
