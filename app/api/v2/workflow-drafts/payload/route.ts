import { operation, route } from '#lib/api/route.ts';
import { draftPayload } from '#lib/workflows/preview.ts';
import { DraftPayload } from '#lib/workflows/preview-schema.ts';
import { UpdateWorkflowBody } from '#lib/workflows/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'sampleWorkflowDraftPayload',
    tag: 'Workflows',
    summary: 'Create a payload for a trigger of a draft of a workflow',
    description:
      'The payload follows the payload schema. Without a schema, it has a value for each variable that the steps read. Nothing is stored.',
    permission: 'workflows:read',
    body: UpdateWorkflowBody,
    response: DraftPayload,
    idempotent: false,
    handle: async ({ ctx, body }) => draftPayload(ctx, body),
  }),
});
