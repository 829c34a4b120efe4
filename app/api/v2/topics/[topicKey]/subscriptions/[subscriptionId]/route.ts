import { operation, route } from '#lib/api/route.ts';
import { Subscription, SubscriptionDetails, SubscriptionParams, UpdateSubscriptionBody } from '#lib/topics/schema.ts';
import { getSubscription, updateSubscription } from '#lib/topics/subscriptions.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getTopicSubscription',
    tag: 'Topics',
    summary: 'Retrieve a subscription of a topic by its identifier',
    permission: 'topics:read',
    params: SubscriptionParams,
    response: SubscriptionDetails,
    errors: [404],
    handle: ({ ctx, params }) => getSubscription(ctx, params.topicKey, params.subscriptionId),
  }),
  PATCH: operation({
    operationId: 'updateTopicSubscription',
    tag: 'Topics',
    summary: 'Change the name or the preferences of a subscription',
    permission: 'topics:write',
    params: SubscriptionParams,
    body: UpdateSubscriptionBody,
    response: Subscription,
    errors: [404],
    handle: ({ ctx, params, body }) => updateSubscription(ctx, params.topicKey, params.subscriptionId, body),
  }),
});
