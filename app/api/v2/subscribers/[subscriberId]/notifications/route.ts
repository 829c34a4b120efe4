import { operation, route } from '#lib/api/route.ts';
import { InboxPage, ListInboxQuery } from '#lib/inbox/schema.ts';
import { listInbox } from '#lib/inbox/service.ts';
import { SubscriberParams } from '#lib/subscribers/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listSubscriberNotifications',
    tag: 'Inbox',
    summary: 'List the in-app messages of a subscriber',
    permission: 'messages:read',
    params: SubscriberParams,
    query: ListInboxQuery,
    response: InboxPage,
    errors: [404],
    handle: ({ ctx, params, query }) => listInbox(ctx, params.subscriberId, query),
  }),
});
