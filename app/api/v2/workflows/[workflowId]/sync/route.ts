import { operation, route } from '#lib/api/route.ts';
import { SyncWorkflowBody, Workflow, WorkflowParams } from '#lib/workflows/schema.ts';
import { syncWorkflow } from '#lib/workflows/sync.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PUT: operation({
    operationId: 'syncWorkflow',
    tag: 'Workflows',
    summary: 'Copy a workflow to another environment',
    description:
      'A workflow with the same identifier there is overwritten, otherwise created. The response contains that workflow. API keys need the ' +
      'right to publish, which is given when a key is created.',
    permission: 'workflows:write',
    params: WorkflowParams,
    body: SyncWorkflowBody,
    response: Workflow,
    errors: [404],
    handle: async ({ ctx, params, body }) => syncWorkflow(ctx, params.workflowId, body),
  }),
});
