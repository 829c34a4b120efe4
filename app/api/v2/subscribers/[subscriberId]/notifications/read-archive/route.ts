import { operation, route } from '#lib/api/route.ts';
import { InboxBulkBody } from '#lib/inbox/schema.ts';
import { changeAll } from '#lib/inbox/service.ts';
import { SubscriberParams } from '#lib/subscribers/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'archiveReadSubscriberNotifications',
    tag: 'Inbox',
    summary: 'Archive all in-app messages that the subscriber has read',
    permission: 'messages:write',
    params: SubscriberParams,
    body: InboxBulkBody,
    status: 204,
    errors: [404],
    handle: ({ ctx, params, body }) => changeAll(ctx, params.subscriberId, 'archiveRead', body),
  }),
});
