import { type RunningService, startService } from '#scripts/service.ts';
import { ORIGIN_NAME } from './clients.ts';

/**
 * Starts a web process with the origin's vendor prefix over the database of the suite, where tests create their
 * tenants. This works because stored identifiers are neutral. For development, BELFRY_CLIENT_URL can name a running
 * one.
 */
export async function startNamedService(): Promise<RunningService> {
  const { BELFRY_CLIENT_URL } = process.env;
  if (BELFRY_CLIENT_URL) return { url: BELFRY_CLIENT_URL, stop: async () => {} };
  return startService({ variables: { SERVICE_NAME: ORIGIN_NAME }, apiOnly: true });
}
