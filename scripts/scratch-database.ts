import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from './migrate.ts';
import { removeCluster, startPostgres } from './postgres.ts';

/**
 * Starts a PostgreSQL with the schema for one test file, in about three seconds. From then on `lib/db.ts` uses it.
 *
 * @param options of CREATE DATABASE, to create it differently from the embedded one.
 * @returns a function that stops it and deletes its data. Call `disconnect` of `lib/db.ts` first.
 */
export async function startScratchDatabase(options?: string): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'belfry-scratch-'));
  const postgres = await startPostgres(dataDir);
  const url = options === undefined ? postgres.url : await createDatabase(postgres.url, options);
  await migrate(url);
  process.env.DATABASE_URL = url;
  return async () => {
    await postgres.stop();
    removeCluster(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  };
}

async function createDatabase(url: string, options: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE DATABASE other ${options}`);
  await client.end();
  return url.replace(/\/belfry$/, '/other');
}
