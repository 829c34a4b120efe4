import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Receives and discards the rest of a body once its response has been sent, for as long as a request may take. A client
 * that reads after writing would otherwise get a broken connection and not the response. Node does the same, but only
 * for a body that nothing has read from.
 */
export function drainBody(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (request.readableEnded) return;
    // A reader that has stopped would pause the body.
    request.removeAllListeners('data');
    request.resume();
  });
}
