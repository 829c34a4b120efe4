import { expect, test } from 'vitest';
import { notificationQueries } from './client.ts';
import type { Job } from './schema.ts';

test.each<[string[], number | false]>([
  [[], false],
  [['completed', 'failed', 'skipped', 'merged', 'canceled'], false],
  [['completed', 'running'], 2000],
  [['failed', 'pending'], 2000],
  [['queued', 'delayed'], 15_000],
  [['a status of a later version'], 2000],
])('an open run with steps that are %j is read again every %j ms', (statuses, every) => {
  const jobs = statuses.map((status) => ({ status, type: 'email', executionDetails: [] }) as Partial<Job> as Job);
  const { refetchInterval } = notificationQueries.one('e', 'n');
  const query = { state: { data: { jobs } } } as Parameters<Extract<typeof refetchInterval, CallableFunction>>[0];
  expect(typeof refetchInterval === 'function' && refetchInterval(query)).toBe(every);
});
