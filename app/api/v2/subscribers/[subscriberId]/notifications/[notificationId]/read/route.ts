import { operation, route } from '#lib/api/route.ts';
import { InboxContextQuery, InboxItemParams, InboxNotification } from '#lib/inbox/schema.ts';
import { changeOne } from '#lib/inbox/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PATCH: operation({
    operationId: 'readSubscriberNotification',
    tag: 'Inbox',
    summary: 'Mark an in-app message as read',
    permission: 'messages:write',
    params: InboxItemParams,
    query: InboxContextQuery,
    response: InboxNotification,
    errors: [404],
    handle: ({ ctx, params, query }) => changeOne(ctx, { ...params, ...query }, 'read'),
  }),
});
