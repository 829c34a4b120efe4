import { pool } from '#lib/postgres/db.ts';

/** Resolves as soon as this many statements wait for locks in the test's database. */
export async function untilWaiting(count: number): Promise<void> {
  for (;;) {
    const { rows } = await pool().query(
      `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    );
    if (rows.length >= count) return;
  }
}
