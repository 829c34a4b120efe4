/**
 * Headers of the connection, which only Belfry sets. `Host` is among them, because the guard checks only the URL's
 * host: another `Host` could reach another site of the same server.
 */
const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'upgrade',
  'http2-settings',
  'te',
  'trailer',
  'expect',
]);

export function isConnectionHeader(name: string): boolean {
  return CONNECTION_HEADERS.has(name.trim().toLowerCase());
}
