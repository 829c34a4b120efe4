import type pg from 'pg';

export async function resetStatements(database: pg.Pool): Promise<void> {
  await database.query('SELECT pg_stat_statements_reset()');
}

/** What PostgreSQL spent its time on since the reset. */
export async function showStatements(database: pg.Pool): Promise<string> {
  const { rows } = await database.query<{ calls: string; total: number; mean: number; text: string }>(
    `SELECT calls, total_exec_time AS total, mean_exec_time AS mean, left(regexp_replace(query, '\\s+', ' ', 'g'), 110) AS text
     FROM pg_stat_statements ORDER BY total_exec_time DESC LIMIT 14`,
  );
  const line = ({ calls, total, mean, text }: (typeof rows)[number]) =>
    `${total.toFixed(0).padStart(8)} ms ${calls.padStart(8)} × ${mean.toFixed(3).padStart(9)} ms  ${text}`;
  return rows.map(line).join('\n');
}
