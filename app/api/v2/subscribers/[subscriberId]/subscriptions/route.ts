import { operation, route } from '#lib/api/route.ts';
import { SubscriberParams } from '#lib/subscribers/schema.ts';
import { ListSubscriberSubscriptionsQuery, SubscriptionPage } from '#lib/topics/schema.ts';
import { listSubscriberSubscriptions } from '#lib/topics/subscriptions.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listSubscriberSubscriptions',
    tag: 'Topics',
    summary: 'List the topics that a subscriber follows',
    permission: 'topics:read',
    params: SubscriberParams,
    query: ListSubscriberSubscriptionsQuery,
    response: SubscriptionPage,
    errors: [400, 404],
    handle: ({ ctx, params, query }) => listSubscriberSubscriptions(ctx, params.subscriberId, query),
  }),
});
