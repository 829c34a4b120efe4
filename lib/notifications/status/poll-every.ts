import type { Notification } from '#lib/notifications/schema.ts';
import { jobState } from './job-state.ts';

/**
 * Returns the polling interval for an unfinished run in milliseconds, or false for a finished one. With live updates, slow
 * polling is still needed: the start of a step is not announced.
 */
export function pollEvery(notification: Notification | undefined, isLive: boolean): number | false {
  const jobs = notification?.jobs ?? [];
  const waits = jobs.some(({ reason }) => reason?.code === 'rest_waiting');
  const states = new Set(waits ? ['waiting', ...jobs.map(jobState)] : jobs.map(jobState));
  if (!states.has('waiting') && !states.has('running')) return false;
  return isLive || states.has('waiting') ? 15_000 : 2_000;
}
