import { ifMatchOf } from '#lib/api/etag.ts';
import { operation, route } from '#lib/api/route.ts';
import { Workflow } from '#lib/workflows/schema.ts';
import { VersionParams } from '#lib/workflows/version-schema.ts';
import { restoreVersion } from '#lib/workflows/versions.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'restoreWorkflowVersion',
    tag: 'Workflows',
    summary: 'Restore a version of a workflow',
    permission: 'workflows:write',
    params: VersionParams,
    response: Workflow,
    errors: [404, 412],
    handle: async ({ ctx, params, request }) =>
      restoreVersion(ctx, params.workflowId, params.version, ifMatchOf(request)),
  }),
});
