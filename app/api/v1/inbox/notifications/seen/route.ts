import { operation, route } from '#lib/api/route.ts';
import { changeOwnInbox } from '#lib/inbox/own.ts';
import { OwnSeenBody } from '#lib/inbox/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'markInboxNotificationsSeen',
    tag: 'Embedded inbox',
    summary: 'Mark the given in-app messages as seen, or all of them',
    permission: 'subscriber',
    body: OwnSeenBody,
    status: 204,
    handle: ({ ctx, body }) => changeOwnInbox(ctx, 'seen', body),
  }),
});
