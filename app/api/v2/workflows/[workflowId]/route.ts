import { ifMatchOf } from '#lib/api/etag.ts';
import { operation, route } from '#lib/api/route.ts';
import {
  GetWorkflowQuery,
  PatchWorkflowBody,
  UpdateWorkflowBody,
  Workflow,
  WorkflowParams,
} from '#lib/workflows/schema.ts';
import { deleteWorkflow, getWorkflow, patchWorkflow, updateWorkflow } from '#lib/workflows/service.ts';

// Over budget: the four methods of one path.
const one = { tag: 'Workflows', params: WorkflowParams } as const;

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    ...one,
    operationId: 'getWorkflow',
    summary: 'Retrieve a workflow',
    permission: 'workflows:read',
    query: GetWorkflowQuery,
    response: Workflow,
    errors: [400, 404],
    handle: async ({ ctx, params, query }) => getWorkflow(ctx, params.workflowId, query),
  }),
  PUT: operation({
    ...one,
    operationId: 'updateWorkflow',
    summary: 'Update a workflow',
    permission: 'workflows:write',
    body: UpdateWorkflowBody,
    response: Workflow,
    errors: [404, 412],
    handle: async ({ ctx, params, body, request }) => updateWorkflow(ctx, params.workflowId, body, ifMatchOf(request)),
  }),
  PATCH: operation({
    ...one,
    operationId: 'patchWorkflow',
    summary: 'Change single fields of a workflow',
    permission: 'workflows:write',
    body: PatchWorkflowBody,
    response: Workflow,
    errors: [404, 412],
    handle: async ({ ctx, params, body, request }) => patchWorkflow(ctx, params.workflowId, body, ifMatchOf(request)),
  }),
  DELETE: operation({
    ...one,
    operationId: 'deleteWorkflow',
    summary: 'Delete a workflow',
    permission: 'workflows:write',
    errors: [404, 412],
    handle: async ({ ctx, params, request }) => deleteWorkflow(ctx, params.workflowId, ifMatchOf(request)),
  }),
});
