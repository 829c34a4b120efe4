import { operation, rawJson, route } from '#lib/api/route.ts';
import { NotificationParams, RevealQuery, SummarisedRun } from '#lib/notifications/schema.ts';
import { getNotification } from '#lib/notifications/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getNotification',
    tag: 'Notifications',
    summary: 'Retrieve one notification event with its jobs and their execution details',
    permission: 'notifications:read',
    params: NotificationParams,
    query: RevealQuery,
    response: SummarisedRun,
    errors: [404],
    handle: async ({ ctx, params, query }) => rawJson(await getNotification(ctx, params.notificationId, query)),
  }),
});
