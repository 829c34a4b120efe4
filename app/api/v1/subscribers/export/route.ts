import { operation, route } from '#lib/api/route.ts';
import { exportSubscribers } from '#lib/subscribers/export.ts';
import { ExportSubscribersQuery } from '#lib/subscribers/export-schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'exportSubscribers',
    tag: 'Subscribers',
    summary: 'Export subscribers, newest first, as CSV or one JSON object per line',
    description: 'The response is streamed. Times are UTC.',
    permission: 'subscribers:read',
    query: ExportSubscribersQuery,
    status: 200,
    handle: ({ ctx, query }) => exportSubscribers(ctx, query),
  }),
});
