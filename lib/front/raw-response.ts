import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Milliseconds in which a client may still send data, which is discarded, before its connection is closed. */
const LINGER_MS = 2_000;

/**
 * Sends a text on a connection without a ServerResponse, and closes the connection once the client has read the text.
 * Node would close it immediately. If the client were still writing, the kernel would then send a reset, and the
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
