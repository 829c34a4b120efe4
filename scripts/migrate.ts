import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { PoolerError, refusePooler } from '#lib/postgres/pooler.ts';
import { CliError, errorCode } from './cli-error.ts';
import { distribute, hasCitus } from './distribute.ts';
import { schemaEngine } from './schema-engine.ts';

const folder = join(import.meta.dirname, '..', 'prisma', 'migrations');

/** The advisory lock for all changes to the schema, and for the creation of the first data. */
const SETUP_LOCK = 4_271_993_001;

/**
 * Applies the missing migrations and returns their names. A lock excludes other processes. On Citus, the new tables are
 * then distributed.
 *
 * @param whenDone runs under the same lock once the schema is current.
 * @throws CliError if the database cannot be reached, is older than PostgreSQL 15, is behind a pooler in transaction
 * mode, is a node of Citus but not the coordinator, or has a different first migration. Also if a migration fails; the
 * failed migration changes nothing.
 */
export async function migrate(databaseUrl: string, whenDone?: () => Promise<void>): Promise<string[]> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 2,
    connectionTimeoutMillis: 10_000,
    options: '-c statement_timeout=0', // because the role may have a limit for the statements of the service
  });
  pool.on('error', () => undefined);
  let lock: pg.PoolClient | undefined;
  try {
    await checkPooler(databaseUrl);
    lock = await connect(pool, databaseUrl);
    await checkVersion(lock);
    const onCitus = await hasCitus(lock);
    await lock.query('SELECT pg_advisory_lock($1)', [SETUP_LOCK]);
    const pending = await pendingMigrations(lock, databaseUrl);
    if (pending.length > 0) await apply(pool, lock, onCitus);
    if (onCitus) await distribute(lock);
    await whenDone?.();
    return pending;
  } finally {
    // Closing the connection would release the lock too, but a pooler in session mode may keep the connection open.
    await lock?.query('SELECT pg_advisory_unlock_all()').catch(() => undefined);
    lock?.release(true);
    await pool.end();
  }
}

/** Returns a URL without its password, for messages. */
function describeDatabase(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `${hostname || 'localhost'}:${port || 5432}${pathname}`;
}

async function connect(pool: pg.Pool, databaseUrl: string): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw unusable(databaseUrl, error);
  }
}

/** Returns the error about a database that cannot be reached, with the reason, and without the password. */
export function unusable(databaseUrl: string, error: unknown): CliError {
  return new CliError(`The database at ${describeDatabase(databaseUrl)} cannot be used: ${reason(error)}.`);
}

function reason(error: unknown): string {
  const code = errorCode(error);
  const texts: Record<string, string> = {
    ECONNREFUSED: 'no server responds at this address',
    ENOTFOUND: 'there is no host with this name',
    EAI_AGAIN: 'there is no host with this name',
    '28P01': 'the server rejected the password',
    '28000': 'the server rejected the user',
    '3D000': 'there is no database with this name',
  };
  if (code && texts[code]) return texts[code];
  return (error instanceof Error && error.message) || String(code ?? error);
}

async function checkVersion(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string; server_version: string }>(
    "SELECT current_setting('server_version_num') AS server_version_num, current_setting('server_version') AS server_version",
  );
  if (Number(rows[0]?.server_version_num) < 150_000) {
    throw new CliError(
      `Belfry needs PostgreSQL 15 or later, but the database is PostgreSQL ${rows[0]?.server_version}.`,
    );
  }
}

/** Rejects a pooler in transaction mode. With it, the lock would stay on a connection that other clients use. */
async function checkPooler(databaseUrl: string): Promise<void> {
  try {
    await refusePooler(databaseUrl);
  } catch (error) {
    throw error instanceof PoolerError ? new CliError(error.message) : unusable(databaseUrl, error);
  }
}

async function pendingMigrations(client: pg.PoolClient, databaseUrl: string): Promise<string[]> {
  const known = await client.query<{ found: string | null }>("SELECT to_regclass('_prisma_migrations') AS found");
  const applied = known.rows[0]?.found
    ? await client.query<{ migration_name: string; checksum: string; finished_at: Date | null }>(
        'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
      )
    : { rows: [] };
  const byName = new Map(applied.rows.map((row) => [row.migration_name, row]));
  for (const [at, name] of migrationNames().entries()) {
    const row = byName.get(name);
    if (row?.finished_at && row.checksum !== sha256(readMigration(name))) {
      throw at === 0 ? otherBeginning(databaseUrl) : changedMigration(name);
    }
  }
  return migrationNames().filter((name) => !byName.get(name)?.finished_at);
}

/**
 * Returns the error for a database with another first migration. The first migration is the whole schema of a release,
 * and development versions had other first migrations.
 */
function otherBeginning(databaseUrl: string): CliError {
  return new CliError(
    `The database at ${describeDatabase(databaseUrl)} has the schema of a development version of Belfry and cannot be upgraded. The data stays unchanged. To start over, set DATABASE_URL to an empty database, or empty the embedded database with npm run db:reset.`,
  );
}

function changedMigration(name: string): CliError {
  return new CliError(
    `The migration ${name} was changed after it was applied to this database: restore the migration, or run npm run db:reset.`,
  );
}

/**
 * Applies the migrations. Each is one script, and therefore one transaction. A migration that fails or is interrupted
 * changes nothing, and is retried later. The engine maintains the table `_prisma_migrations`.
 */
async function apply(pool: pg.Pool, lock: pg.PoolClient, onCitus: boolean): Promise<void> {
  await lock
    .query('UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL')
    .catch((error) => errorCode(error) === '42P01' || Promise.reject(error));
  const engine = await schemaEngine(pool, onCitus);
  try {
    await engine.applyMigrations({
      migrationsList: {
        baseDir: folder,
        lockfile: { path: 'migration_lock.toml', content: readFileSync(join(folder, 'migration_lock.toml'), 'utf8') },
        shadowDbInitScript: '',
        migrationDirectories: migrationNames().map((name) => ({
          path: name,
          migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: readMigration(name) } },
        })),
      },
      filters: { externalTables: [], externalEnums: [] },
    });
  } catch (error) {
    throw new CliError(`The database could not be migrated: ${error instanceof Error ? error.message.trim() : error}`);
  } finally {
    engine.free();
  }
}

function migrationNames(): string[] {
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'migration.sql')))
    .sort();
}

function readMigration(name: string): string {
  return readFileSync(join(folder, name, 'migration.sql'), 'utf8');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
