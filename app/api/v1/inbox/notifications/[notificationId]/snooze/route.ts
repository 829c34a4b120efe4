import { operation, route } from '#lib/api/route.ts';
import { inData, ownMessage } from '#lib/inbox/own.ts';
import { OwnItem, OwnItemParams, OwnSnoozeBody } from '#lib/inbox/schema.ts';
import { snooze } from '#lib/inbox/snooze.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PATCH: operation({
    operationId: 'snoozeInboxNotification',
    tag: 'Embedded inbox',
    summary: 'Hide an in-app message until a time',
    permission: 'subscriber',
    params: OwnItemParams,
    body: OwnSnoozeBody,
    response: OwnItem,
    errors: [404],
    handle: ({ ctx, params, body }) => inData(snooze(ctx, ownMessage(ctx, params), body.snoozeUntil)),
  }),
});
