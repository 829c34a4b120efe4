import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Milliseconds for which a client may continue to send discarded data before its connection is closed. */
const LINGER_MS = 2_000;

/**
 * Responds with a text on a connection that no ServerResponse belongs to, and closes it once the client has read the
 * response. Node would close it immediately. If the client is still writing, the kernel would then send a reset, and the
 * response would be lost.
 */
export function respondRaw(socket: Duplex, status: number, body: string, headers: readonly string[] = []): void {
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'connection: close',
    'content-type: text/plain',
    `content-length: ${Buffer.byteLength(body)}`,
    ...headers,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}
