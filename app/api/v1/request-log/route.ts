import { operation, route } from '#lib/api/route.ts';
import { ListRequestsQuery, RequestLogPage } from '#lib/request-log/schema.ts';
import { listRequests } from '#lib/request-log/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listRequestLog',
    tag: 'Audit',
    summary: 'List the calls by API key and the failed calls of people',
    permission: 'request-log:read',
    readsReplica: true,
    callers: ['session'],
    query: ListRequestsQuery,
    response: RequestLogPage,
    handle: ({ ctx, query }) => listRequests(ctx, query),
  }),
});
