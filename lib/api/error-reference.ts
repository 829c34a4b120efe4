import { ApiFailure } from './client.ts';

/** Statuses whose error text is sufficient: access denied, a missing record, a stale version, invalid input. */
const EXPLAINED: ReadonlySet<number> = new Set([401, 403, 404, 412, 422]);

/**
 * Returns the request ID of an error, which users can search for in the request log. Undefined if the error's text is
 * sufficient, or if the error is not from the API.
 */
export function referenceOf(error: unknown): string | undefined {
  return error instanceof ApiFailure && !EXPLAINED.has(error.statusCode) ? error.requestId : undefined;
}
