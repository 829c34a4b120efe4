import { operation, route } from '#lib/api/route.ts';
import { countByWorkflow } from '#lib/notifications/counts/failures.ts';
import { RunsByWorkflow, RunsByWorkflowQuery } from '#lib/notifications/counts/failures-schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'countNotificationsByWorkflow',
    tag: 'Notifications',
    summary: 'Count the runs of each workflow in the last 7 days, and the failed ones',
    permission: 'notifications:read',
    readsReplica: true,
    query: RunsByWorkflowQuery,
    response: RunsByWorkflow,
    handle: ({ ctx, query }) => countByWorkflow(ctx, query),
  }),
});
