import { operation, route } from '#lib/api/route.ts';
import { listAudit } from '#lib/audit-log/list.ts';
import { AuditPage, ListAuditQuery } from '#lib/audit-log/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listAuditLog',
    tag: 'Audit',
    summary: 'List the changes in the organization with their actors',
    permission: 'audit-log:read',
    readsReplica: true,
    callers: ['session'],
    query: ListAuditQuery,
    response: AuditPage,
    handle: ({ ctx, query }) => listAudit(ctx, query),
  }),
});
