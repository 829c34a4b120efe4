import { operation, route } from '#lib/api/route.ts';
import { analyseDraft } from '#lib/workflows/drafts.ts';
import { UpdateWorkflowBody, Workflow } from '#lib/workflows/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'analyseWorkflowDraft',
    tag: 'Workflows',
    summary: 'Analyse a draft of a workflow',
    description:
      'Returns the workflow in the form in which it would be saved, with its issues and variables. Nothing is stored.',
    permission: 'workflows:read',
    body: UpdateWorkflowBody,
    response: Workflow,
    idempotent: false,
    handle: async ({ ctx, body }) => analyseDraft(ctx, body),
  }),
});
