import type pg from 'pg';

export async function resetStatements(database: pg.Pool): Promise<void> {
  await database.query('SELECT pg_stat_statements_reset()');
}

/** Returns the statements on which PostgreSQL has spent its time since the reset. */
export async function showStatements(database: pg.Pool): Promise<string> {
  const { rows } = await database.query<{ calls: string; total: number; mean: number; text: string }>(
    `SELECT calls, total_exec_time AS total, mean_exec_time AS mean, left(regexp_replace(query, '\\s+', ' ', 'g'), 110) AS text
     FROM pg_stat_statements ORDER BY total_exec_time DESC LIMIT 14`,
  );
  const line = ({ calls, total, mean, text }: (typeof rows)[number]) =>
    `${total.toFixed(0).padStart(8)} ms ${calls.padStart(8)} × ${mean.toFixed(3).padStart(9)} ms  ${text}`;
  return rows.map(line).join('\n');
}

/** Makes PostgreSQL log the plans of statements that take at least `leastMs`, in sessions from now on. */
export async function logPlans(database: pg.Pool, leastMs: number): Promise<void> {
  for (const setting of [
    "session_preload_libraries = 'auto_explain'",
    `auto_explain.log_min_duration = ${Number(leastMs)}`,
    'auto_explain.log_analyze = true',
    'auto_explain.log_buffers = true',
    'auto_explain.log_parameter_max_length = 0',
    "log_min_messages = 'log'",
  ])
    await database.query(`ALTER DATABASE belfry SET ${setting}`);
}
