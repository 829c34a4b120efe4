import { maxHeaderSize, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Milliseconds for which a client may continue to send discarded data before its connection is closed. */
const LINGER_MS = 2_000;

const STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const TEXTS: Readonly<Record<number, string>> = {
  431: `The URL and the headers of a request may have ${maxHeaderSize / 1024} KiB together.`,
  413: 'A chunk of the body has too many extensions.',
  408: 'The request did not arrive in time.',
  400: 'This is not a request of HTTP/1.1.',
};

type Answer = Pick<ServerResponse, 'headersSent' | 'writableEnded'>;

const rejected = new WeakSet<Duplex>();

/**
 * For `clientError`: responds to data that is not a valid request, and closes the connection once the client has read
 * the response. Node would close it immediately. If the client is still writing, the kernel would then send a reset,
 * and the response would be lost.
 */
export function rejectMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  // The parser fails again on all following data, which is discarded.
  if (rejected.has(socket)) return;
  rejected.add(socket);
  if (!socket.writable || isAnswering(socket)) {
    socket.destroy(error);
    return;
  }
  const status = STATUSES[error.code ?? ''] ?? 400;
  const body = `${TEXTS[status]}\n`;
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'connection: close',
    'content-type: text/plain',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}

/** Whether the response to an earlier request is incomplete. Nothing else may be written into it. */
function isAnswering({ _httpMessage: answer }: Duplex & { _httpMessage?: Answer | null }): boolean {
  return answer?.headersSent === true && !answer.writableEnded;
}
