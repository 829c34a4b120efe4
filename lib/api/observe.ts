import { logRequest } from '#lib/request-log/buffer.ts';
import type { ApiRequest } from './api-request.ts';
import { countRequest } from './metrics.ts';
import type { Operation } from './operation.ts';

/** Called once per request, after the response is complete, for metrics and the request log. */
export function observe(operation: Operation, apiRequest: ApiRequest, status: number): void {
  const durationMs = performance.now() - apiRequest.startedAt;
  countRequest(operation.operationId, status, durationMs);
  const { ctx, request, requestId } = apiRequest;
  if (ctx?.actor.type !== 'apiKey') return;
  const { operationId } = operation;
  const { environmentId, address, actor } = ctx;
  const { method } = request;
  const path = apiRequest.path.slice(0, 1024);
  logRequest({
    environmentId,
    apiKeyId: actor.apiKeyId,
    method,
    path,
    operationId,
    status,
    durationMs,
    requestId,
    address,
  });
}
