import { operation, route } from '#lib/api/route.ts';
import { draftPayload } from '#lib/workflows/preview.ts';
import { DraftPayload } from '#lib/workflows/preview-schema.ts';
import { UpdateWorkflowBody } from '#lib/workflows/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'sampleWorkflowDraftPayload',
    tag: 'Workflows',
    summary: 'Create a payload for a trigger of a draft of a workflow',
    description: 'By the payload schema, otherwise with a value for everything that its steps read. Nothing is stored.',
    permission: 'workflows:read',
    body: UpdateWorkflowBody,
    response: DraftPayload,
    idempotent: false,
    handle: async ({ ctx, body }) => draftPayload(ctx, body),
  }),
});
