import { expect, test } from 'vitest';
import { claimed, isLive, JOB_STATUSES, type JobStatus, TransitionError, transition } from './job-status.ts';

/** Delivery.md 5.2, and what cancelling, merging and throttling do to jobs that have not begun. */
const ALLOWED =
  `pending>queued pending>skipped pending>merged pending>canceled queued>running queued>canceled running>completed
  running>failed running>skipped running>delayed running>merged running>queued running>canceled delayed>queued delayed>canceled
  failed>queued merged>delayed`.split(/\s+/);

const pairs = JOB_STATUSES.flatMap((from) => JOB_STATUSES.map((to) => [from, to] as const));

test.each(pairs)('%s → %s', (from, to) => {
  if (ALLOWED.includes(`${from}>${to}`)) expect(transition(from, to)).toBe(to);
  else expect(() => transition(from, to)).toThrow(TransitionError);
});

test('only what is queued or has waited is claimed', () => {
  const claimable = JOB_STATUSES.filter((status) => {
    try {
      return claimed(status) === 'running';
    } catch (error) {
      expect(error).toBeInstanceOf(TransitionError);
      return false;
    }
  });
  // What failed is queued by hand first, in a transaction of its own.
  expect(claimable).toEqual(['queued', 'delayed'] satisfies JobStatus[]);
});

test('what has ended is not live', () => {
  expect(JOB_STATUSES.filter((status) => !isLive(status))).toEqual([
    'completed',
    'failed',
    'canceled',
    'merged',
    'skipped',
  ]);
});
