import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The root of the checkout. */
export const root = join(import.meta.dirname, '..');

/**
 * Returns the SHA-256 of the names and contents of files and folders, recursively. Paths are relative to the root. A
 * missing path counts as empty.
 */
export function hashSources(paths: string[]): string {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((path) => listFiles(join(root, path)))) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Returns all files under a path in a stable order, or the path itself if it is a file. Includes tests only on request. */
export function listFiles(path: string, withTests = false): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return [];
  if (!found.isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => name !== 'node_modules' && name !== '.DS_Store' && (withTests || !name.includes('.test.')))
    .sort()
    .flatMap((name) => listFiles(join(path, name), withTests));
}
