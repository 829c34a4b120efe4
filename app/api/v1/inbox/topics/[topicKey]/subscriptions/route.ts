import { operation, route } from '#lib/api/route.ts';
import { createOwnSubscription, listOwnSubscriptions } from '#lib/topics/own.ts';
import {
  CreateOwnSubscriptionBody,
  OwnSubscriptionAnswer,
  OwnSubscriptionList,
  TopicParams,
} from '#lib/topics/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listInboxSubscriptions',
    tag: 'Embedded inbox',
    summary: 'List the subscriptions of the subscriber to a topic',
    permission: 'subscriber',
    params: TopicParams,
    response: OwnSubscriptionList,
    handle: ({ ctx, params }) => listOwnSubscriptions(ctx, params.topicKey),
  }),
  POST: operation({
    operationId: 'createInboxSubscription',
    tag: 'Embedded inbox',
    summary: 'Subscribe to a topic, or change the subscription',
    permission: 'subscriber',
    params: TopicParams,
    body: CreateOwnSubscriptionBody,
    status: 201,
    response: OwnSubscriptionAnswer,
    errors: [400],
    handle: ({ ctx, params, body }) => createOwnSubscription(ctx, params.topicKey, body),
  }),
});
