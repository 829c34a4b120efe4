import { operation, route } from '#lib/api/route.ts';
import { InboxContextQuery, InboxItemParams } from '#lib/inbox/schema.ts';
import { deleteOne } from '#lib/inbox/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  DELETE: operation({
    operationId: 'deleteSubscriberNotification',
    tag: 'Inbox',
    summary: 'Delete an in-app message',
    permission: 'messages:write',
    params: InboxItemParams,
    query: InboxContextQuery,
    errors: [404],
    handle: ({ ctx, params, query }) => deleteOne(ctx, { ...params, ...query }),
  }),
});
