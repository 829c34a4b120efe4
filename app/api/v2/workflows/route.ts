import { operation, route } from '#lib/api/route.ts';
import { CreateWorkflowBody, ListWorkflowsQuery, Workflow, WorkflowPage } from '#lib/workflows/schema.ts';
import { createWorkflow, listWorkflows } from '#lib/workflows/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listWorkflows',
    tag: 'Workflows',
    summary: 'List workflows',
    permission: 'workflows:read',
    query: ListWorkflowsQuery,
    response: WorkflowPage,
    handle: async ({ ctx, query }) => listWorkflows(ctx, query),
  }),
  POST: operation({
    operationId: 'createWorkflow',
    tag: 'Workflows',
    summary: 'Create a workflow',
    permission: 'workflows:write',
    body: CreateWorkflowBody,
    status: 201,
    response: Workflow,
    handle: async ({ ctx, body }) => createWorkflow(ctx, body),
  }),
});
