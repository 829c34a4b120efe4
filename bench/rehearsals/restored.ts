/** Checks of a restored database, which the rehearsals share. */
import { execFileSync } from 'node:child_process';
import type pg from 'pg';
import type { Postgres } from '#scripts/postgres.ts';
import { root } from '#scripts/sources.ts';
import type { DebianPostgres } from './debian-postgres.ts';

/** Returns a database of the server in the form that `openInstallation` takes. */
export async function databaseOf(server: DebianPostgres, database: string): Promise<Postgres> {
  const url = server.url(database);
  return { url, adminUrl: url, exited: new Promise(() => {}), stop: async () => {} };
}

/** Encrypts everything with another key. @returns the exit code: 0 if every secret could be read. */
export function canReadSecrets(variables: Record<string, string>): number {
  variables.ENCRYPTION_KEYS = `next:${Buffer.alloc(32, 2).toString('base64')},${variables.ENCRYPTION_KEYS}`;
  try {
    const env = { ...process.env, ...variables };
    execFileSync(process.execPath, ['scripts/keys-rotate.ts'], { cwd: root, env, stdio: 'inherit' });
    return 0;
  } catch (error) {
    return (error as { status?: number }).status ?? 1;
  }
}

/** Returns the number of runs with more than one message. */
export async function repeatedRuns(database: pg.Pool, environmentId: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (SELECT 1 FROM messages WHERE environment_id = $1 GROUP BY notification_id HAVING count(*) > 1) AS repeated`,
    [environmentId],
  );
  return rows[0]?.count ?? 0;
}
