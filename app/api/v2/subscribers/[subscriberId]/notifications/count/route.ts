import { operation, route } from '#lib/api/route.ts';
import { CountInboxQuery, InboxCounts } from '#lib/inbox/schema.ts';
import { countInbox } from '#lib/inbox/service.ts';
import { SubscriberParams } from '#lib/subscribers/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'countSubscriberNotifications',
    tag: 'Inbox',
    summary: 'Count the in-app messages of a subscriber that match each filter',
    permission: 'messages:read',
    params: SubscriberParams,
    query: CountInboxQuery,
    response: InboxCounts,
    errors: [404],
    handle: ({ ctx, params, query }) => countInbox(ctx, params.subscriberId, query),
  }),
});
