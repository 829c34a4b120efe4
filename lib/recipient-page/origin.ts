import { env } from '#lib/env.ts';

/**
 * Returns the origin of the links in messages: the environment’s own address, or `PUBLIC_URL`. An own address that
 * `PAGE_URLS` no longer contains is ignored, because its host may no longer lead to Belfry. Undefined without both.
 */
export function pageOrigin(stored: string | undefined): string | undefined {
  const { PAGE_URLS, PUBLIC_URL } = env();
  return stored !== undefined && PAGE_URLS.includes(stored) ? stored : PUBLIC_URL;
}
