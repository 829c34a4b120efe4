import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** Tests with a separate database or process, or with every combination, are too slow to repeat for each fault. */
const SLOW = /\b(?:start|own)ScratchDatabase\b|\bspawn\(|'every combination /;

/**
 * The folders of `lib` whose tests run, separated by commas. A single folder is fast, when only a few of its files are
 * tested.
 */
const folders = process.env.MUTATION_TESTS ?? 'engine,conditions,reasons,preferences,steps';

const tests = folders
  .split(',')
  .flatMap((folder) => globSync(`lib/${folder}/**/*.test.ts`))
  .filter((file) => !SLOW.test(readFileSync(file, 'utf8')));

/** The unit tests of the pure modules of delivery, for Stryker. */
export default defineConfig({
  test: {
    include: tests,
    setupFiles: ['scripts/seed-properties.ts'],
    env: {
      TEST_SEED: '1',
      NODE_ENV: 'test',
      LOG_LEVEL: 'fatal',
      ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 1).toString('base64')}`,
      AUTH_SECRET: 'test-secret-test-secret-test-secret',
    },
    testTimeout: 20_000,
  },
});
