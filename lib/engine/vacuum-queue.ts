/** Raw statements: VACUUM, and PostgreSQL's own count of dead rows. */
import { query } from '#lib/db.ts';

/** Claims and records of a few seconds under load. */
const DEAD_ROWS = 10_000;
/** A vacuum reads the indexes of all waiting jobs too, so with many of them more rows have to be dead. */
const DEAD_PER_LIVE = 0.05;

/**
 * Vacuums the queue when many of its rows are dead. Autovacuum looks only once a minute, and until then every look for
 * work reads past all that was claimed. Another vacuum that is under way is not waited for.
 *
 * @returns whether it was due.
 */
export async function vacuumQueue(): Promise<boolean> {
  const [work] = await query<{ dead: number; live: number }>(
    'work-dead-rows',
    `SELECT pg_stat_get_dead_tuples('work'::regclass)::int AS dead, pg_stat_get_live_tuples('work'::regclass)::int AS live`,
  );
  if (!work || work.dead < Math.max(DEAD_ROWS, DEAD_PER_LIVE * work.live)) return false;
  await query('work-vacuum', 'VACUUM (SKIP_LOCKED, INDEX_CLEANUP ON, TRUNCATE FALSE, PARALLEL 0) work');
  return true;
}
