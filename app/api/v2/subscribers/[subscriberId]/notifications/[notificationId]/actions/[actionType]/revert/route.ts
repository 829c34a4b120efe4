import { operation, route } from '#lib/api/route.ts';
import { InboxActionParams, InboxContextQuery, InboxNotification } from '#lib/inbox/schema.ts';
import { changeAction } from '#lib/inbox/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PATCH: operation({
    operationId: 'revertSubscriberNotificationAction',
    tag: 'Inbox',
    summary: 'Revert the completed action of a button of an in-app message',
    permission: 'messages:write',
    params: InboxActionParams,
    query: InboxContextQuery,
    response: InboxNotification,
    errors: [400, 404],
    handle: ({ ctx, params, query }) => changeAction(ctx, { ...params, ...query }, false),
  }),
});
