import { operation, route } from '#lib/api/route.ts';
import { WorkflowParams } from '#lib/workflows/schema.ts';
import { ListVersionsQuery, WorkflowVersionPage } from '#lib/workflows/version-schema.ts';
import { listVersions } from '#lib/workflows/versions.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listWorkflowVersions',
    tag: 'Workflows',
    summary: 'List the versions of a workflow',
    permission: 'workflows:read',
    params: WorkflowParams,
    query: ListVersionsQuery,
    response: WorkflowVersionPage,
    errors: [404],
    handle: async ({ ctx, params, query }) => listVersions(ctx, params.workflowId, query),
  }),
});
