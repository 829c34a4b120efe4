/** Raw statement: NOTIFY. */
import { afterCommit, pool } from '#lib/db.ts';
import { WORK_CHANNEL } from './work-channel.ts';

/** The pause between two announcements of one process. A NOTIFY takes a lock of the whole database server. */
const EVERY_MS = 5;

let _pause: NodeJS.Timeout | undefined;
let _isDue = false;

/**
 * Tells the workers that there is work, once the transaction has committed: at once, or together with others at the end
 * of the pause. Workers that miss this find the work at their next poll.
 */
export function announceWork(): void {
  afterCommit(() => {
    if (_pause) _isDue = true;
    else announce();
  });
}

function announce(): void {
  _isDue = false;
  _pause = setTimeout(() => {
    _pause = undefined;
    if (_isDue) announce();
  }, EVERY_MS);
  pool()
    .query({ name: 'work-announce', text: `SELECT pg_notify('${WORK_CHANNEL}', '')` })
    .catch(() => undefined);
}
