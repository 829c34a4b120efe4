import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import { ApiError } from './errors.ts';
import { setOwnApi } from './own-api.ts';
import { setResponseClass } from './response-class.ts';
import { errorResponse } from './route.ts';
import { createApiRouter } from './router.ts';

/**
 * `autoCleanupIncoming`: if true, the adapter would close the connection half a second after a response that is sent
 * before the request body has ended (see `drainBody`). `hostname`: for requests without Host, which HTTP/1.0 allows,
 * such as health checks of HAProxy.
 */
export const ADAPTER_OPTIONS = { autoCleanupIncoming: false, hostname: 'localhost' };

/**
 * Creates a listener for node:http that serves all of /api. The adapter replaces the global Request and Response with
 * faster ones. Next must not use them, so this function stores the fast Response and restores the globals.
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

/** Returns the usual error body, even for requests that cannot be parsed, such as one with an invalid Host. */
function errorHandler(error: unknown): Response {
  const rejection = error instanceof RequestError ? new ApiError('bad_request', 'The request is malformed') : error;
  return errorResponse(new Request('http://localhost/'), rejection);
}
