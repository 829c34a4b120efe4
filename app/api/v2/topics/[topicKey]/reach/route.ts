import { operation, route } from '#lib/api/route.ts';
import { getTopicReach } from '#lib/topics/reach.ts';
import { TopicParams, TopicReach } from '#lib/topics/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getTopicReach',
    tag: 'Topics',
    summary: 'Retrieve the workflows that were triggered for a topic, and the conditions of its subscriptions',
    permission: 'topics:read',
    params: TopicParams,
    response: TopicReach,
    errors: [404],
    handle: ({ ctx, params }) => getTopicReach(ctx, params.topicKey),
  }),
});
