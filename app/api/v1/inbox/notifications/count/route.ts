import { operation, route } from '#lib/api/route.ts';
import { countOwnInbox } from '#lib/inbox/own.ts';
import { CountInboxQuery, OwnCounts } from '#lib/inbox/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'countInboxNotifications',
    tag: 'Embedded inbox',
    summary: 'Count the in-app messages of the subscriber that match each filter',
    permission: 'subscriber',
    query: CountInboxQuery,
    response: OwnCounts,
    errors: [400],
    handle: ({ ctx, query }) => countOwnInbox(ctx, query),
  }),
});
