import { operation, route } from '#lib/api/route.ts';
import { inData, ownMessage } from '#lib/inbox/own.ts';
import { OwnItem, OwnItemParams } from '#lib/inbox/schema.ts';
import { changeOne } from '#lib/inbox/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PATCH: operation({
    operationId: 'unarchiveInboxNotification',
    tag: 'Embedded inbox',
    summary: 'Take an in-app message out of the archive',
    permission: 'subscriber',
    params: OwnItemParams,
    response: OwnItem,
    errors: [404],
    handle: ({ ctx, params }) => inData(changeOne(ctx, ownMessage(ctx, params), 'unarchive')),
  }),
});
