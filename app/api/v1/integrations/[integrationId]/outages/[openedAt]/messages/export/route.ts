import { operation, route } from '#lib/api/route.ts';
import { exportOutageMessages } from '#lib/outages/export.ts';
import { ExportOutageQuery, OutageParams } from '#lib/outages/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'exportOutageMessages',
    tag: 'Integrations',
    summary: 'Export the messages that an outage affected, newest first, as CSV or one JSON object per line',
    description: 'The response is streamed. Times are UTC.',
    permission: 'messages:read',
    params: OutageParams,
    query: ExportOutageQuery,
    status: 200,
    errors: [404],
    handle: ({ ctx, params, query }) => exportOutageMessages(ctx, params, query),
  }),
});
