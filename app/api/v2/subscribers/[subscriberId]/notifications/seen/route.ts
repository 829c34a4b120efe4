import { operation, route } from '#lib/api/route.ts';
import { InboxSeenBody } from '#lib/inbox/schema.ts';
import { changeAll } from '#lib/inbox/service.ts';
import { SubscriberParams } from '#lib/subscribers/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'markSubscriberNotificationsSeen',
    tag: 'Inbox',
    summary: 'Mark the given in-app messages of a subscriber as seen, or all of them',
    permission: 'messages:write',
    params: SubscriberParams,
    body: InboxSeenBody,
    status: 204,
    errors: [404],
    handle: ({ ctx, params, body }) => changeAll(ctx, params.subscriberId, 'seen', body),
  }),
});
