import { expect, test } from 'vitest';
import { reasonFor } from '#lib/reasons/registry.ts';
import { mayHaveArrived, unknownAttempts } from './unknown-attempts.ts';

const provider = 'SendGrid';
const lost = (attempt: number) =>
  reasonFor('provider_unavailable', { provider, problem: 'No response within 10 s', acceptance: 'unknown', attempt });
const refused = (attempt: number) => reasonFor('provider_unavailable', { provider, problem: 'Refused', attempt });
const stopped = (attempt: number) => reasonFor('outcome_unknown', { attempt });
const gaveUp = reasonFor('retries_exhausted', { provider, attempts: 5, span: 1_000, acceptance: 'unknown' });
const retried = reasonFor('retry_requested', { actor: 'Ann' });

test.each([
  [[], undefined],
  [[refused(1), refused(2)], undefined],
  [[stopped(1)], { count: 1, attempt: 1, isStopped: true }],
  [[refused(1), lost(2)], { count: 1, attempt: 2, isStopped: false }],
  // Two devices
  [[lost(1), lost(1)], { count: 1, attempt: 1, isStopped: false }],
  [[lost(1), stopped(2), lost(3), lost(4), gaveUp], { count: 5 }],
  [[lost(1), retried, lost(1)], { count: 2 }],
])('attempts with an unknown outcome are counted: %#', (reasons, unknown) => {
  expect(unknownAttempts(reasons)).toEqual(unknown);
});

test.each([
  [[stopped(1)], true, 'Email may have arrived twice: a worker stopped during attempt 1'],
  [[lost(4)], true, 'Email may have arrived twice: the response to attempt 4 was lost'],
  [[lost(4)], false, 'Email may have arrived: the response to attempt 4 was lost'],
  [[lost(1), lost(2)], true, 'Email may have arrived up to 3 times: the outcomes of 2 attempts are unknown'],
  [[lost(1), lost(2)], false, 'Email may have arrived up to 2 times: the outcomes of 2 attempts are unknown'],
])('a message says how often it may have arrived: %#', (reasons, isSent, text) => {
  expect(mayHaveArrived('email', unknownAttempts(reasons) ?? expect.unreachable(), isSent)).toBe(text);
});
