import { operation, route } from '#lib/api/route.ts';
import { ContextParams, ContextUsage } from '#lib/contexts/schema.ts';
import { getContextUsage } from '#lib/contexts/usage.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getContextUsage',
    tag: 'Contexts',
    summary: 'Count the subscribers, runs, messages, preferences and subscriptions of a context',
    permission: 'contexts:read',
    params: ContextParams,
    response: ContextUsage,
    errors: [404],
    handle: ({ ctx, params }) => getContextUsage(ctx, params),
  }),
});
