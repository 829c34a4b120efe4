import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from './migrate.ts';
import { copyCluster, removeCluster, startPostgres } from './postgres.ts';

/** For a server whose data nobody needs after the power fails. */
export const DISPOSABLE = ['fsync=off', 'full_page_writes=off'] as const;
/** For one of several such servers on the machine. */
const SCRATCH = [...DISPOSABLE, 'shared_buffers=256MB'];

/**
 * Starts a PostgreSQL with the schema for one test file. From then on `lib/db.ts` uses it. It takes half a second when
 * `makeScratchTemplate` prepared the cluster, otherwise about three.
 *
 * @param options of CREATE DATABASE, to create it differently from the embedded one.
 * @returns a function that stops it and deletes its data. Call `disconnect` of `lib/db.ts` first.
 */
export async function startScratchDatabase(options?: string): Promise<() => Promise<void>> {
  const { SCRATCH_TEMPLATE } = process.env;
  const dataDir = newDataDir();
  if (SCRATCH_TEMPLATE) copyCluster(SCRATCH_TEMPLATE, dataDir);
  const postgres = await startPostgres(dataDir, SCRATCH);
  const url = options === undefined ? postgres.url : await createDatabase(postgres.url, options);
  if (!SCRATCH_TEMPLATE || options !== undefined) await migrate(url);
  process.env.DATABASE_URL = url;
  return async () => {
    await postgres.stop();
    removeDataDir(dataDir);
  };
}

/**
 * Makes the cluster that every scratch database of this process and of its children is copied from.
 *
 * @returns a function that deletes it.
 */
export async function makeScratchTemplate(): Promise<() => void> {
  const dataDir = newDataDir();
  const postgres = await startPostgres(dataDir, SCRATCH);
  await migrate(postgres.url);
  await postgres.stop();
  process.env.SCRATCH_TEMPLATE = dataDir;
  return () => removeDataDir(dataDir);
}

function newDataDir(): string {
  return mkdtempSync(join(tmpdir(), 'belfry-scratch-'));
}

function removeDataDir(dataDir: string): void {
  removeCluster(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
}

async function createDatabase(url: string, options: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE DATABASE other ${options}`);
  await client.end();
  return url.replace(/\/belfry$/, '/other');
}
