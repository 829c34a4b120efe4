import type { z } from 'zod';
import { env } from '#lib/env.ts';
import type { ApiRequest } from './api-request.ts';
import { assertJson, parseJsonBody, readBody } from './body.ts';
import { validationError } from './error-mapper.ts';
import type { Operation } from './operation.ts';
import { parseSearchParams } from './query.ts';

export type RouteParams = Record<string, string | string[] | undefined>;

export interface ParsedInput {
  params: unknown;
  query: unknown;
  body: unknown;
  /** The body as sent; empty without one. */
  rawBody: Uint8Array;
}

const noBody = new Uint8Array();

/**
 * Parses the request with the operation's schemas.
 *
 * @throws ApiError 422 with a message per field, or the errors of `readBody` and `parseJsonBody`.
 */
export async function parseInput(
  operation: Operation,
  apiRequest: ApiRequest,
  routeParams: RouteParams,
): Promise<ParsedInput> {
  const { body, anyBody, bodyLimitBytes = env().BODY_LIMIT_BYTES } = operation;
  if (body) assertJson(apiRequest.request);
  const rawBody = body || anyBody ? await readBody(apiRequest.request, bodyLimitBytes) : noBody;
  return {
    params: operation.params ? parse(operation.params, routeParams, 'params') : undefined,
    query: operation.query
      ? parse(operation.query, parseSearchParams(new URLSearchParams(apiRequest.search)), 'query')
      : undefined,
    body: body ? parse(body, parseJsonBody(apiRequest.request, rawBody), 'body') : undefined,
    rawBody,
  };
}

function parse(schema: z.ZodType, value: unknown, root: string): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw validationError(result.error, value, root);
}
