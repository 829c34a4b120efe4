import { operation, route } from '#lib/api/route.ts';
import { CreateTopicBody, CreateTopicQuery, ListTopicsQuery, Topic, TopicPage } from '#lib/topics/schema.ts';
import { createTopic, listTopics } from '#lib/topics/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listTopics',
    tag: 'Topics',
    summary: 'List topics',
    permission: 'topics:read',
    query: ListTopicsQuery,
    response: TopicPage,
    errors: [400],
    handle: ({ ctx, query }) => listTopics(ctx, query),
  }),
  POST: operation({
    operationId: 'createTopic',
    tag: 'Topics',
    summary: 'Create a topic, or update it if it exists',
    permission: 'topics:write',
    query: CreateTopicQuery,
    body: CreateTopicBody,
    status: 201,
    response: Topic,
    errors: [409],
    handle: ({ ctx, query, body }) => createTopic(ctx, body, query.failIfExists),
  }),
});
