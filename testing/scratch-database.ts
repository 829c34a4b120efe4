import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '#scripts/migrate.ts';
import { copyCluster, type Postgres, removeCluster, startPostgres } from '#scripts/postgres.ts';
import { SERVICE_ROLE } from '#scripts/postgres-role.ts';

/** Settings for a server whose data may be lost in a power failure. */
export const DISPOSABLE = ['fsync=off', 'full_page_writes=off'] as const;
/** Settings for a server of which several run on the same machine. */
const SCRATCH = [...DISPOSABLE, 'shared_buffers=256MB'];

/**
 * Starts a PostgreSQL with the schema for one test file, which `lib/postgres/db.ts` uses from then on. The start takes
 * about 0.5 s if SCRATCH_TEMPLATE names a data folder with a prepared cluster, otherwise about 3 s.
 *
 * @param options for CREATE DATABASE, for a database that differs from the embedded one.
 * @returns a function that stops the server and deletes its data. Call `disconnect` of `lib/postgres/db.ts` before that
 * function.
 */
export async function startScratchDatabase(options?: string): Promise<() => Promise<void>> {
  const { SCRATCH_TEMPLATE } = process.env;
  const dataDir = newDataDir();
  if (SCRATCH_TEMPLATE) copyCluster(SCRATCH_TEMPLATE, dataDir);
  const postgres = await startPostgres(dataDir, SCRATCH);
  const url = options === undefined ? postgres.url : await createDatabase(postgres, options);
  if (!SCRATCH_TEMPLATE || options !== undefined) await migrate(url);
  process.env.DATABASE_URL = url;
  adminUrl = postgres.adminUrl;
  delete process.env.DATABASE_DIRECT_URL; // because the variable would name another database
  return async () => {
    await postgres.stop();
    removeDataDir(dataDir);
  };
}

let adminUrl = '';

/** Returns the URL of the scratch database for a superuser, who may change settings and roles. */
export function scratchAdminUrl(): string {
  return adminUrl;
}

/** Fills an empty data folder with the cluster from which scratch databases are copied. */
async function makeTemplate(dataDir: string): Promise<void> {
  const postgres = await startPostgres(dataDir, SCRATCH);
  await migrate(postgres.url);
  await postgres.stop();
}

export function newDataDir(): string {
  return mkdtempSync(join(tmpdir(), 'belfry-scratch-'));
}

export function removeDataDir(dataDir: string): void {
  removeCluster(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
}

async function createDatabase({ url, adminUrl: administrator }: Postgres, options: string): Promise<string> {
  const client = new pg.Client({ connectionString: administrator });
  await client.connect();
  await client.query(`CREATE DATABASE other OWNER ${SERVICE_ROLE} ${options}`);
  await client.end();
  return url.replace(/\/belfry$/, '/other');
}

if (import.meta.main) await makeTemplate(process.argv[2] ?? newDataDir());
