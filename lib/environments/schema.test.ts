import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RESERVED_SLUGS } from './schema.ts';

const app = join(import.meta.dirname, '..', '..', 'app');
const foldersIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

test('no environment hides a page: the first segments of all other paths are reserved', () => {
  const folders = foldersIn(app);
  const groups = folders.filter((name) => name.startsWith('('));
  const segments = [...folders, ...groups.flatMap((name) => foldersIn(join(app, name)))];
  const fixed = segments.filter((name) => /^\w/.test(name));
  expect([...RESERVED_SLUGS].sort()).toEqual(fixed.sort());
});
