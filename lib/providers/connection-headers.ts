/**
 * Headers of a connection, which Belfry makes itself. `Host` among them: where a request leads was checked by its
 * address, and a server may serve other names there.
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
