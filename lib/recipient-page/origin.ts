import { env, localOrigin } from '#lib/env.ts';

/**
 * Returns the origin of the links in messages: the environment’s own address, or `PUBLIC_URL`. An own address that
 * `PAGE_URLS` no longer contains is ignored, because its host may no longer lead to Belfry. Undefined without both.
 */
export function pageOrigin(stored: string | undefined): string | undefined {
  const { PAGE_URLS, PUBLIC_URL } = env();
  return stored !== undefined && PAGE_URLS.includes(stored) ? stored : PUBLIC_URL;
}

/**
 * Returns the origin of links in environments without an own address: `PUBLIC_URL`, or the address at which the web
 * process listens, so that a link in an email works at least on this machine or in its network.
 */
export function usualOrigin(): string {
  return env().PUBLIC_URL ?? localOrigin(env());
}
