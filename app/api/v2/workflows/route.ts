import { route } from '#lib/api/route.ts';
import { ListWorkflowsQuery, WorkflowPage } from '#lib/workflows/schema.ts';
import { listWorkflows } from '#lib/workflows/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: {
    operationId: 'listWorkflows',
    tag: 'Workflows',
    summary: 'List workflows',
    permission: 'workflows:read',
    query: ListWorkflowsQuery,
    response: WorkflowPage,
    handle: async ({ ctx, query }) => listWorkflows(ctx, query),
  },
});
