import { env } from '#lib/env.ts';
import { logger } from '#lib/logger.ts';
import { type ApiRequest, targetOf } from './api-request.ts';
import { toApiError } from './error-mapper.ts';
import { errorBody } from './errors.ts';
import { type Operation, RawJson } from './operation.ts';
import { newResponse } from './response-class.ts';

/** A response as plain values, so that it can be stored and sent without copies. */
export interface Reply {
  status: number;
  /** Null: the response has no body. */
  text: string | null;
  headers: Record<string, string> | undefined;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Returns the result of `handle` as a reply. Outside production, the body is checked against the operation's schema.
 */
export function successReply(operation: Operation, result: unknown): Reply {
  const status = operation.status ?? (operation.response ? 200 : 204);
  if (status === 204) return { status, text: null, headers: undefined };
  const raw = result instanceof RawJson ? result : undefined;
  const text = raw ? raw.text : JSON.stringify(result);
  if (env().NODE_ENV !== 'production') checkResponse(operation, text);
  return { status, text, headers: raw?.headers };
}

/** Returns a response without a body, for operations with `mayBeEmpty`. */
export function noContent(): Response {
  return newResponse(null, { status: 204 });
}

/** Checks a response against its schema. A mismatch throws in tests and is logged in development. */
function checkResponse(operation: Operation, text: string | undefined): void {
  const result = operation.response?.safeParse(text === undefined ? undefined : JSON.parse(text));
  if (result?.success !== false) return;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  logger().error({ operationId: operation.operationId, problems }, 'API response did not match its schema');
  if (env().NODE_ENV === 'test')
    throw new Error(`The response of ${operation.operationId} does not match its schema: ${problems.join('; ')}`);
}

/**
 * Returns any thrown value as a reply. Logs the cause of a 5xx with the request ID. A deliberate 5xx without a cause is
 * not logged.
 */
export function errorReply(thrown: unknown, apiRequest: ApiRequest): Reply {
  const error = toApiError(thrown);
  if (error.status >= 500 && (error.code === 'internal' || error.cause !== undefined)) {
    const { requestId, path } = apiRequest;
    logger().error({ error: error.cause ?? error, requestId, path, responseMessage: error.message }, 'Request failed');
  }
  return {
    status: error.status,
    text: JSON.stringify(errorBody(error, targetOf(apiRequest), apiRequest.requestId)),
    headers: error.headers,
  };
}

/** Returns the response to send, with plain headers and a string body, because the front server sends these fastest. */
export function toResponse(reply: Reply, apiRequest: ApiRequest): Response {
  const headers: Record<string, string> = { 'x-request-id': apiRequest.requestId, 'cache-control': 'no-store' };
  if (reply.text !== null) headers['content-type'] = JSON_TYPE;
  if (apiRequest.extraHeaders) Object.assign(headers, apiRequest.extraHeaders);
  if (reply.headers) Object.assign(headers, reply.headers);
  if (apiRequest.idempotencyKey !== undefined) headers['idempotency-key'] = apiRequest.idempotencyKey;
  return newResponse(reply.text, { status: reply.status, headers });
}

/** Adds the common headers to a response that `handle` made itself. */
export function finishResponse(response: Response, apiRequest: ApiRequest): Response {
  const headers = new Headers(response.headers);
  headers.set('x-request-id', apiRequest.requestId);
  for (const [name, value] of Object.entries(apiRequest.extraHeaders ?? {})) headers.set(name, value);
  if (apiRequest.idempotencyKey !== undefined) headers.set('idempotency-key', apiRequest.idempotencyKey);
  return new Response(response.body, { status: response.status, headers });
}
