import { operation, route } from '#lib/api/route.ts';
import { previewDraftStep } from '#lib/workflows/preview.ts';
import { PreviewDraftBody, StepPreview } from '#lib/workflows/preview-schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'previewWorkflowDraft',
    tag: 'Workflows',
    summary: 'Preview a step of a draft of a workflow',
    description: 'Returns the step as delivery would render it with the saved draft. Nothing is stored.',
    permission: 'workflows:read',
    body: PreviewDraftBody,
    status: 201,
    response: StepPreview,
    errors: [404],
    idempotent: false,
    handle: async ({ ctx, body }) => previewDraftStep(ctx, body),
  }),
});
