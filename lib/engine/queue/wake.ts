/** Raw statement: NOTIFY. */
import { afterCommit, hotPool } from '#lib/postgres/db.ts';

/** The PostgreSQL notification channel that announces new work. */
export const WORK_CHANNEL = 'belfry_work';

/** Milliseconds between two announcements of one process, because NOTIFY locks the whole database server. */
const EVERY_MS = 5;

let _pause: NodeJS.Timeout | undefined;
const _due = new Set<Announced>();

/** The announced work: jobs, or fan-outs that will create runs. */
export type Announced = 'jobs' | 'fanouts';

/**
 * Notifies the workers of new work once the transaction has committed: immediately, or together with other
 * announcements at the end of the pause. Workers that miss the notification find the work at their next poll.
 */
export function announceWork(what: Announced = 'jobs'): void {
  afterCommit(() => {
    _due.add(what);
    if (!_pause) announce();
  });
}

function announce(): void {
  const what: Announced = _due.has('fanouts') ? 'fanouts' : 'jobs';
  _due.clear();
  _pause = setTimeout(() => {
    _pause = undefined;
    if (_due.size > 0) announce();
  }, EVERY_MS);
  hotPool()
    .query({ name: 'work-announce', text: `SELECT pg_notify('${WORK_CHANNEL}', $1)`, values: [what] })
    .catch(() => undefined);
}
