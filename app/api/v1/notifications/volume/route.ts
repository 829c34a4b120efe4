import { operation, route } from '#lib/api/route.ts';
import { getVolume } from '#lib/notifications/counts/volume.ts';
import { Volume, VolumeQuery } from '#lib/notifications/counts/volume-schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getNotificationVolume',
    tag: 'Notifications',
    summary: 'Count the notification events that match the filters of the list over time, and the failed ones',
    permission: 'notifications:read',
    readsReplica: true,
    query: VolumeQuery,
    response: Volume,
    errors: [400],
    handle: ({ ctx, query }) => getVolume(ctx, query),
  }),
});
