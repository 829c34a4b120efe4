import { operation, route } from '#lib/api/route.ts';
import * as schema from '#lib/topics/schema.ts';
import { createSubscriptions, deleteSubscriptions, listSubscriptions } from '#lib/topics/subscriptions.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listTopicSubscriptions',
    tag: 'Topics',
    summary: 'List the subscriptions of a topic',
    permission: 'topics:read',
    params: schema.TopicParams,
    query: schema.ListSubscriptionsQuery,
    response: schema.SubscriptionPage,
    errors: [400, 404],
    handle: ({ ctx, params, query }) => listSubscriptions(ctx, params.topicKey, query),
  }),
  POST: operation({
    operationId: 'createTopicSubscriptions',
    tag: 'Topics',
    summary: 'Subscribe up to 100 subscribers to a topic, which is created when it does not exist',
    permission: 'topics:write',
    params: schema.TopicParams,
    body: schema.CreateSubscriptionsBody,
    status: 201,
    response: schema.SubscriptionResults,
    handle: ({ ctx, params, body }) => createSubscriptions(ctx, params.topicKey, body),
  }),
  DELETE: operation({
    operationId: 'deleteTopicSubscriptions',
    tag: 'Topics',
    summary: 'Delete subscriptions of a topic',
    permission: 'topics:write',
    params: schema.TopicParams,
    body: schema.DeleteSubscriptionsBody,
    status: 200,
    response: schema.SubscriptionResults,
    errors: [404],
    handle: ({ ctx, params, body }) => deleteSubscriptions(ctx, params.topicKey, body),
  }),
});
