import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { authenticateApiKey } from './api-keys.ts';
import { authenticateBearer, authenticateCookie } from './session-caller.ts';

/**
 * Identifies the caller by the Authorization header, or by the session cookie if there is no such header.
 *
 * @throws ApiError 401 without valid credentials, 403 if they belong to another environment.
 */
export async function authenticate(request: Request, requestId: string): Promise<Ctx> {
  const header = request.headers.get('authorization');
  if (header === null) return (await authenticateCookie(request, requestId)) ?? missing();
  const space = header.indexOf(' ');
  const scheme = space === -1 ? header : header.slice(0, space);
  const credential = space === -1 ? '' : header.slice(space + 1).trim();
  if (scheme === 'ApiKey') return authenticateApiKey(credential, request, requestId);
  if (scheme === 'Bearer') return authenticateBearer(credential, request, requestId);
  throw new ApiError('unauthorized', `Invalid authentication scheme: "${scheme.slice(0, 100)}"`);
}

function missing(): never {
  throw new ApiError('unauthorized', 'Missing authorization header');
}
