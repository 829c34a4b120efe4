import { operation, route } from '#lib/api/route.ts';
import { countFailures } from '#lib/notifications/counts/failures.ts';
import { Failures, FailuresQuery } from '#lib/notifications/counts/failures-schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'countNotificationFailures',
    tag: 'Notifications',
    summary: 'Count the failed runs of a workflow by step and reason',
    description: 'Reads the newest 1,000 failed runs of the last 30 days.',
    permission: 'notifications:read',
    readsReplica: true,
    query: FailuresQuery,
    response: Failures,
    handle: ({ ctx, query }) => countFailures(ctx, query),
  }),
});
