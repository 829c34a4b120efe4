import { operation, route } from '#lib/api/route.ts';
import { VersionParams, WorkflowVersionDetail } from '#lib/workflows/version-schema.ts';
import { getVersion } from '#lib/workflows/versions.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getWorkflowVersion',
    tag: 'Workflows',
    summary: 'Retrieve a version of a workflow',
    permission: 'workflows:read',
    params: VersionParams,
    response: WorkflowVersionDetail,
    errors: [404],
    handle: async ({ ctx, params }) => getVersion(ctx, params.workflowId, params.version),
  }),
});
