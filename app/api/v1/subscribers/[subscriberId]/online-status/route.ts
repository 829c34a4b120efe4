import { operation, rawJson, route } from '#lib/api/route.ts';
import { setOnlineStatus } from '#lib/subscribers/changes.ts';
import { OnlineStatusBody, Subscriber, SubscriberParams } from '#lib/subscribers/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PATCH: operation({
    operationId: 'updateSubscriberOnlineStatus',
    tag: 'Subscribers',
    summary: 'Retrieve whether a subscriber is online',
    permission: 'subscribers:write',
    params: SubscriberParams,
    body: OnlineStatusBody,
    response: Subscriber,
    errors: [404],
    handle: async ({ ctx, params, body }) => rawJson(await setOnlineStatus(ctx, params.subscriberId, body.isOnline)),
  }),
});
