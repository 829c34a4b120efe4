import { defineConfig, devices } from '@playwright/test';
import { testSeed } from './testing/seed.ts';

const libraries = process.env.CHROMIUM_LIBRARIES;
const browserEnvironment = libraries ? { ...process.env, LD_LIBRARY_PATH: libraries } : undefined;

testSeed();

/** Tests of a running Belfry. `npm test` starts one, and passes its address and a Chromium in the environment. */
export default defineConfig({
  testMatch: '**/*.spec.ts',
  outputDir: process.env.TEST_OUTPUT_DIR ?? 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  failOnFlakyTests: true,
  // Only tests that hang should end here: some make thousands of requests, and machines differ.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: process.env.BELFRY_URL ?? 'http://127.0.0.1:3000',
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'api', testDir: 'e2e/api' },
    // Next alone, where it could differ from the front server: a call of every operation, paths, methods, headers,
    // cookies, bodies and replays. The effect of an operation is the same for both. Only server.ts listens for
    // followers of runs from the start, so live streams are tested in `api`.
    {
      name: 'plain',
      testDir: 'e2e/api',
      testMatch: /(access|auth|bad-input|hostile-text|idempotency|layouts|operations|sensitive)\.spec\.ts$/,
    },
    {
      name: 'ui',
      testDir: 'e2e/ui',
      // A failed test runs once more to record a trace. It counts as failed even if it then passes.
      retries: 1,
      use: {
        ...devices['Desktop Chrome'],
        viewport: { width: 1440, height: 900 },
        launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox'], env: browserEnvironment },
      },
    },
  ],
});
