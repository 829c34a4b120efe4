import { operation, route } from '#lib/api/route.ts';
import { WorkflowTags } from '#lib/workflows/schema.ts';
import { listTags } from '#lib/workflows/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listWorkflowTags',
    tag: 'Workflows',
    summary: 'List the tags of workflows',
    permission: 'workflows:read',
    response: WorkflowTags,
    handle: async ({ ctx }) => listTags(ctx),
  }),
});
