import { operation, route } from '#lib/api/route.ts';
import { OutageMessagePage, OutageMessagesQuery, OutageParams } from '#lib/outages/schema.ts';
import { listOutageMessages } from '#lib/outages/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listOutageMessages',
    tag: 'Integrations',
    summary: 'List the messages that an outage affected, newest first',
    description: 'A page may have fewer messages than `limit` even if more messages follow after `next`.',
    permission: 'messages:read',
    readsReplica: true,
    params: OutageParams,
    query: OutageMessagesQuery,
    response: OutageMessagePage,
    errors: [400, 404],
    handle: ({ ctx, params, query }) => listOutageMessages(ctx, params, query),
  }),
});
