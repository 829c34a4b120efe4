import { annotate, inSpan } from '#lib/tracing/tracing.ts';
import type { ApiRequest } from './api-request.ts';
import type { Access, Operation } from './operation.ts';

/** Callers whose `traceparent` is ignored. Otherwise anyone could choose which requests are traced. */
const STRANGERS: ReadonlySet<Access> = new Set(['public', 'subscriber']);

/** Serves a request in a span that continues the caller's trace. Health checks and reads of the metrics get no span. */
export function inRequestSpan(
  request: Request,
  { tag, permission, operationId }: Operation,
  path: string | undefined,
  work: () => Promise<Response>,
): Promise<Response> {
  if (tag === 'Health') return work();
  return inSpan(
    () => ({
      name: `${request.method} ${path ?? operationId}`,
      kind: 'server',
      attributes: { 'http.request.method': request.method, 'http.route': path, 'belfry.operation': operationId },
      parent: STRANGERS.has(permission) ? undefined : request.headers.get('traceparent'),
    }),
    work,
  );
}

/** Adds the result of a request to its span. */
export function annotateRequest({ ctx }: ApiRequest, status: number): void {
  annotate(() => ({
    'http.response.status_code': status,
    'belfry.environment.id': ctx?.environmentId,
    'error.type': status >= 500 ? String(status) : undefined,
  }));
}
