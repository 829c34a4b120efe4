import { type RunningService, startService } from '#scripts/service.ts';
import { ORIGIN_NAME } from './clients.ts';

/**
 * Starts a web process that speaks the origin's word over the database of the suite, where tests make their tenants: what is stored
 * is neutral. While developing, BELFRY_CLIENT_URL names one that runs already.
 */
export async function startNamedService(): Promise<RunningService> {
  const { BELFRY_CLIENT_URL } = process.env;
  if (BELFRY_CLIENT_URL) return { url: BELFRY_CLIENT_URL, stop: async () => {} };
  return startService({ variables: { SERVICE_NAME: ORIGIN_NAME }, apiOnly: true });
}
