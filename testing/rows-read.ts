import type pg from 'pg';
import { execute, hotPool, pool } from '#lib/postgres/db.ts';

/**
 * Returns the number of rows of the table that `work` reads, from the table or through its indexes. No other session
 * may use the table at the same time.
 */
export async function rowsRead(table: string, work: () => Promise<unknown>): Promise<number> {
  const before = await rowsReadSoFar(table);
  await work();
  return (await rowsReadSoFar(table)) - before;
}

async function rowsReadSoFar(table: string): Promise<number> {
  await Promise.all([pool(), hotPool()].map(flushStatistics));
  const [row] = await execute<{ read: string }>(
    'SELECT idx_tup_fetch + seq_tup_read AS read FROM pg_stat_user_tables WHERE relname = $1',
    [table],
  );
  return Number(row?.read);
}

/** Makes every connection of the pool write its statistics. Otherwise they could be written up to a minute later. */
async function flushStatistics(pool: pg.Pool): Promise<void> {
  const connections = Array.from({ length: pool.totalCount }, () => pool.connect());
  for (const connection of await Promise.all(connections)) {
    await connection.query('SELECT pg_stat_force_next_flush()');
    connection.release();
  }
}
