import { operation, route } from '#lib/api/route.ts';
import { ExplainQuery, Explanation } from '#lib/explain/schema.ts';
import { explain } from '#lib/explain/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'explain',
    tag: 'Notifications',
    summary: 'Explain why a subscriber did or did not get a message',
    permission: 'notifications:read',
    readsReplica: true,
    query: ExplainQuery,
    response: Explanation,
    handle: ({ ctx, query }) => explain(ctx, query),
  }),
});
