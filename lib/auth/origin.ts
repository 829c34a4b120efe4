import { env } from '#lib/env.ts';

/**
 * Whether a request comes from a page of this installation: the host of `Origin` equals the requested host, or `Origin`
 * is `PUBLIC_URL`. A browser that sends no `Origin` may send `Sec-Fetch-Site: same-origin` instead.
 *
 * Reads only headers, because behind Next, the host in `request.url` is always `localhost`.
 */
export function isSameOrigin(headers: Headers): boolean {
  const origin = headers.get('origin');
  if (origin === null) return headers.get('sec-fetch-site') === 'same-origin';
  const url = URL.parse(origin);
  if (!url || url.origin !== origin) return false;
  return origin === env().PUBLIC_URL || url.host === normalHost(headers.get('host'), url.protocol);
}

/** Returns `Host` in the form of URLs with this scheme, without its default port. */
function normalHost(host: string | null, protocol: string): string | undefined {
  return host === null ? undefined : URL.parse(`${protocol}//${host}`)?.host;
}
