import { operation, route } from '#lib/api/route.ts';
import { InboxContextQuery, InboxItemParams, InboxNotification } from '#lib/inbox/schema.ts';
import { unsnooze } from '#lib/inbox/snooze.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PATCH: operation({
    operationId: 'unsnoozeSubscriberNotification',
    tag: 'Inbox',
    summary: 'Show a snoozed in-app message again',
    permission: 'messages:write',
    params: InboxItemParams,
    query: InboxContextQuery,
    response: InboxNotification,
    errors: [404],
    handle: ({ ctx, params, query }) => unsnooze(ctx, { ...params, ...query }),
  }),
});
