import { operation, route } from '#lib/api/route.ts';
import { testDraft } from '#lib/integrations/trial.ts';
import { TestDraftBody, TrialResult } from '#lib/integrations/trial-schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'testUnsavedConnection',
    tag: 'Integrations',
    summary: 'Test whether a provider accepts credentials that are not saved, without sending',
    permission: 'integrations:write',
    body: TestDraftBody,
    response: TrialResult,
    errors: [400, 404],
    // The handler waits for the provider, and no transaction should wait that long. A repeated call tests again.
    idempotent: false,
    handle: async ({ ctx, body }) => testDraft(ctx, body),
  }),
});
