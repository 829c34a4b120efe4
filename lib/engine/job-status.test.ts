import { expect, test } from 'vitest';
import {
  isLive,
  JOB_STATUSES,
  type JobStatus,
  TransitionError,
  transition,
  transitionToRunning,
} from './job-status.ts';

/**
 * The transitions of docs/delivery.md, "The end of a run", and the transitions of cancelling, merging and throttling
 * for jobs that have not begun or have joined a digest.
 */
const ALLOWED = `pending>queued pending>skipped pending>merged pending>canceled queued>running running>completed
  running>failed running>skipped running>delayed running>merged running>queued running>canceled delayed>queued
  failed>queued merged>delayed merged>pending merged>canceled`.split(/\s+/);

const pairs = JOB_STATUSES.flatMap((from) => JOB_STATUSES.map((to) => [from, to] as const));

test.each(pairs)('%s → %s', (from, to) => {
  if (ALLOWED.includes(`${from}>${to}`)) expect(transition(from, to)).toBe(to);
  else expect(() => transition(from, to)).toThrow(TransitionError);
});

test('only queued and due waiting jobs are claimed', () => {
  const claimable = JOB_STATUSES.filter((status) => {
    try {
      return transitionToRunning(status) === 'running';
    } catch (error) {
      expect(error).toBeInstanceOf(TransitionError);
      return false;
    }
  });
  // A failed job must first be queued by a manual retry, in a separate transaction.
  expect(claimable).toEqual(['queued', 'delayed'] satisfies JobStatus[]);
});

test('an ended job is not live', () => {
  expect(JOB_STATUSES.filter((status) => !isLive(status))).toEqual([
    'completed',
    'failed',
    'canceled',
    'merged',
    'skipped',
  ]);
});
