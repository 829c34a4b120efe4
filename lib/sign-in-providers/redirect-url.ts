import { env } from '#lib/env.ts';

const PATH = '/api/auth/sign-in/provider/callback';

/**
 * Returns the address to which providers redirect after sign-in: at `PUBLIC_URL` if it is set, otherwise at the origin
 * of the request. All providers share one address, so that it can be registered at a provider before the provider is
 * created in Belfry. The state identifies the provider, and PKCE binds each code to its sign-in.
 */
export function redirectUrl(headers: Headers): string {
  const origin = env().PUBLIC_URL ?? headers.get('origin') ?? `http://${headers.get('host') ?? 'localhost'}`;
  return origin + PATH;
}
