import { operation, route } from '#lib/api/route.ts';
import { TopicSubscriber, TopicSubscriberParams } from '#lib/topics/schema.ts';
import { getTopicSubscriber } from '#lib/topics/subscriptions.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getTopicSubscriber',
    tag: 'Topics',
    summary: 'Check whether a subscriber follows a topic',
    permission: 'topics:read',
    params: TopicSubscriberParams,
    response: TopicSubscriber,
    errors: [404],
    handle: ({ ctx, params }) => getTopicSubscriber(ctx, params.topicKey, params.subscriberId),
  }),
});
