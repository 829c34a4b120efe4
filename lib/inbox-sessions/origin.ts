import { ApiError } from '#lib/api/errors.ts';
import { isSameOrigin } from '#lib/auth/origin.ts';

/**
 * Returns the origin of the page that sent a request. Null for pages of this installation, and for clients other than
 * browsers.
 */
export function pageOrigin(headers: Headers): string | null {
  return isSameOrigin(headers) ? null : headers.get('origin');
}

/**
 * Requires that a page may use the inbox of an environment.
 *
 * @param allowed the origins of the environment. Empty: all.
 * @param origin from `pageOrigin`.
 * @throws ApiError `forbidden`.
 */
export function requireInboxOrigin(allowed: readonly string[], origin: string | null): void {
  if (allowed.length === 0 || origin === null || allowed.includes(origin)) return;
  throw new ApiError('forbidden', `Pages of ${origin.slice(0, 200)} may not use the inbox of this environment`);
}
