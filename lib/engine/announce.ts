/** Raw statement: NOTIFY. */
import { afterCommit, pool } from '#lib/db.ts';
import { WORK_CHANNEL } from './work-channel.ts';

/** Between two announcements of one process. A NOTIFY takes a lock of the whole database server. */
const EVERY_MS = 5;

let _timer: NodeJS.Timeout | undefined;

/** Tells the workers, once the transaction has committed, that there is work. They look by themselves too, a little later. */
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
