import type { ApiFailure } from '#lib/api/client.ts';

/** Converts an API error to the props of `ErrorState`. Separate from the table, because most pages that use it have no table. */
export function failure({ message, requestId, statusCode }: ApiFailure) {
  const final = ({ 403: 'denied', 404: 'missing' } as const)[statusCode];
  return { message: final === 'missing' ? MISSING : message, reference: requestId, final };
}

const MISSING = 'It may have been deleted, or be in another environment.';
