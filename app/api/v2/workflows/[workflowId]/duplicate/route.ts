import { operation, route } from '#lib/api/route.ts';
import { DuplicateWorkflowBody, Workflow, WorkflowParams } from '#lib/workflows/schema.ts';
import { duplicateWorkflow } from '#lib/workflows/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'duplicateWorkflow',
    tag: 'Workflows',
    summary: 'Duplicate a workflow',
    description: 'The copy is inactive.',
    permission: 'workflows:write',
    params: WorkflowParams,
    body: DuplicateWorkflowBody,
    status: 201,
    response: Workflow,
    errors: [404],
    handle: async ({ ctx, params, body }) => duplicateWorkflow(ctx, params.workflowId, body),
  }),
});
