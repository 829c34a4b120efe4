import { operation, route } from '#lib/api/route.ts';
import { listOwnInbox } from '#lib/inbox/own.ts';
import { InboxPage, OwnListQuery } from '#lib/inbox/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listInboxNotifications',
    tag: 'Embedded inbox',
    summary: 'List the in-app messages of the subscriber',
    permission: 'subscriber',
    query: OwnListQuery,
    response: InboxPage,
    errors: [400],
    handle: ({ ctx, query }) => listOwnInbox(ctx, query),
  }),
});
