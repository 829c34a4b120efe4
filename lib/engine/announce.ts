/** Raw statement: NOTIFY. */
import { afterCommit, pool } from '#lib/db.ts';
import { WORK_CHANNEL } from './work-channel.ts';

/** The pause between two announcements of one process. A NOTIFY takes a lock of the whole database server. */
const EVERY_MS = 5;

let _timer: NodeJS.Timeout | undefined;

/**
 * Tells the workers that there is work, once the transaction has committed. Workers that miss this find the work at
 * their next poll.
 */
export function announceWork(): void {
  afterCommit(() => {
    _timer ??= setTimeout(() => {
      _timer = undefined;
      pool()
        .query({ name: 'work-announce', text: `SELECT pg_notify('${WORK_CHANNEL}', '')` })
        .catch(() => undefined);
    }, EVERY_MS);
  });
}
