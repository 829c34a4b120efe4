import type { ApiFailure } from '#lib/api/client.ts';

/** What an `ErrorState` says about an error of the API. Apart from the table, which most pages that need it have not. */
export function failure({ message, requestId, statusCode }: ApiFailure) {
  const final = ({ 403: 'denied', 404: 'missing' } as const)[statusCode];
  return { message: final === 'missing' ? MISSING : message, reference: requestId, final };
}

const MISSING = 'It may have been deleted, or be in another environment.';
