import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from './migrate.ts';
import { removeCluster, startPostgres } from './postgres.ts';

/**
 * A PostgreSQL of one test file's own with the schema in it, about three seconds to start. From then on `lib/db.ts` uses it.
 *
 * @returns stops it and removes its data; call `disconnect` of `lib/db.ts` first.
 */
export async function startScratchDatabase(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'belfry-scratch-'));
  const postgres = await startPostgres(dataDir);
  await migrate(postgres.url);
  process.env.DATABASE_URL = postgres.url;
  return async () => {
    await postgres.stop();
    removeCluster(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  };
}
