import { z } from 'zod';
import { type ErrorCode, statusOf } from './errors.ts';
import type { Operation } from './operation.ts';

const codes = Object.keys(statusOf) as [ErrorCode, ...ErrorCode[]];

/** The schema of the error body. Errors may have additional keys. */
export const ErrorBodySchema = z.looseObject({
  statusCode: z.int(),
  timestamp: z.string().meta({ format: 'date-time' }),
  path: z.string().describe('Path of the request with its query.'),
  message: z.string(),
  code: z.enum(codes),
  requestId: z.string().describe('Also in the X-Request-Id header and in the log.'),
  errors: z
    .record(z.string(), z.object({ messages: z.array(z.string()) }))
    .optional()
    .describe('The problems, field by field. Present whenever the status is 422.'),
});

const descriptions: Record<number, string> = {
  400: 'The request is malformed.',
  401: 'The credentials are missing or not valid.',
  403: 'The caller may not do this.',
  404: 'The resource does not exist in this environment.',
  405: 'The provider of the integration sends no such requests.',
  409: 'The request conflicts with existing data, or a request with the same Idempotency-Key is in progress.',
  412: 'The resource has changed since the version in If-Match.',
  413: 'The body is too large, or has too many names and values.',
  415: 'The body is not JSON.',
  422: 'A value is invalid; `errors` contains the reason for each field.',
  429: 'Too many requests; Retry-After contains the delay before the next attempt.',
  500: 'Unexpected error: search the server log for the request ID.',
  503: 'Not available at the moment; Retry-After contains the delay before the next attempt.',
};

/** Returns the error statuses that an operation may respond with. */
export function failureStatuses(operation: Operation, isKeyed: boolean): number[] {
  const closed = operation.permission === 'public' ? [] : [400, 401, 403, 429];
  const parsed = operation.params || operation.query || operation.body ? [422] : [];
  const body = operation.body ? [400, 413, 415] : [];
  const keyed = isKeyed ? [400, 409, 422] : [];
  return [...new Set([...closed, ...parsed, ...body, ...keyed, ...(operation.errors ?? []), 500, 503])].sort();
}

export function failureResponse(status: number): { $ref: string } {
  return { $ref: `#/components/responses/${nameOf(status)}` };
}

/** Returns each error status as a reusable response. */
export function failureComponents(statuses: Iterable<number>): Record<string, object> {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  const sorted = [...new Set(statuses)].sort();
  return Object.fromEntries(sorted.map((status) => [nameOf(status), { description: descriptionOf(status), content }]));
}

function descriptionOf(status: number): string {
  return descriptions[status] ?? `Status ${status}.`;
}

function nameOf(status: number): string {
  return `Error${status}`;
}
