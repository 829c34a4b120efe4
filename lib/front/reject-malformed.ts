import { maxHeaderSize, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { respondRaw } from './raw-response.ts';

const STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const TEXTS: Readonly<Record<number, string>> = {
  431: `The URL and the headers of a request may have ${maxHeaderSize / 1024} KiB together.`,
  413: 'A chunk of the body has too many extensions.',
  408: 'The request did not arrive in time.',
  400: 'This is not an HTTP/1.1 request.',
};

type Answer = Pick<ServerResponse, 'headersSent' | 'writableEnded'>;

const rejected = new WeakSet<Duplex>();

/**
 * Handles `clientError`: responds to data that is not a valid request, and closes the connection once the client has
 * read the response.
 */
export function rejectMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  // The parser fails again on each piece of data that follows and is discarded.
  if (rejected.has(socket)) return;
  rejected.add(socket);
  if (!socket.writable || isAnswering(socket)) {
    socket.destroy(error);
    return;
  }
  const status = STATUSES[error.code ?? ''] ?? 400;
  respondRaw(socket, status, `${TEXTS[status]}\n`);
}

/** Whether the response to an earlier request is incomplete. Other data must not be written into that response. */
function isAnswering({ _httpMessage: answer }: Duplex & { _httpMessage?: Answer | null }): boolean {
  return answer?.headersSent === true && !answer.writableEnded;
}
