import { operation, route } from '#lib/api/route.ts';
import { inData, ownMessage } from '#lib/inbox/own.ts';
import { OwnItem, OwnItemParams } from '#lib/inbox/schema.ts';
import { changeOne } from '#lib/inbox/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PATCH: operation({
    operationId: 'readInboxNotification',
    tag: 'Embedded inbox',
    summary: 'Mark an in-app message as read',
    permission: 'subscriber',
    params: OwnItemParams,
    response: OwnItem,
    errors: [404],
    handle: ({ ctx, params }) => inData(changeOne(ctx, ownMessage(ctx, params), 'read')),
  }),
});
