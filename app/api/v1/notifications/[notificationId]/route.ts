import { rawJson, route } from '#lib/api/route.ts';
import { Notification, NotificationParams } from '#lib/notifications/schema.ts';
import { getNotification } from '#lib/notifications/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: {
    operationId: 'getNotification',
    tag: 'Notifications',
    summary: 'Retrieve one notification event with its jobs and their execution details',
    permission: 'notifications:read',
    params: NotificationParams,
    response: Notification,
    errors: [404],
    handle: async ({ ctx, params }) => rawJson(await getNotification(ctx, params.notificationId)),
  },
});
