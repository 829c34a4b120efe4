import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import { ApiError } from './errors.ts';
import { setOwnApi } from './own-api.ts';
import { setResponseClass } from './response-class.ts';
import { errorResponse } from './route.ts';
import { createApiRouter } from './router.ts';

/**
 * The adapter would close a connection half a second after a response that came before the end of the body: see
 * `drainBody`. A request of HTTP/1.0 needs no Host, and health checks of HAProxy have none.
 */
export const ADAPTER_OPTIONS = { autoCleanupIncoming: false, hostname: 'localhost' };

/**
 * Creates a listener for node:http that serves all of /api. The adapter provides its fast Response only by replacing the
 * global class. Next must not use that class, so this function stores it and restores the globals.
 */
export async function createApiListener(): Promise<
  (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>
> {
  const router = await createApiRouter();
  setOwnApi(router);
  const { Request, Response } = globalThis;
  try {
    const listener = getRequestListener(router, { ...ADAPTER_OPTIONS, errorHandler });
    setResponseClass(globalThis.Response);
    return listener as Awaited<ReturnType<typeof createApiListener>>;
  } finally {
    Object.assign(globalThis, { Request, Response });
  }
}

/** Returns the usual error body, even for requests that cannot be parsed, such as one whose host is none. */
function errorHandler(error: unknown): Response {
  const rejection = error instanceof RequestError ? new ApiError('bad_request', 'The request is malformed') : error;
  return errorResponse(new Request('http://localhost/'), rejection);
}
