import { operation, route } from '#lib/api/route.ts';
import { exportRuns } from '#lib/notifications/list/export.ts';
import { ExportQuery } from '#lib/notifications/list/export-schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'exportNotifications',
    tag: 'Notifications',
    summary: 'Export notification events, newest first, as CSV or one JSON object per line',
    description: 'The response is streamed. Times are UTC.',
    permission: 'notifications:read',
    query: ExportQuery,
    status: 200,
    errors: [400],
    handle: ({ ctx, query }) => exportRuns(ctx, query),
  }),
});
