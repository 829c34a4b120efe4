import { operation, route } from '#lib/api/route.ts';
import { followNotifications } from '#lib/live/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'followNotifications',
    tag: 'Notifications',
    summary: 'Follow new and changed notification events, as server-sent events',
    description:
      'An event `ready` means that changes may have been missed. An event `runs` contains the IDs of runs: {"created": [], "changed": [], "more": false}. At most one event every 250 ms.',
    permission: 'notifications:read',
    status: 200,
    streams: true,
    errors: [429],
    handle: ({ ctx, request }) => followNotifications(ctx, request),
  }),
});
