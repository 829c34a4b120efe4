import { operation, route } from '#lib/api/route.ts';
import { IntegrationParams } from '#lib/integrations/schema.ts';
import { sendTest } from '#lib/integrations/trial.ts';
import { SendTestBody, TrialResult } from '#lib/integrations/trial-schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'sendIntegrationTest',
    tag: 'Integrations',
    summary: 'Send one test message through an integration',
    permission: 'integrations:write',
    params: IntegrationParams,
    body: SendTestBody,
    response: TrialResult,
    errors: [400, 404],
    // The handler waits for the provider, and no transaction should wait that long.
    idempotent: false,
    handle: async ({ ctx, params, body }) => sendTest(ctx, params.integrationId, body),
  }),
});
