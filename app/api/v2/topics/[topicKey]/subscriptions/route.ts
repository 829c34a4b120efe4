import { operation, route } from '#lib/api/route.ts';
import * as schema from '#lib/topics/schema.ts';
import { createSubscriptions, deleteSubscriptions, listSubscriptions } from '#lib/topics/subscriptions.ts';

const shared = { tag: 'Topics', params: schema.TopicParams } as const;

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listTopicSubscriptions',
    summary: 'List the subscriptions of a topic',
    permission: 'topics:read',
    ...shared,
    query: schema.ListSubscriptionsQuery,
    response: schema.SubscriptionPage,
    errors: [400, 404],
    handle: ({ ctx, params, query }) => listSubscriptions(ctx, params.topicKey, query),
  }),
  POST: operation({
    operationId: 'createTopicSubscriptions',
    summary: 'Subscribe up to 100 subscribers to a topic, which is created if it does not exist',
    permission: 'topics:write',
    ...shared,
    query: schema.CreateSubscriptionsQuery,
    body: schema.CreateSubscriptionsBody,
    status: 201,
    response: schema.SubscriptionResults,
    handle: ({ ctx, params, query, body }) => createSubscriptions(ctx, params.topicKey, body, query.dryRun),
  }),
  DELETE: operation({
    operationId: 'deleteTopicSubscriptions',
    summary: 'Delete subscriptions of a topic',
    permission: 'topics:write',
    ...shared,
    body: schema.DeleteSubscriptionsBody,
    status: 200,
    response: schema.SubscriptionResults,
    errors: [404],
    handle: ({ ctx, params, body }) => deleteSubscriptions(ctx, params.topicKey, body),
  }),
});
