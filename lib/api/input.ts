import type { z } from 'zod';
import { readJsonBody } from './body.ts';
import type { Call } from './call.ts';
import { validationError } from './error-mapper.ts';
import type { Operation } from './operation.ts';
import { parseSearchParams } from './query.ts';

export type RouteParams = Record<string, string | string[] | undefined>;

export interface ParsedInput {
  params: unknown;
  query: unknown;
  body: unknown;
  /** The body as sent, '' without one. */
  bodyText: string;
}

/**
 * What the schemas of the operation make of the request.
 *
 * @throws ApiError 422 with a message for each field, or what `readJsonBody` throws.
 */
export async function parseInput(operation: Operation, call: Call, routeParams: RouteParams): Promise<ParsedInput> {
  const body = operation.body ? await readJsonBody(call.request) : undefined;
  return {
    params: operation.params ? parse(operation.params, routeParams, 'params') : undefined,
    query: operation.query
      ? parse(operation.query, parseSearchParams(new URLSearchParams(call.search)), 'query')
      : undefined,
    body: operation.body ? parse(operation.body, body?.value, 'body') : undefined,
    bodyText: body?.text ?? '',
  };
}

function parse(schema: z.ZodType, value: unknown, root: string): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw validationError(result.error, root);
}
