/**
 * The dictionaries of data that many runs share: `workflow_snapshots` and `job_steps`. Each use marks its row, at most
 * once a day. Maintenance deletes what was not used for longer than runs are kept (lib/engine/upkeep/maintenance.ts).
 */

/** How long a process may rely on a row without marking it again. */
export const KNOWN_MS = 12 * 3_600_000;

/** How long before a run's trigger its rows were marked at the earliest: the day between two marks, and `KNOWN_MS`. */
export const MARKED_BEFORE_MS = 24 * 3_600_000 + KNOWN_MS;

/**
 * What an insert does with a row that exists, behind `ON CONFLICT … DO`. It waits for a deletion under way, and then inserts;
 * a deletion waits for it, and then finds the row in use.
 */
export function markedUsed(table: string): string {
  return `UPDATE SET used_at = now() WHERE ${table}.used_at < now() - interval '1 day'`;
}
