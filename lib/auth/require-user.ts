import type { Actor, Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';

/**
 * Returns the calling user.
 *
 * @throws ApiError 401 if the caller is not a user.
 */
export function requireUser({ actor }: Ctx): Extract<Actor, { type: 'user' }> {
  if (actor.type !== 'user') throw new ApiError('unauthorized', 'API endpoint not accessible');
  return actor;
}
