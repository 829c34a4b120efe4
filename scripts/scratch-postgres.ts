import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from './migrate.ts';
import { removeCluster, startPostgres } from './postgres.ts';

/** A migrated, empty database on a PostgreSQL of its own, for one test file. `stop` removes everything. */
export async function startScratchPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'belfry-scratch-'));
  const postgres = await startPostgres(dataDir);
  const stop = async () => {
    await postgres.stop();
    removeCluster(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await migrate(postgres.url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: postgres.url, stop };
}
