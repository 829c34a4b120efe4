import { operation, route } from '#lib/api/route.ts';
import { ownMessage } from '#lib/inbox/own.ts';
import { OwnItemParams } from '#lib/inbox/schema.ts';
import { deleteOne } from '#lib/inbox/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  DELETE: operation({
    operationId: 'deleteInboxNotification',
    tag: 'Embedded inbox',
    summary: 'Delete an in-app message',
    permission: 'subscriber',
    params: OwnItemParams,
    errors: [404],
    handle: ({ ctx, params }) => deleteOne(ctx, ownMessage(ctx, params)),
  }),
});
