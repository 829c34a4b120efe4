/**
 * Headers of a connection, which Belfry sets itself. `Host` is one of them, because the guard checks the URL's host,
 * and the server may serve other hosts too.
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
