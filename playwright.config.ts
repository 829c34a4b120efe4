import { defineConfig } from '@playwright/test';

/** `api`: real HTTP against a running service (BELFRY_URL). `ui`: a real Chromium against the same (CHROMIUM_PATH). */
export default defineConfig({
  testDir: 'e2e',
  outputDir: '.scratch/test-results',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  reporter: [['list']],
  projects: [
    { name: 'api', testDir: 'e2e/api' },
    {
      name: 'ui',
      testDir: 'e2e/ui',
      use: {
        baseURL: process.env.BELFRY_URL,
        launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox'] },
      },
    },
  ],
});
