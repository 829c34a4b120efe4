import { operation, route } from '#lib/api/route.ts';
import { DeletedTopic, Topic, TopicParams, UpdateTopicBody } from '#lib/topics/schema.ts';
import { deleteTopic, getTopic, updateTopic } from '#lib/topics/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getTopic',
    tag: 'Topics',
    summary: 'Retrieve a topic',
    permission: 'topics:read',
    params: TopicParams,
    response: Topic,
    errors: [404],
    handle: ({ ctx, params }) => getTopic(ctx, params.topicKey),
  }),
  PATCH: operation({
    operationId: 'updateTopic',
    tag: 'Topics',
    summary: 'Change the name or the data of a topic',
    permission: 'topics:write',
    params: TopicParams,
    body: UpdateTopicBody,
    response: Topic,
    errors: [404],
    handle: ({ ctx, params, body }) => updateTopic(ctx, params.topicKey, body),
  }),
  DELETE: operation({
    operationId: 'deleteTopic',
    tag: 'Topics',
    summary: 'Delete a topic with its subscriptions',
    permission: 'topics:write',
    params: TopicParams,
    status: 200,
    response: DeletedTopic,
    errors: [404],
    handle: ({ ctx, params }) => deleteTopic(ctx, params.topicKey),
  }),
});
