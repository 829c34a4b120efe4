import { operation, rawJson, route } from '#lib/api/route.ts';
import { ListMessagesQuery, MessagePage } from '#lib/messages/schema.ts';
import { listMessages } from '#lib/messages/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listMessages',
    tag: 'Messages',
    summary: 'List messages, newest first',
    permission: 'messages:read',
    readsReplica: true,
    query: ListMessagesQuery,
    response: MessagePage,
    errors: [404],
    handle: async ({ ctx, query }) => rawJson(await listMessages(ctx, query)),
  }),
});
