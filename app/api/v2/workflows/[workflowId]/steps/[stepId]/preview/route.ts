import { operation, route } from '#lib/api/route.ts';
import { previewStep } from '#lib/workflows/preview.ts';
import { PreviewStepBody, StepPreview } from '#lib/workflows/preview-schema.ts';
import { StepParams } from '#lib/workflows/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'previewWorkflowStep',
    tag: 'Workflows',
    summary: 'Preview a step of a workflow',
    description:
      'Returns the step as delivery renders it, with sample data for missing values. The response contains the errors of its templates.',
    permission: 'workflows:read',
    params: StepParams,
    body: PreviewStepBody,
    status: 201,
    response: StepPreview,
    errors: [404],
    idempotent: false,
    handle: async ({ ctx, params, body }) => previewStep(ctx, params.workflowId, params.stepId, body),
  }),
});
