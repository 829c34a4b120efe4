import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import { ApiError } from './errors.ts';
import { setOwnApi } from './own-api.ts';
import { setResponseClass } from './response-class.ts';
import { errorResponse } from './route.ts';
import { createApiRouter } from './router.ts';

/**
 * All of /api as a listener for node:http. The adapter provides its fast Response only by replacing the global class.
 * Next must not use that class, so it is taken and the globals are restored.
 */
export async function createApiListener(): Promise<
  (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>
> {
  const router = await createApiRouter();
  setOwnApi(router);
  const { Request, Response } = globalThis;
  try {
    const listener = getRequestListener(router, { errorHandler });
    setResponseClass(globalThis.Response);
    return listener as Awaited<ReturnType<typeof createApiListener>>;
  } finally {
    Object.assign(globalThis, { Request, Response });
  }
}

/** A request that cannot be parsed, such as one without a host, gets the error body too. */
function errorHandler(error: unknown): Response {
  const rejection = error instanceof RequestError ? new ApiError('bad_request', 'The request is malformed') : error;
  return errorResponse(new Request('http://localhost/'), rejection);
}
