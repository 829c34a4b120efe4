import { operation, route } from '#lib/api/route.ts';
import { getMessageVolume } from '#lib/messages/volume.ts';
import { MessageVolumeQuery } from '#lib/messages/volume-schema.ts';
import { Volume } from '#lib/notifications/counts/volume-schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getMessageVolume',
    tag: 'Messages',
    summary: 'Count the messages that match the filters of the list over time, and the failed ones',
    permission: 'messages:read',
    readsReplica: true,
    query: MessageVolumeQuery,
    response: Volume,
    errors: [400, 404],
    handle: ({ ctx, query }) => getMessageVolume(ctx, query),
  }),
});
