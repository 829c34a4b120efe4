import { operation, route } from '#lib/api/route.ts';
import { Step, StepParams } from '#lib/workflows/schema.ts';
import { getStep } from '#lib/workflows/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getWorkflowStep',
    tag: 'Workflows',
    summary: 'Retrieve a step of a workflow',
    permission: 'workflows:read',
    params: StepParams,
    response: Step,
    errors: [404],
    handle: async ({ ctx, params }) => getStep(ctx, params.workflowId, params.stepId),
  }),
});
