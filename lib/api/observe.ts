import type { Ctx } from '#lib/api/context.ts';
import { logRequest } from '#lib/request-log/buffer.ts';
import { detailsOf } from '#lib/request-log/details.ts';
import type { ApiRequest } from './api-request.ts';
import { countRequest } from './metrics.ts';
import type { Operation } from './operation.ts';
import type { Reply } from './reply.ts';
import { annotateRequest } from './request-span.ts';

/** Records a request in the metrics and the request log. Called once per request, after the response is complete. */
export function observe(operation: Operation, apiRequest: ApiRequest, answer: Reply | Response): void {
  const durationMs = performance.now() - apiRequest.startedAt;
  const { status } = answer;
  countRequest(operation.operationId, status, durationMs);
  annotateRequest(apiRequest, status);
  const { ctx, request, requestId } = apiRequest;
  const caller = ctx && callerOf(ctx, status);
  if (!caller) return;
  const { operationId } = operation;
  const { environmentId, address } = ctx;
  const { method } = request;
  const path = apiRequest.path.slice(0, 1024);
  logRequest({
    environmentId,
    ...caller,
    method,
    path,
    operationId,
    status,
    durationMs,
    requestId,
    address,
    details: detailsOf({ operation, apiRequest, status, answer: answer instanceof Response ? null : answer.text }),
  });
}

/** Returns the caller for the request log. The log keeps every call by an API key, and failed calls by users. */
function callerOf({ actor }: Ctx, status: number) {
  if (actor.type === 'apiKey') return { apiKeyId: actor.apiKeyId, userId: undefined };
  return actor.type === 'user' && status >= 400 ? { apiKeyId: undefined, userId: actor.userId } : undefined;
}
