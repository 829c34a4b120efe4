import pg from 'pg';
import { localOrigin } from '#lib/env.ts';
import { CliError, runMain } from './cli-error.ts';
import { adoptRunning, readEnvironment } from './instance.ts';
import { unusable } from './migrate.ts';

const WEB_TIMEOUT_MS = 3_000;

/**
 * Runs `npm run doctor`: prints the content of the page System, for all organizations. Needs only the database. The
 * exit code is 1 if a finding is red, the database cannot be reached, or a pooler lacks a setting.
 */
await runMain(async () => {
  const env = adoptRunning(readEnvironment());
  const url = process.env.DATABASE_URL ?? '';
  await checkDatabase(url);
  const { checkConnections } = await import('#lib/postgres/direct-connection.ts');
  const { getSystemReport } = await import('#lib/system/service.ts');
  const { systemText } = await import('#lib/system/text.ts');
  const { disconnect } = await import('#lib/postgres/db.ts');
  const report = await checkConnections()
    .then(() => getSystemReport())
    .catch((error: unknown) => {
      const isKnown = error instanceof Error && ['ApiError', 'PoolerError'].includes(error.name);
      throw isKnown ? new CliError(error.message) : error;
    })
    .finally(disconnect);
  console.log(systemText(report));
  const origin = localOrigin(env);
  console.log(`Web process      ${(await answers(origin)) ? 'responds' : 'does not respond'} at ${origin}`);
  if (report.level === 'bad') process.exitCode = 1;
});

/**
 * Checks that the database can be used.
 * @throws CliError if the database cannot be reached, or has no tables of Belfry.
 */
async function checkDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ found: string | null }>("SELECT to_regclass('_prisma_migrations') AS found");
    if (!rows[0]?.found) throw new CliError('The database is empty: run npm run db:migrate, or npm start.');
  } catch (error) {
    throw error instanceof CliError ? error : unusable(url, error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function answers(origin: string): Promise<boolean> {
  try {
    const response = await fetch(`${origin}/api/health/live`, { signal: AbortSignal.timeout(WEB_TIMEOUT_MS) });
    return response.ok;
  } catch {
    return false;
  }
}
