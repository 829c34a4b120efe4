import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Receives and discards the rest of a body once its response has been sent, for at most the time that a request may
 * take. A client that reads the response only after it has sent the whole body would otherwise get a broken connection.
 * Node does the same, but only for a body of which nothing was read.
 */
export function drainBody(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (request.readableEnded) return;
    // A `data` listener that has stopped reading would pause the body.
    request.removeAllListeners('data');
    request.resume();
  });
}
