import { operation, route } from '#lib/api/route.ts';
import { exportSuppressions } from '#lib/suppressions/export.ts';
import { ExportSuppressionsQuery } from '#lib/suppressions/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'exportSuppressions',
    tag: 'Suppressions',
    summary: 'Export suppressed addresses, newest first, as CSV or one JSON object per line',
    description: 'The response is streamed. Times are UTC.',
    permission: 'suppressions:read',
    query: ExportSuppressionsQuery,
    status: 200,
    handle: ({ ctx, query }) => exportSuppressions(ctx, query),
  }),
});
