import { ifMatchOf } from '#lib/api/etag.ts';
import { operation, route } from '#lib/api/route.ts';
import * as schema from '#lib/workflows/schema.ts';
import { deleteWorkflow, getWorkflow, patchWorkflow, updateWorkflow } from '#lib/workflows/service.ts';

const one = { tag: 'Workflows', params: schema.WorkflowParams, response: schema.Workflow } as const;
const change = { ...one, permission: 'workflows:write', errors: [404, 412] } as const;

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    ...one,
    operationId: 'getWorkflow',
    summary: 'Retrieve a workflow',
    permission: 'workflows:read',
    query: schema.GetWorkflowQuery,
    errors: [400, 404],
    handle: async ({ ctx, params, query }) => getWorkflow(ctx, params.workflowId, query),
  }),
  PUT: operation({
    ...change,
    operationId: 'updateWorkflow',
    summary: 'Update a workflow',
    body: schema.UpdateWorkflowBody,
    handle: async ({ ctx, params, body, request }) => updateWorkflow(ctx, params.workflowId, body, ifMatchOf(request)),
  }),
  PATCH: operation({
    ...change,
    operationId: 'patchWorkflow',
    summary: 'Change single fields of a workflow',
    body: schema.PatchWorkflowBody,
    handle: async ({ ctx, params, body, request }) => patchWorkflow(ctx, params.workflowId, body, ifMatchOf(request)),
  }),
  DELETE: operation({
    ...change,
    operationId: 'deleteWorkflow',
    summary: 'Delete a workflow',
    response: undefined,
    handle: async ({ ctx, params, request }) => deleteWorkflow(ctx, params.workflowId, ifMatchOf(request)),
  }),
});
