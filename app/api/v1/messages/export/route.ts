import { operation, route } from '#lib/api/route.ts';
import { exportMessages } from '#lib/messages/export.ts';
import { ExportMessagesQuery } from '#lib/messages/export-schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'exportMessages',
    tag: 'Messages',
    summary: 'Export messages, newest first, as CSV or one JSON object per line',
    description: 'The response is streamed. Times are UTC.',
    permission: 'messages:read',
    query: ExportMessagesQuery,
    status: 200,
    errors: [400, 404],
    handle: ({ ctx, query }) => exportMessages(ctx, query),
  }),
});
