import { env } from '#lib/env.ts';
import { logger } from '#lib/logger.ts';
import { keepSettings, missingSettings } from './db.ts';
import { databaseProblem } from './db-error.ts';
import { PoolerError, placeOf, probe, refusePooler } from './pooler.ts';

const AGAIN_MS = 5_000;
const PROTOCOL_VIOLATION = '08P01';

/**
 * Checks for a pooler in transaction mode between this process and PostgreSQL. Session locks, LISTEN and periodic work
 * need direct connections. Other connections may use a pooler that keeps prepared statements.
 *
 * @throws PoolerError if such a pooler is found. Other errors if the database cannot be reached.
 */
export async function checkConnections(): Promise<void> {
  const { DATABASE_URL = '', DATABASE_DIRECT_URL = '' } = env();
  await refusePooler(DATABASE_DIRECT_URL);
  if (DATABASE_URL !== DATABASE_DIRECT_URL) await demandNames(DATABASE_URL);
  await demandSettings();
  const settings = await keepSettings();
  if (settings.length > 0)
    logger().info(
      { settings, effect: 'Each transaction sets these settings again' },
      'Pooler at DATABASE_URL discarded session settings',
    );
}

/**
 * Like `checkConnections`, for a process that waits for its database: retries in the background until the database can
 * be reached.
 *
 * @param end ends the process, with the reason.
 */
export async function checkOnceReachable(end: (reason: string) => void): Promise<void> {
  try {
    await checkConnections();
  } catch (error) {
    if (error instanceof PoolerError) return end(error.message);
    logger().warn({ error }, 'Failed to check the database connections');
    setTimeout(() => void checkOnceReachable(end), AGAIN_MS).unref();
  }
}

async function demandNames(url: string): Promise<void> {
  if ((await probe(url)) !== 'nameless') return;
  throw new PoolerError(
    `The pooler at DATABASE_URL (${placeOf(url)}) does not keep prepared statements: set max_prepared_statements of PgBouncer 1.21 or ` +
      'later to 500, or set DATABASE_URL to PostgreSQL itself.',
  );
}

/**
 * Checks that sessions have the required settings. If a pooler ignores the settings of its clients, only the settings
 * of the role apply.
 */
async function demandSettings(): Promise<void> {
  const missing = await missingSettings().catch((error) => {
    if (databaseProblem(error)?.code !== PROTOCOL_VIOLATION) throw error;
    throw new PoolerError(
      `The pooler at DATABASE_URL refuses the settings of its clients (${error.message}): set ignore_startup_parameters of PgBouncer to options.`,
    );
  });
  if (missing.length === 0) return;
  const changes = missing.map((setting) => `ALTER ROLE CURRENT_USER SET ${setting};`);
  throw new PoolerError(
    `Sessions at DATABASE_URL lack settings that Belfry needs. Sign in there, run: ${changes.join(' ')} and let the pooler reconnect.`,
  );
}
