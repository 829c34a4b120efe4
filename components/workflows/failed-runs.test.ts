import { expect, test } from 'vitest';
import type { Failure, Failures } from '#lib/notifications/counts/failures-schema.ts';
import { failedRunsAddress, failedRunsText, failuresOfIssue, failuresOfStep } from './failed-runs.ts';

const failure: Failure = {
  stepId: 'mail',
  type: 'email',
  reason: 'render_failed',
  control: 'subject',
  count: 57,
  firstAt: '2026-11-10T12:00:00.000Z',
  lastAt: '2026-11-20T12:00:00.000Z',
};
const failures: Failures = {
  after: '2026-11-01T00:00:00.000Z',
  hasMore: false,
  data: [
    failure,
    { ...failure, control: 'body', count: 3, firstAt: '2026-11-12T12:00:00.000Z' },
    { ...failure, reason: 'no_integration', control: undefined, count: 2 },
    { ...failure, stepId: 'text', type: 'sms', count: 1 },
  ],
};
const now = Date.parse('2026-11-27T12:00:00.000Z');

test('an issue explains the failures of its control or integration', () => {
  const counts = (found: readonly Failure[]) => found.map(({ count }) => count);
  expect(counts(failuresOfStep(failures, 'mail'))).toEqual([57, 3, 2]);
  expect(counts(failuresOfIssue(failures, 'mail', { control: 'subject' }))).toEqual([57]);
  expect(counts(failuresOfIssue(failures, 'mail', 'integration'))).toEqual([2]);
  expect(failuresOfIssue(failures, 'other', 'integration')).toEqual([]);
  expect(failuresOfStep(undefined, 'mail')).toEqual([]);
});

test('the text counts the failed runs since the first', () => {
  expect(failedRunsText(failures.data.slice(0, 2), { place: 'issue', hasMore: false }, now)).toBe(
    '60 runs failed because of this since 10 Nov',
  );
  expect(failedRunsText([{ ...failure, count: 1 }], { place: 'step', hasMore: false }, now)).toBe(
    '1 run failed at this step since 10 Nov',
  );
  expect(failedRunsText([{ ...failure, count: 1_000 }], { place: 'step', hasMore: true }, now)).toMatch(
    /^At least 1,000 runs failed/,
  );
  expect(failedRunsText([failure], { place: 'card', hasMore: false }, now)).toMatch(
    /^[\d,]+ runs? failed since 10 Nov$/,
  );
  expect(failedRunsText([], { place: 'step', hasMore: false })).toBeUndefined();
});

test('the link has the filters of Activity', () => {
  const { searchParams } = new URL(failedRunsAddress('/production', 'w1', failures.data), 'http://localhost');
  expect(Object.fromEntries(searchParams)).toEqual({
    from: '2026-11-10T12:00:00.000Z',
    workflow: 'w1',
    status: 'failed',
    reason: 'render_failed,no_integration',
    channel: 'email,sms',
  });
});
