import { operation, route } from '#lib/api/route.ts';
import { InboxContextQuery, InboxItemParams, InboxNotification, SnoozeBody } from '#lib/inbox/schema.ts';
import { snooze } from '#lib/inbox/snooze.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PATCH: operation({
    operationId: 'snoozeSubscriberNotification',
    tag: 'Inbox',
    summary: 'Hide an in-app message until a time',
    permission: 'messages:write',
    params: InboxItemParams,
    query: InboxContextQuery,
    body: SnoozeBody,
    response: InboxNotification,
    errors: [404],
    handle: ({ ctx, params, query, body }) => snooze(ctx, { ...params, ...query }, body.snoozeUntil),
  }),
});
