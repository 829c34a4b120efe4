import { operation, route } from '#lib/api/route.ts';
import { countReasons } from '#lib/notifications/counts/reason-counts.ts';
import { ReasonCounts, ReasonCountsQuery } from '#lib/notifications/counts/reason-counts-schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'countNotificationReasons',
    tag: 'Notifications',
    summary: 'Count the notification events that match the filters of the list, by deciding reason',
    permission: 'notifications:read',
    readsReplica: true,
    query: ReasonCountsQuery,
    response: ReasonCounts,
    errors: [400],
    handle: ({ ctx, query }) => countReasons(ctx, query),
  }),
});
