import type { Actor, Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';

/** Returns the signed-in user who calls. @throws ApiError 401 for any other caller. */
export function requireUser({ actor }: Ctx): Extract<Actor, { type: 'user' }> {
  if (actor.type !== 'user') throw new ApiError('unauthorized', 'API endpoint not accessible');
  return actor;
}
