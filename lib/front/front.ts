import type { IncomingMessage } from 'node:http';
import { CLIENT_ADDRESS_HEADER } from '#lib/auth/client-address.ts';

/** Headers that only Belfry's proxy or Next may set. */
const INTERNAL = /^(x-middleware-|x-nextjs-|x-invoke-|x-belfry-|content-security-policy$)/;
/** Next's development server identifies requests by these headers. Without them, its pages do not update. */
const DEVELOPMENT = /^x-nextjs-(html-)?request-id$/;
const FORWARDED = /^(x-forwarded-|x-real-ip$|forwarded$)/;

/**
 * Makes a request's headers trustworthy before any code reads them. Drops internal headers. Keeps forwarding headers
 * only if `TRUST_PROXY` sets a number of trusted hops. Sets the client's address from the socket or the trusted hop.
 */
export function cleanHeaders(request: IncomingMessage, trustedHops: number, dev = false): void {
  const address = clientAddress(request, trustedHops);
  const raw = request.rawHeaders;
  const kept: string[] = [];
  for (let i = 0; i < raw.length; i += 2) {
    const name = (raw[i] ?? '').toLowerCase();
    const dropped = INTERNAL.test(name) && !(dev && DEVELOPMENT.test(name));
    if (dropped || (trustedHops === 0 && FORWARDED.test(name))) delete request.headers[name];
    else kept.push(raw[i] ?? '', raw[i + 1] ?? '');
  }
  request.rawHeaders = kept;
  setHeader(request, CLIENT_ADDRESS_HEADER, address);
}

/**
 * Converts the target of a request to a path with query. If the request is not for this server, returns the reason as a
 * line of text.
 */
export function targetProblem(request: IncomingMessage): string | undefined {
  if (!hasOneHost(request)) return 'Several Host headers.\n';
  return toOriginForm(request) ? undefined : 'This server serves only its own paths.\n';
}

/**
 * Whether there is at most one `Host` header (RFC 9112, 3.2). If there are several, a proxy may have used a different
 * header.
 */
export function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host').length < 2;
}

/**
 * Converts a target that names the host, as proxies may send it, to path and query (RFC 9112, 3.2.2). The host of the
 * target replaces the `Host` header. The other forms of RFC 9112 (for tunnels, and for the server as a whole) are not
 * supported.
 *
 * @returns whether the target is a resource of this server.
 */
export function toOriginForm(request: IncomingMessage): boolean {
  const target = request.url ?? '';
  if (target.startsWith('/')) return true;
  const [, host, resource = ''] = ABSOLUTE.exec(target) ?? [];
  if (host === undefined) return false;
  request.url = resource.startsWith('/') ? resource : `/${resource}`;
  const { rawHeaders } = request;
  request.rawHeaders = rawHeaders.filter((_, at) => rawHeaders[at - (at % 2)]?.toLowerCase() !== 'host');
  setHeader(request, 'host', host);
  return true;
}

/** Matches host with port, and path with query. A user name before the host is rejected (RFC 9110, 4.2.4). */
const ABSOLUTE = /^https?:\/\/((?:[\w.~%-]+|\[[\da-f:.]+\])(?::\d{1,5})?)((?:[/?].*)?)$/i;

export function setHeader(request: IncomingMessage, name: string, value: string): void {
  request.rawHeaders.push(name, value);
  request.headers[name] = value;
}

function clientAddress(request: IncomingMessage, trustedHops: number): string {
  const socket = request.socket.remoteAddress ?? '';
  const hops = String(request.headers['x-forwarded-for'] ?? '').split(',');
  return (trustedHops > 0 && hops.at(-trustedHops)?.trim()) || socket;
}
