import { defineConfig } from 'vitest/config';
import { testSeed } from './scripts/test-seed.ts';

/** Unit tests: no services. Tests of a running Belfry are Playwright's (playwright.config.ts). */
export default defineConfig({
  test: {
    include: ['{app,components,lib,prisma,scripts}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'prisma/generated/**'],
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
  },
});
