import { operation, route } from '#lib/api/route.ts';
import { changeOwnInbox } from '#lib/inbox/own.ts';
import { OwnBulkBody } from '#lib/inbox/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'markAllInboxNotificationsRead',
    tag: 'Embedded inbox',
    summary: 'Mark all in-app messages as read',
    permission: 'subscriber',
    body: OwnBulkBody,
    status: 204,
    handle: ({ ctx, body }) => changeOwnInbox(ctx, 'read', body),
  }),
});
