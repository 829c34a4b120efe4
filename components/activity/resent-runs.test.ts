import { expect, test } from 'vitest';
import { reasonFor } from '#lib/reasons/registry.ts';
import { resentRuns } from './resent-runs.ts';

const AT = '2026-06-15T14:00:00.000Z';
const request = (notification: string) => ({ reason: reasonFor('resend_requested', { notification, at: AT }) });
const jobs = [{ executionDetails: [request('c'), {}] }, { executionDetails: [request('b'), request('a')] }] as never;

test('the runs that send a run again are in order of time, without the run that it sends again itself', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id, at: AT }));
  expect(resentRuns({ jobs })).toEqual([a, b, c]);
  expect(resentRuns({ jobs, resendOf: { notificationId: 'a', jobId: 'j' } })).toEqual([b, c]);
  expect(resentRuns({})).toEqual([]);
});
