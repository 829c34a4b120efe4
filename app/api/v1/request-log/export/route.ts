import { operation, route } from '#lib/api/route.ts';
import { exportRequests } from '#lib/request-log/export.ts';
import { ExportRequestsQuery } from '#lib/request-log/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'exportRequestLog',
    tag: 'Audit',
    summary: 'Export the calls of the request log, newest first, as CSV or one JSON object per line',
    description: 'The response is streamed. Times are UTC.',
    permission: 'request-log:read',
    callers: ['session'],
    query: ExportRequestsQuery,
    status: 200,
    handle: ({ ctx, query }) => exportRequests(ctx, query),
  }),
});
