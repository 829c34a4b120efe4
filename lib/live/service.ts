import { authorise } from '#lib/api/authorise.ts';
import type { Ctx } from '#lib/api/context.ts';
import { authenticate } from '#lib/auth/authenticate.ts';
import type { Permission } from '#lib/auth/permissions.ts';
import { openRunStream } from './run-stream.ts';

const PERMISSION = 'notifications:read' satisfies Permission;

/**
 * Streams changes of the environment's runs as server-sent events. The caller's credentials and role are checked again
 * every 30 s.
 *
 * @throws ApiError `too_many_requests` and `unavailable` at the limits of open streams.
 */
export function followNotifications(ctx: Ctx, request: Request): Response {
  if (request.method === 'HEAD') return new Response(null, { headers: { 'content-type': 'text/event-stream' } });
  return openRunStream(ctx, async () => {
    const { environmentId, actor } = await authenticate(request, ctx.requestId);
    authorise(actor, PERMISSION);
    return environmentId === ctx.environmentId;
  });
}
