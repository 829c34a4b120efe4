import type { z } from 'zod';
import { ErrorBodySchema } from '#lib/api/openapi-errors.ts';
import { type Answer, expect } from './fixtures.ts';

const codes: Record<number, string> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  412: 'precondition_failed',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  422: 'unprocessable',
};

export type ErrorBody = z.infer<typeof ErrorBodySchema>;

/**
 * Checks that a response is a complete error body, with `errors` only for 422, and returns it.
 *
 * @param fields the exact keys of `errors`.
 */
export function assertError(answer: Answer, status: number, label: string, fields?: string[]): ErrorBody {
  expect(answer.status, `${label}: ${answer.text.slice(0, 500)}`).toBe(status);
  expect(answer.headers.get('content-type'), label).toBe('application/json; charset=utf-8');
  const body = ErrorBodySchema.parse(answer.body);
  expect(body, label).toMatchObject({ statusCode: status, code: codes[status] });
  expect(body.path, label).toMatch(/^\/api\//);
  expect(body.message, label).not.toBe('');
  expect(new Date(body.timestamp).toISOString(), label).toBe(body.timestamp);
  expect(body.requestId, label).toBe(answer.headers.get('x-request-id'));
  expect(body.errors !== undefined, `${label}: errors stand on a 422 only`).toBe(status === 422);
  for (const { messages } of Object.values(body.errors ?? {})) expect(messages, label).not.toEqual([]);
  if (fields) expect(Object.keys(body.errors ?? {}).sort(), label).toEqual(fields.toSorted());
  return body;
}
