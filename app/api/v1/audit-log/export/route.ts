import { operation, route } from '#lib/api/route.ts';
import { exportAudit } from '#lib/audit-log/export.ts';
import { ExportAuditQuery } from '#lib/audit-log/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'exportAuditLog',
    tag: 'Audit',
    summary: 'Export the changes in the organization with their actors, newest first, as CSV',
    description: 'The response is streamed. Times are UTC.',
    permission: 'audit-log:read',
    callers: ['session'],
    query: ExportAuditQuery,
    status: 200,
    handle: ({ ctx, query }) => exportAudit(ctx, query),
  }),
});
