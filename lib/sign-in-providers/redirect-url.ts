import { env } from '#lib/env.ts';

const PATH = '/api/auth/sign-in/provider/callback';

/**
 * Returns the address to which every provider redirects after sign-in: at `PUBLIC_URL`, or without it at the origin of the
 * request. One address for all providers can be registered before the provider exists here. The state names the
 * provider, and PKCE binds each code to its sign-in.
 */
export function redirectUrl(headers: Headers): string {
  const origin = env().PUBLIC_URL ?? headers.get('origin') ?? `http://${headers.get('host') ?? 'localhost'}`;
  return origin + PATH;
}
