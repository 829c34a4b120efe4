import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { newDataDir, removeDataDir } from '#testing/scratch-database.ts';
import { root } from './sources.ts';

/**
 * Vitest runs it once, before the first test file with a database, and what it returns after the last. The cluster is
 * made by a process of its own, because the schema engine cannot be loaded by Vitest's main process.
 */
export function setup(): () => void {
  const dataDir = newDataDir();
  execFileSync(join(root, 'node_modules/.bin/node'), ['testing/scratch-database.ts', dataDir], { cwd: root });
  process.env.SCRATCH_TEMPLATE = dataDir;
  return () => removeDataDir(dataDir);
}
