import { env } from '#lib/env.ts';

/**
 * Returns the origin of the links in messages: the environment’s own one, or `PUBLIC_URL`. An address that the
 * operator no longer lists in `PAGE_URLS` does not count, because nothing may answer there. Undefined without both.
 */
export function pageOrigin(stored: string | undefined): string | undefined {
  const { PAGE_URLS, PUBLIC_URL } = env();
  return stored !== undefined && PAGE_URLS.includes(stored) ? stored : PUBLIC_URL;
}
