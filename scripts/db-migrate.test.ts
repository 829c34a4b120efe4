import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#lib/id.ts';
import { startScratchDatabase } from '#testing/scratch-database.ts';
import { root } from './sources.ts';

let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await startScratchDatabase();
});
afterAll(() => stop());

test('without a data folder, only the first run generates and prints a password and an API key', () => {
  const DATA_DIR = join(tmpdir(), `belfry-absent-${newId()}`);
  const migrate = () =>
    execFileSync(join(root, 'node_modules/.bin/node'), ['scripts/db-migrate.ts'], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, DATA_DIR, ADMIN_PASSWORD: '', BOOTSTRAP_API_KEY: '' },
    });
  expect(migrate()).toMatch(
    /^The database is up to date\.\nThe password of admin@example\.com, shown only now: \S{16}\nThe API key of the first environment, shown only now: \S+\n$/,
  );
  expect(migrate()).toBe('The database is up to date.\n');
  expect(existsSync(DATA_DIR)).toBe(false);
});
