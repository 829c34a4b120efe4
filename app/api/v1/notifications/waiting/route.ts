import { operation, rawJson, route } from '#lib/api/route.ts';
import { ListWaitingQuery, NotificationPage } from '#lib/notifications/schema.ts';
import { listWaiting } from '#lib/notifications/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listWaitingNotifications',
    tag: 'Notifications',
    summary: 'List notification events with an unfinished step, newest first',
    permission: 'notifications:read',
    query: ListWaitingQuery,
    response: NotificationPage,
    handle: async ({ ctx, query }) => rawJson(await listWaiting(ctx, query)),
  }),
});
