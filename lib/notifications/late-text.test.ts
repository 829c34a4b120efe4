import { expect, test } from 'vitest';
import { lateText } from './late-text.ts';
import type { Lateness } from './lateness.ts';

const late = { jobId: 'j', channel: 'email', afterMs: 42 * 60_000, cause: 'unknown' } as const satisfies Lateness;

test('the delay is first, then its cause, then the usual time', () => {
  const outage = { integrationId: 'i', openedAt: '2026-11-27T09:12:00.000Z', closedAt: '2026-11-27T09:52:00.000Z' };
  expect(lateText({ ...late, cause: 'outage', provider: 'SendGrid', outage, usualMs: 2_000 })).toBe(
    'Email sent 42 min late: SendGrid could not be reached for 40 min. Sending usually takes 2.0 s.',
  );
  expect(lateText({ ...late, channel: 'sms', cause: 'retry', actor: 'ann@example.com' })).toBe(
    'SMS sent 42 min late: it had failed, and ann@example.com retried it.',
  );
  const texts = (['provider', 'limit', 'worker', 'queue', 'unknown'] as const).map((cause) =>
    lateText({ ...late, cause }),
  );
  expect(texts.map((text) => text.slice('Email sent 42 min late: '.length))).toEqual([
    'the provider did not accept it at first.',
    'it waited for the limit of the integration.',
    'a worker stopped while it was sending.',
    'no worker was free.',
    'the cause was not recorded.',
  ]);
});
