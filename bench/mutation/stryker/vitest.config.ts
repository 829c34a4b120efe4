import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** Tests with a database or with processes of their own, and those of every combination, are too slow to be repeated for each fault. */
const SLOW = /\b(?:start|own)ScratchDatabase\b|\bspawn\(|'every combination /;

const tests = globSync('lib/{engine,conditions,reasons,preferences,steps}/**/*.test.ts').filter(
  (file) => !SLOW.test(readFileSync(file, 'utf8')),
);

/** The unit tests that hold the pure modules of delivery, for Stryker. */
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
