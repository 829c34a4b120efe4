import type { InboxCtx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { authenticateInbox } from './authenticate.ts';
import { pageOrigin } from './origin.ts';

/**
 * Returns the context of a request with the token of an inbox session in `Authorization: Bearer`.
 *
 * @throws ApiError 401 without such a token, and as `authenticateInbox`.
 */
export async function authenticateInboxRequest({ headers }: Request, requestId: string): Promise<InboxCtx> {
  const header = headers.get('authorization');
  if (header === null) throw new ApiError('unauthorized', 'Missing authorization header');
  if (!header.startsWith('Bearer ')) throw new ApiError('unauthorized', 'API endpoint not accessible');
  return authenticateInbox(header.slice('Bearer '.length).trim(), requestId, pageOrigin(headers));
}
