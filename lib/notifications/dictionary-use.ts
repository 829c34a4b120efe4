/**
 * The dictionaries of data that many runs share: `workflow_snapshots` and `job_steps`. Each use marks its row, at most
 * once a day. Maintenance deletes rows that were unused for longer than the retention of runs (lib/engine/upkeep/maintenance.ts).
 */

/** The time for which a process may rely on a row without marking the row again. */
export const MARK_VALID_MS = 12 * 3_600_000;

/** The longest time between the mark of a row and a trigger that uses the row: the day between two marks, plus `MARK_VALID_MS`. */
export const MAX_MARK_AGE_MS = 24 * 3_600_000 + MARK_VALID_MS;

/**
 * Returns the SQL after `ON CONFLICT … DO`, which marks an existing row. The statement waits for a deletion in progress and
 * then inserts. A deletion waits for this statement and then finds the row in use.
 */
export function markedUsed(table: string): string {
  return `UPDATE SET used_at = excluded.used_at
    WHERE ${table}.used_at AT TIME ZONE 'UTC' < excluded.used_at AT TIME ZONE 'UTC' - interval '1 day'`;
}
