import type { ErrorReference } from '#components/ui/error-state.tsx';
import type { ApiFailure } from '#lib/api/client.ts';
import { requestAddress } from '#lib/request-log/address.ts';

/** Converts an API error to the props of `ErrorState`. Separate from the table, because most pages that use it have no table. */
export function failure({ message, requestId, statusCode }: Pick<ApiFailure, 'message' | 'requestId' | 'statusCode'>) {
  const final = ({ 403: 'denied', 404: 'missing' } as const)[statusCode];
  return { message: final === 'missing' ? MISSING : message, reference: requestReference(requestId), final };
}

const MISSING = 'It may have been deleted, or be in another environment.';

/** Returns the reference of a request, with a link to the request log. */
export function requestReference(requestId: string | undefined): ErrorReference | undefined {
  if (requestId === undefined) return undefined;
  return { label: 'Request', id: requestId, what: 'request ID', href: requestAddress('/settings', requestId) };
}
