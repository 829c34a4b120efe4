/** Raw statements: VACUUM, the dead-row count and the role's right to vacuum. */

import { logger } from '#lib/logger.ts';
import { execute, hotQuery } from '#lib/postgres/db.ts';
import { countRows } from './everywhere.ts';

/** Minimum dead rows for a vacuum: the claims and records of a few seconds under load. */
const DEAD_ROWS = 10_000;
/** Minimum dead rows per waiting job, because a vacuum also reads the indexes of all waiting jobs. */
const DEAD_PER_LIVE = 0.05;

/**
 * Vacuums the queue when many of its rows are dead. Autovacuum checks only once a minute, and until then every search
 * for work reads past all claimed rows. The vacuum is skipped while another vacuum runs.
 *
 * @returns a function that vacuums if a vacuum is due, and returns whether it did. If this role may not vacuum the
 * queue, the first call logs that, and the function does nothing: PostgreSQL would log a warning every time.
 */
export function queueVacuum(): () => Promise<boolean> {
  let isAllowed: boolean | undefined;
  return async () => {
    isAllowed ??= await mayVacuum();
    return isAllowed && vacuumIfDue();
  };
}

async function mayVacuum(): Promise<boolean> {
  const [role] = await hotQuery<{ name: string; mayVacuum: boolean }>('work-may-vacuum', MAY_VACUUM);
  if (role?.mayVacuum) return true;
  logger().warn(
    {
      role: role?.name,
      effect: 'Only autovacuum cleans the queue: a busy worker slows down between two runs of autovacuum.',
      fix: 'Connect as the owner of the table "work", or GRANT MAINTAIN ON work (PostgreSQL 17), then restart the worker.',
    },
    'Database role lacks the right to vacuum the queue',
  );
  return false;
}

/**
 * Whether the role owns the table or the database, is a superuser or, since PostgreSQL 17, has the privilege MAINTAIN.
 */
const MAY_VACUUM = `
SELECT current_user AS name, pg_has_role(c.relowner, 'USAGE') OR pg_has_role(d.datdba, 'USAGE')
  OR CASE WHEN current_setting('server_version_num')::int >= 170000 THEN has_table_privilege(c.oid, 'MAINTAIN') ELSE false END AS "mayVacuum"
FROM pg_class c, pg_database d WHERE c.oid = 'work'::regclass AND d.datname = current_database()`;

async function vacuumIfDue(): Promise<boolean> {
  const { dead, live } = await countRows();
  if (dead < Math.max(DEAD_ROWS, DEAD_PER_LIVE * live)) return false;
  // Behind a pooler that drops session settings, a statement of the hot pool runs in a transaction.
  await execute('VACUUM (SKIP_LOCKED, INDEX_CLEANUP ON, TRUNCATE FALSE, PARALLEL 0) work');
  return true;
}
