import { operation, route } from '#lib/api/route.ts';
import { inData, ownMessage } from '#lib/inbox/own.ts';
import { OwnActionBody, OwnItem, OwnItemParams } from '#lib/inbox/schema.ts';
import { changeAction } from '#lib/inbox/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PATCH: operation({
    operationId: 'completeInboxNotificationAction',
    tag: 'Embedded inbox',
    summary: 'Complete the action of a button of an in-app message',
    permission: 'subscriber',
    params: OwnItemParams,
    body: OwnActionBody,
    response: OwnItem,
    errors: [400, 404],
    handle: ({ ctx, params, body }) => inData(changeAction(ctx, { ...ownMessage(ctx, params), ...body }, true)),
  }),
});
