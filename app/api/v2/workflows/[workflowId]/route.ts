import { rawJson, route } from '#lib/api/route.ts';
import { GetWorkflowQuery, Workflow, WorkflowParams } from '#lib/workflows/schema.ts';
import { getWorkflow } from '#lib/workflows/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: {
    operationId: 'getWorkflow',
    tag: 'Workflows',
    summary: 'Retrieve a workflow',
    permission: 'workflows:read',
    params: WorkflowParams,
    query: GetWorkflowQuery,
    response: Workflow,
    errors: [400, 404],
    handle: async ({ ctx, params, query }) => rawJson(await getWorkflow(ctx, params.workflowId, query)),
  },
});
