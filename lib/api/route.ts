import type { z } from 'zod';
import { recordDenial } from '#lib/audit-log/rejections.ts';
import { forRoute, hotTransaction, readOnReplica, transaction } from '#lib/postgres/db.ts';
import { type ApiRequest, beginRequest } from './api-request.ts';
import { authenticateAndAuthorise } from './authorise.ts';
import { ApiError } from './errors.ts';
import { assertKeyLength, idempotencyKeyOf, runOnce } from './idempotency.ts';
import { parseInput, type RouteParams } from './input.ts';
import { countRequest } from './metrics.ts';
import { observe } from './observe.ts';
import { type Access, type DeclaredOperation, METHODS, type Method, type Operation } from './operation.ts';
import { operationPhrase } from './operation-phrase.ts';
import { limitRate } from './rate-limit.ts';
import { errorReply, finishResponse, type Reply, successReply, toResponse } from './reply.ts';
import { inRequestSpan } from './request-span.ts';

export { rawJson } from './operation.ts';
export { noContent } from './reply.ts';

/** A route handler with Next's signature. The router passes `params` on unchanged. OpenAPI reads `operation`. */
export interface RouteHandler {
  (request: Request, context: { params: Promise<RouteParams> | RouteParams }): Promise<Response>;
  operation?: Operation;
  /** The path with parameters, such as `/api/v2/subscribers/:subscriberId`. The router sets it. */
  path?: string;
}

/**
 * Declares one method of a path. `handle` gets the parsed values of the schemas, and returns a value for the schema
 * `response`.
 */
export function operation<
  Params extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
  Answer extends Schema = undefined,
  Needed extends Access = Access,
>(declared: DeclaredOperation<Params, Query, Body, Answer, Needed>): Operation {
  return declared as Operation;
}

type Schema = z.ZodType | undefined;

/**
 * Returns the five handlers of one path. Every request passes these stages: request ID → authenticate → authorise →
 * rate limit → parse → idempotency → handle → serialise → map errors. A method without an operation responds with 405.
 */
export function route(operations: Partial<Record<Method, Operation>>): Record<Method, RouteHandler> {
  const allow = METHODS.filter((method) => operations[method]).join(', ');
  const handlers = METHODS.map((method) => [method, handlerOf(operations[method], allow)]);
  return Object.fromEntries(handlers) as Record<Method, RouteHandler>;
}

function handlerOf(operation: Operation | undefined, allow: string): RouteHandler {
  if (!operation) return async (request) => errorResponse(request, methodNotAllowed(request.method, allow));
  const handler: RouteHandler = (request, { params }) =>
    forRoute(operation.operationId, () =>
      inRequestSpan(request, operation, handler.path, () =>
        serve(operation, beginRequest(request, idempotencyKeyOf(operation, request)), params),
      ),
    );
  handler.operation = operation;
  return handler;
}

async function serve(
  operation: Operation,
  apiRequest: ApiRequest,
  routeParams: Promise<RouteParams> | RouteParams,
): Promise<Response> {
  let answer: Reply | Response;
  try {
    answer = await run(operation, apiRequest, await routeParams);
  } catch (error) {
    if (apiRequest.ctx && error instanceof ApiError && error.code === 'forbidden')
      await recordDenial(apiRequest.ctx, operationPhrase(operation.operationId));
    answer = errorReply(error, apiRequest);
  }
  observe(operation, apiRequest, answer);
  return answer instanceof Response ? finishResponse(answer, apiRequest) : toResponse(answer, apiRequest);
}

async function run(operation: Operation, apiRequest: ApiRequest, routeParams: RouteParams): Promise<Reply | Response> {
  if (operation.permission !== 'public') await authenticateAndAuthorise(operation, apiRequest);
  const limited = limitRate(operation, apiRequest);
  if (limited) await limited;
  assertKeyLength(apiRequest.idempotencyKey);
  const input = await parseInput(operation, apiRequest, routeParams);
  const handle = async () => {
    const { request, requestId, ctx } = apiRequest;
    const result = await operation.handle({ ...input, ctx, request, requestId } as never);
    return result instanceof Response ? result : successReply(operation, result);
  };
  if (operation.readsReplica) return readOnReplica(handle);
  const isTrigger = operation.rateLimit?.category === 'trigger';
  return runOnce(apiRequest, input.rawBody, handle, isTrigger ? hotTransaction : transaction);
}

/** Returns the response to a request that matches no operation. */
export function errorResponse(request: Request, error: unknown): Response {
  const apiRequest = beginRequest(request);
  const reply = errorReply(error, apiRequest);
  countRequest('none', reply.status, performance.now() - apiRequest.startedAt);
  return toResponse(reply, apiRequest);
}

export function methodNotAllowed(method: string, allow: string): ApiError {
  return new ApiError('method_not_allowed', `Method ${method} is not allowed here`, { headers: { allow } });
}

export function notFound(): ApiError {
  return new ApiError('not_found', 'There is nothing at this path');
}
