import { randomUUID } from 'node:crypto';
import type { Ctx } from './context.ts';
import { crossOriginHeaders } from './cross-origin.ts';

/** A request during its processing, with the values that every stage needs. */
export interface ApiRequest {
  readonly request: Request;
  readonly requestId: string;
  /** Path without query, as sent. */
  readonly path: string;
  /** Query without `?`. */
  readonly search: string;
  readonly startedAt: number;
  /** Undefined unless the method is POST or PATCH. */
  readonly idempotencyKey: string | undefined;
  /** Set after authentication. */
  ctx?: Ctx;
  /** The body as sent, for the request log. Set after it was read. */
  sentBody?: Uint8Array;
  /** Headers for every response, whether it succeeds or fails. */
  extraHeaders?: Record<string, string> | undefined;
}

const saneRequestId = /^[\w.:@/+=-]{1,128}$/;

/**
 * Starts the processing of a request. Ignores the host in `request.url`, because Next does not take it from the
 * request.
 */
export function beginRequest(request: Request, idempotencyKey?: string): ApiRequest {
  const sent = request.headers.get('x-request-id');
  const target = targetIn(request.url);
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  return {
    request,
    requestId: sent !== null && saneRequestId.test(sent) ? sent : randomUUID(),
    path,
    search: mark === -1 ? '' : target.slice(mark + 1),
    startedAt: performance.now(),
    idempotencyKey,
    extraHeaders: crossOriginHeaders(path),
  };
}

/** Returns the part of an absolute URL after the origin, without a fragment. */
export function targetIn(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const hash = url.indexOf('#', start);
  return start === -1 ? '/' : url.slice(start, hash === -1 ? undefined : hash);
}

/** Returns path and query for error bodies. */
export function targetOf(apiRequest: ApiRequest): string {
  return apiRequest.search === '' ? apiRequest.path : `${apiRequest.path}?${apiRequest.search}`;
}
