import { env } from '#lib/env.ts';

/**
 * Whether a page of this installation sent the request: the host of `Origin` is the requested host, or `Origin` is
 * `PUBLIC_URL`. If the browser sent no `Origin`, `Sec-Fetch-Site: same-origin` is sufficient. Only headers are read,
 * because behind Next, the host in `request.url` is always `localhost`.
 */
export function isSameOrigin(headers: Headers): boolean {
  const origin = headers.get('origin');
  if (origin === null) return headers.get('sec-fetch-site') === 'same-origin';
  const url = URL.parse(origin);
  if (!url || url.origin !== origin) return false;
  return origin === env().PUBLIC_URL || url.host === normalHost(headers.get('host'), url.protocol);
}

/** Returns the `Host` header as URLs of this scheme contain it: without the scheme's default port. */
function normalHost(host: string | null, protocol: string): string | undefined {
  return host === null ? undefined : URL.parse(`${protocol}//${host}`)?.host;
}
