import { z } from 'zod';
import { operation, rawJson, route } from '#lib/api/route.ts';
import { RunSummaryPage } from '#lib/notifications/list/run-summary.ts';
import { ListNotificationsQuery, NotificationPage } from '#lib/notifications/schema.ts';
import { listNotifications } from '#lib/notifications/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listNotifications',
    tag: 'Notifications',
    summary: 'List notification events, newest first',
    permission: 'notifications:read',
    readsReplica: true,
    query: ListNotificationsQuery,
    description: 'With the extension `view=summary`, each row contains only its deciding step.',
    response: z.union([NotificationPage, RunSummaryPage]),
    errors: [400],
    handle: async ({ ctx, query }) => rawJson(await listNotifications(ctx, query)),
  }),
});
