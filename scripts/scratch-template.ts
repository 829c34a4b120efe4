import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { newDataDir, removeDataDir } from '#testing/scratch-database.ts';
import { root } from './sources.ts';

/**
 * Vitest calls this function before the first test file with a database, and the returned function after the last. A
 * separate process creates the cluster, because Vitest's main process cannot load the schema engine.
 */
export function setup(): () => void {
  const dataDir = newDataDir();
  execFileSync(join(root, 'node_modules/.bin/node'), ['testing/scratch-database.ts', dataDir], { cwd: root });
  process.env.SCRATCH_TEMPLATE = dataDir;
  return () => removeDataDir(dataDir);
}
