import { authenticate } from '#lib/auth/authenticate.ts';
import { clientAddress } from '#lib/auth/client-address.ts';
import { may } from '#lib/auth/may.ts';
import { type Permission, whyNot, whyNotKey } from '#lib/auth/permissions.ts';
import { authenticateInboxRequest } from '#lib/inbox-sessions/authenticate-request.ts';
import type { ApiRequest } from './api-request.ts';
import type { Actor, Ctx } from './context.ts';
import { ApiError } from './errors.ts';
import type { Access, Operation } from './operation.ts';

/**
 * Authenticates and authorises the caller.
 *
 * @throws ApiError 401 without valid credentials, or for a kind of caller that the operation does not accept. 403 if
 * the caller lacks the permission, or lacks the two-step sign-in or the sign-in provider that the organization
 * requires.
 */
export async function authenticateAndAuthorise(operation: Operation, apiRequest: ApiRequest): Promise<Ctx> {
  const { request, requestId } = apiRequest;
  const isInbox = operation.permission === 'subscriber';
  const ctx = await (isInbox ? authenticateInboxRequest : authenticate)(request, requestId);
  ctx.address = clientAddress(request.headers);
  apiRequest.ctx = ctx;
  if (operation.callers && !operation.callers.includes(callerOf(ctx.actor))) {
    throw new ApiError('unauthorized', 'API endpoint not accessible');
  }
  requireProvider(ctx.actor);
  if (!operation.acceptsLackOfTwoStep) requireTwoStep(ctx.actor);
  if (!WITHOUT_PERMISSION.has(operation.permission)) authorise(ctx.actor, operation.permission as Permission);
  return ctx;
}

const WITHOUT_PERMISSION: ReadonlySet<Access> = new Set(['public', 'authenticated', 'subscriber']);

/** @throws ApiError 403 for a user with a password if the organization requires a sign-in provider. */
function requireProvider(actor: Actor): void {
  if (actor.type !== 'user' || !actor.lacksProvider) return;
  throw new ApiError('sign_in_provider_required', 'Your organization requires sign-in through its provider');
}

/** @throws ApiError 403 for a user who has not set up the two-step sign-in that the organization requires. */
function requireTwoStep(actor: Actor): void {
  if (actor.type !== 'user' || !actor.lacksTwoStep) return;
  throw new ApiError('two_step_setup_required', 'Your organization requires two-step sign-in: set it up first');
}

function callerOf(actor: Actor) {
  return actor.type === 'apiKey' ? 'apiKey' : 'session';
}

/**
 * @throws ApiError 403 with the code `forbidden` and the reason, or with the code `two_step_setup_required` or
 * `sign_in_provider_required`.
 */
export function authorise(actor: Actor, permission: Permission): void {
  requireProvider(actor);
  requireTwoStep(actor);
  if (may(actor, permission) || actor.type === 'system') return;
  if (actor.type === 'apiKey') throw new ApiError('forbidden', whyNotKey(actor.scope, permission));
  if (actor.type === 'subscriber') throw new ApiError('forbidden', 'An inbox session cannot call this operation');
  throw new ApiError('forbidden', whyNot(actor.role, permission) ?? 'Forbidden');
}
