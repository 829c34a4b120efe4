import { expect, test } from 'vitest';
import type { Job, Notification } from '#lib/notifications/schema.ts';
import { pollEvery } from './poll-every.ts';

test.each<[string[], number | false, number | false]>([
  [[], false, false],
  [['completed', 'failed', 'skipped', 'merged', 'canceled'], false, false],
  [['completed', 'running'], 2000, 15_000],
  [['failed', 'pending'], 2000, 15_000],
  [['queued', 'delayed'], 15_000, 15_000],
  [['a status of a later version'], 2000, 15_000],
])('a run with steps %j is reloaded every %j ms, with live updates every %j ms', (statuses, every, live) => {
  const jobs = statuses.map((status) => ({ status, type: 'email', executionDetails: [] }) as Partial<Job> as Job);
  const run = { jobs } as Partial<Notification> as Notification;
  expect([pollEvery(run, false), pollEvery(run, true)]).toEqual([every, live]);
});
