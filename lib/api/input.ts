import type { z } from 'zod';
import { env } from '#lib/env.ts';
import { inTurn } from '#lib/turns.ts';
import type { ApiRequest } from './api-request.ts';
import { assertJson, extentOf, parseJsonBody, readBody, tooLarge } from './body.ts';
import { validationError } from './error-mapper.ts';
import type { Access, Operation } from './operation.ts';
import { parseSearchParams } from './query.ts';

export type RouteParams = Record<string, string | string[] | undefined>;

export interface ParsedInput {
  params: unknown;
  query: unknown;
  body: unknown;
  /** The body as sent. Empty if the request has no body. */
  rawBody: Uint8Array;
}

const emptyBody = new Uint8Array();

/**
 * Body limits, in bytes, of operations that anyone or any subscriber can call. These operations need no larger bodies.
 */
const OPEN_BODY_LIMITS: Partial<Record<Access, number>> = { public: 16 * 1024, subscriber: 64 * 1024 };

/**
 * The number of names, values and numbers above which a body is parsed with `inTurn`, so that it does not delay other
 * requests.
 */
const MANY_VALUES = 5_000;

/**
 * Parses the request with the operation's schemas.
 *
 * @throws ApiError 422 with a message per field, or the errors of `readBody`, `extentOf` and `parseJsonBody`.
 */
export async function parseInput(
  operation: Operation,
  apiRequest: ApiRequest,
  routeParams: RouteParams,
): Promise<ParsedInput> {
  const { body, acceptsAnyType } = operation;
  if (body) assertJson(apiRequest.request);
  const rawBody = body || acceptsAnyType ? await bodyOf(operation, apiRequest.request) : emptyBody;
  apiRequest.sentBody = rawBody;
  return {
    params: operation.params ? parse(operation.params, routeParams, 'params') : undefined,
    query: operation.query
      ? parse(operation.query, parseSearchParams(new URLSearchParams(apiRequest.search)), 'query')
      : undefined,
    body: body ? await parseBody(body, apiRequest.request, rawBody) : undefined,
    rawBody,
  };
}

/**
 * Reads the body. For an open operation, even a body over the limit is received completely, because the sender might
 * otherwise not get the response.
 */
async function bodyOf({ permission, bodyLimitBytes }: Operation, request: Request): Promise<Uint8Array> {
  const bytes = await readBody(request, bodyLimitBytes ?? env().BODY_LIMIT_BYTES);
  const limit = bodyLimitBytes ?? OPEN_BODY_LIMITS[permission];
  if (limit === undefined || bytes.byteLength <= limit) return bytes;
  throw tooLarge(limit);
}

async function parseBody(schema: z.ZodType, request: Request, bytes: Uint8Array): Promise<unknown> {
  const extent = extentOf(bytes);
  if (extent.items + extent.numbers <= MANY_VALUES) return parse(schema, parseJsonBody(request, bytes, extent), 'body');
  const value = await inTurn(() => parseJsonBody(request, bytes, extent));
  return inTurn(() => parse(schema, value, 'body'));
}

function parse(schema: z.ZodType, value: unknown, root: string): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw validationError(result.error, value, root);
}
