import { test as base } from '@playwright/test';
import { createTenant, type Tenant } from '#e2e/tenant.ts';
import { type RunningService, startService } from '#scripts/service.ts';
import { ORIGIN_NAME } from './clients.ts';

/**
 * Starts a web process with the origin's vendor prefix over the database of the suite, where tests create their
 * tenants. This works because stored identifiers are neutral. For development, BELFRY_CLIENT_URL can name a running web
 * process.
 */
async function startNamedService(): Promise<Pick<RunningService, 'url' | 'stop'>> {
  const { BELFRY_CLIENT_URL } = process.env;
  if (BELFRY_CLIENT_URL) return { url: BELFRY_CLIENT_URL, stop: async () => {} };
  return startService({ variables: { SERVICE_NAME: ORIGIN_NAME }, apiOnly: true });
}

/** Tests whose file shares one such web process. Each test has a separate tenant. */
export const test = base.extend<{ tenant: Tenant }, { service: Pick<RunningService, 'url' | 'stop'> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern.
  tenant: async ({}, use) => use(await createTenant()),
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern.
    async ({}, use) => {
      const service = await startNamedService();
      await use(service);
      await service.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
