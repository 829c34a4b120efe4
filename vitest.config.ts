import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { testSeed } from './scripts/test-seed.ts';

const tests = '{app,components,lib,prisma,scripts}/**/*.test.{ts,tsx}';
const generated = ['**/node_modules/**', 'prisma/generated/**'];

/** Tests that replace modules, globals or clocks, or have their own database. They run isolated from other tests. */
const replacing = globSync(tests, { exclude: generated }).filter((file) =>
  /\bvi\.(mock|doMock|hoisted|resetModules|stub\w+|spyOn|useFakeTimers)\(|\b(start|own)ScratchDatabase\b|\bprocess\.env\b/.test(
    readFileSync(file, 'utf8'),
  ),
);

/** Unit tests, without services. Playwright runs the tests of a running Belfry (playwright.config.ts). */
export default defineConfig({
  test: {
    setupFiles: ['scripts/seed-properties.ts'],
    env: {
      TEST_SEED: String(testSeed()),
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 1).toString('base64')}`,
      AUTH_SECRET: 'test-secret-test-secret-test-secret',
    },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      // One module graph for all files of a worker, because loading the same modules again took most of the time.
      {
        extends: true,
        test: { name: 'unit', include: [tests], exclude: [...generated, ...replacing], isolate: false },
      },
      { extends: true, test: { name: 'alone', include: replacing, exclude: generated } },
    ],
  },
});
