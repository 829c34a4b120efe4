import { query } from '#lib/db.ts';

/** Resolves as soon as so many statements wait for locks in the test's database. */
export async function untilWaiting(count: number): Promise<void> {
  for (;;) {
    const waiting = await query(
      'test-lock-waits',
      `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    );
    if (waiting.length >= count) return;
  }
}
