import { operation, route } from '#lib/api/route.ts';
import { inData, ownMessage } from '#lib/inbox/own.ts';
import { OwnItem, OwnItemParams, OwnUnsnoozeQuery } from '#lib/inbox/schema.ts';
import { unsnooze } from '#lib/inbox/snooze.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PATCH: operation({
    operationId: 'unsnoozeInboxNotification',
    tag: 'Embedded inbox',
    summary: 'Show a snoozed in-app message again',
    permission: 'subscriber',
    params: OwnItemParams,
    query: OwnUnsnoozeQuery,
    response: OwnItem,
    errors: [404],
    handle: ({ ctx, params, query }) => inData(unsnooze(ctx, ownMessage(ctx, params), query.undo)),
  }),
});
