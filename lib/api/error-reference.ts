import { ApiFailure } from './client.ts';

/** The statuses of errors that their text explains: access denied, a missing record, invalid input. */
const EXPLAINED: ReadonlySet<number> = new Set([401, 403, 404, 412, 422]);

/**
 * Returns the request ID of an error for the request log. Undefined if the text of the error is sufficient, and for
 * errors of other types.
 */
export function referenceOf(error: unknown): string | undefined {
  return error instanceof ApiFailure && !EXPLAINED.has(error.statusCode) ? error.requestId : undefined;
}
